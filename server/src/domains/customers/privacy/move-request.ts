/** State machine of a request about personal data: its row. A transition sets the term that it begins or ends, and a new version. */
import type { DataRequestState } from '@tunjo/contract/data-requests'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, move } from '../../../platform/state-machine/index.ts'
import { DATA_REQUEST_STATES } from './states.ts'
import type { RequestRow } from './types.ts'

const COLUMNS = ['version', 'term_from', 'due_at', 'completion_asked_at', 'complete_by', 'taken_by', 'ended_at'] as const
type Column = (typeof COLUMNS)[number]

const DATA_REQUEST: Aggregate<DataRequestState, RequestRow, Column> = {
  machine: DATA_REQUEST_STATES,
  table: 'data_request',
  columns: COLUMNS,
  keyOf: ({ id }) => ({ id }),
}

export const beginRequest = (tx: Transaction, row: RequestRow, actor: Actor): Promise<void> =>
  begin(tx, DATA_REQUEST, row, { at: row.filedAt, actor })

interface Change {
  readonly to: DataRequestState
  readonly at: Date
  readonly actor: Actor
  readonly set?: Readonly<Partial<Record<Exclude<Column, 'version'>, Date | string | null>>>
}

/** `row` is locked. @throws Refused `privacy.not_possible` */
export async function moveRequest(tx: Transaction, row: RequestRow, { set = {}, ...change }: Change): Promise<void> {
  const outcome = await move(tx, DATA_REQUEST, row, {
    ...change,
    set: { ...set, version: row.version + 1 },
    illegal: 'privacy.not_possible',
  })
  if (outcome !== 'moved') throw new Error(`a request is ${change.to} already`)
}
