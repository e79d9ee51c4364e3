/** The filters as the address has them; anything that is not one of ours counts as not said. */
import { STATE_GROUPS, type StateGroup } from '@tunjo/contract/payments'
import type { FiatKind } from '../../../api/payments.ts'

export interface RecordSearch {
  kind: FiatKind
  state?: StateGroup
  /** From 1. */
  page: number
  /** Id of the movement whose detail is open. */
  movement?: string
}

const LAST_PAGE = 10_000

export function readSearch(search: object): RecordSearch {
  const { kind, state, page, movement }: Record<string, unknown> = { ...search }
  const pageNumber = Number(page)
  return {
    kind: kind === 'DEPOSIT' || kind === 'WITHDRAWAL' ? kind : 'ALL',
    state: STATE_GROUPS.find((group) => group === state),
    page: Number.isInteger(pageNumber) && pageNumber >= 1 && pageNumber <= LAST_PAGE ? pageNumber : 1,
    movement: typeof movement === 'string' && movement !== '' ? movement : undefined,
  }
}
