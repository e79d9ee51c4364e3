/** Time of a customer's first posting: documents about their balances begin there. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { customerAccount } from '../../ledger/index.ts'
import type { MovementsContext } from '../types.ts'

export async function firstPosting({ ledger }: MovementsContext, accountId: string): Promise<Date | null> {
  const firsts = await Promise.all(ASSET_CODES.map((asset) => ledger.history(customerAccount(accountId, asset), { before: 2n, limit: 1 })))
  const times = firsts.flatMap(({ entries }) => entries.map(({ recordedAt }) => recordedAt.getTime()))
  return times.length === 0 ? null : new Date(Math.min(...times))
}
