/** State changes of an enhanced due diligence, with the sealed note of a return. */
import type { DiligenceState } from '@tunjo/contract/due-diligence'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type Actor, type Aggregate, begin, move } from '../../../../platform/state-machine/index.ts'
import type { DiligenceRow } from './diligence-store.ts'
import { DILIGENCE_STATES } from './states.ts'

type Column = 'proposed_by' | 'proposed_at' | 'returned_at'

const DILIGENCE: Aggregate<DiligenceState, DiligenceRow, Column> = {
  machine: DILIGENCE_STATES,
  table: 'due_diligence',
  columns: ['proposed_by', 'proposed_at', 'returned_at'],
  keyOf: ({ id }) => ({ id }),
}

export const beginDiligence = (tx: Transaction, row: DiligenceRow, actor: Actor): Promise<void> =>
  begin(tx, DILIGENCE, row, { at: row.createdAt, actor })

interface Step {
  readonly to: DiligenceState
  readonly at: Date
  readonly actor: Actor
  readonly set?: Readonly<Partial<Record<Column, string | Date | null>>>
}

/** `row` is locked. @throws Refused `compliance.edd_locked` */
export async function moveDiligence(tx: Transaction, row: DiligenceRow, { to, at, actor, set = {} }: Step): Promise<void> {
  const outcome = await move(tx, DILIGENCE, row, { to, at, actor, set, illegal: 'compliance.edd_locked' })
  if (outcome !== 'moved') refuse('compliance.edd_locked')
}
