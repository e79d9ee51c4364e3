/** State transitions of the treasury's movements: their rows. */
import type { MovementState } from '@tunjo/contract/treasury'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Aggregate, begin, move, officer } from '../../../platform/state-machine/index.ts'
import { MOVEMENT_MACHINE } from './states.ts'
import type { MovementRow } from './store.ts'

type Column = 'failure' | 'transaction_hash' | 'ended_at'

const AGGREGATE: Aggregate<MovementState, MovementRow, Column> = {
  machine: MOVEMENT_MACHINE,
  table: 'movement',
  columns: ['failure', 'transaction_hash', 'ended_at'],
  keyOf: ({ id }) => ({ id }),
}

export const beginMovement = (tx: Transaction, movement: MovementRow): Promise<void> =>
  begin(tx, AGGREGATE, movement, { at: movement.createdAt, actor: officer(movement.checkerId) })

/** `movement` is locked. */
export const moveMovement = (
  tx: Transaction,
  movement: MovementRow,
  change: Parameters<typeof move<MovementState, MovementRow, Column>>[3],
) => move(tx, AGGREGATE, movement, change)
