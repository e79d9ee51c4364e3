/**
 * State machine of an MFA reset: its row, and the notice of its end. The caller holds the lock of the account, like every flow that ends a
 * reset.
 */
import type { Transaction } from '../../../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, customer, move, SYSTEM } from '../../../../../platform/state-machine/index.ts'
import { findOpenRemovalOf, lockRemoval, type RemovalRow } from './removal-store.ts'
import { REMOVAL_STATES, type RemovalState } from './states.ts'

export const REMOVAL: Aggregate<RemovalState, RemovalRow, 'done_at' | 'cancelled_at'> = {
  machine: REMOVAL_STATES,
  table: 'factor_removal',
  columns: ['done_at', 'cancelled_at'],
  keyOf: ({ id }) => ({ id }),
}

export const beginRemoval = (tx: Transaction, removal: RemovalRow, at: Date): Promise<void> =>
  begin(tx, REMOVAL, removal, { at, actor: customer(removal.accountId) })

/** False when it was cancelled or done before. */
export async function finishRemoval(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const removal = await lockRemoval(tx, id)
  if (!removal) return false
  return (await move(tx, REMOVAL, removal, { to: 'done', at, actor: SYSTEM, set: { done_at: at }, illegal: 'ignore' })) === 'moved'
}

/** True when there was one. */
export async function cancelOpenRemoval(
  tx: Transaction,
  accountId: string,
  at: Date,
  actor: Actor = customer(accountId),
): Promise<boolean> {
  const open = await findOpenRemovalOf(tx, accountId)
  const removal = open && (await lockRemoval(tx, open.id))
  if (!removal) return false
  const cancelled = { to: 'cancelled', at, actor, set: { cancelled_at: at }, illegal: 'ignore' } as const
  return (await move(tx, REMOVAL, removal, cancelled)) === 'moved'
}
