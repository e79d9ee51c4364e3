/**
 * Proved holds, for callers that release money because of them. An old row restored with its old seal is detected too: the sum of the
 * account's open holds then differs from what the account holds.
 */
import type { Connection } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
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

/** Sum of all open holds of the account. @throws Refused `ledger.unproved` */
export async function provedHeld(connection: Connection, keeper: Keeper, { id }: Account): Promise<bigint> {
  const [account] = await loadAccounts(connection, keeper, [id])
  const open = await openHoldsOf(connection, keeper, id)
  const sum = open.reduce((total, { left }) => total + left, 0n)
  if (account?.isProved === false || sum !== (account?.held ?? 0n)) refuse('ledger.unproved')
  return sum
}
