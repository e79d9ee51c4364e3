/**
 * A hold that money may leave on the strength of. An old row with its old seal is found too: together with the account's other open
 * holds it would be more, or less, than the account holds.
 */
import type { Connection } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type Keeper, loadAccounts, loadHolds, openHoldsOf } from './store.ts'
import type { Account, OpenHold } from './types.ts'

export async function provedHold(connection: Connection, keeper: Keeper, id: string): Promise<OpenHold | null> {
  const [hold] = await loadHolds(connection, keeper, [id])
  if (!hold || hold.left === 0n) return null
  const [account] = await loadAccounts(connection, keeper, [hold.accountId])
  const open = await openHoldsOf(connection, keeper, hold.accountId)
  const sum = open.reduce((total, { left }) => total + left, 0n)
  if (!hold.isProved || !account?.isProved || sum !== account.held) refuse('ledger.unproved')
  const { accountId, left, expiresAt } = hold
  return { id, accountId, left, expiresAt }
}

/** Of the account, by all its open holds together. @throws Refused `ledger.unproved` */
export async function provedHeld(connection: Connection, keeper: Keeper, { id }: Account): Promise<bigint> {
  const [account] = await loadAccounts(connection, keeper, [id])
  const open = await openHoldsOf(connection, keeper, id)
  const sum = open.reduce((total, { left }) => total + left, 0n)
  if (account?.isProved === false || sum !== (account?.held ?? 0n)) refuse('ledger.unproved')
  return sum
}
