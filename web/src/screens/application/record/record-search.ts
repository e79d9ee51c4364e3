/** Filters in the address; unknown values are ignored. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { MOVEMENT_KINDS, type Movement } from '@tunjo/contract/movements'
import { STATE_GROUPS, type StateGroup } from '@tunjo/contract/payments'
import type { MovementsAsked } from '../../../api/movements.ts'
import { endOfDay, startOfDay } from '../../../ui/bogota-day.ts'
import { DAY } from '../../../ui/server-table/table-address.ts'

export interface RecordSearch {
  kind?: Movement['kind']
  asset?: AssetCode
  state?: StateGroup
  /** Whole days of Bogotá. */
  from?: string
  to?: string
  text?: string
  /** Id of the open movement. */
  movement?: string
}
export type RecordFilter = Exclude<keyof RecordSearch, 'movement'>

const TEXT_MAX = 64

export function readSearch(search: object): RecordSearch {
  const said = (key: RecordFilter | 'movement'): string => {
    const value = Object.entries(search).find(([name]) => name === key)?.[1]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const day = (key: 'from' | 'to') => (DAY.test(said(key)) ? said(key) : undefined)
  return {
    kind: MOVEMENT_KINDS.find((kind) => kind === said('kind')),
    asset: ASSET_CODES.find((asset) => asset === said('asset')),
    state: STATE_GROUPS.find((group) => group === said('state')),
    from: day('from'),
    to: day('to'),
    text: said('text').trim().slice(0, TEXT_MAX) || undefined,
    movement: said('movement') || undefined,
  }
}

export const askedOf = ({ kind, asset, state, from, to, text }: RecordSearch): MovementsAsked => ({
  kind,
  asset,
  stateGroup: state,
  from: startOfDay(from),
  to: endOfDay(to),
  text,
})

export const isFiltered = ({ movement, ...filters }: RecordSearch): boolean => Object.values(filters).some((value) => value !== undefined)
