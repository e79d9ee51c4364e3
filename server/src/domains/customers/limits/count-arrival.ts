/** Arrivals that officers credited to a customer, counted in the month like other deposits. */
import type { Transaction } from '../../../platform/database/database.ts'
import { bogotaMonth } from './rules.ts'
import { count, isKnown, lockMonth } from './store.ts'
import type { IntendedUse } from './types.ts'

export async function countArrival(tx: Transaction, use: IntendedUse, at: Date): Promise<void> {
  const month = bogotaMonth(at)
  await lockMonth(tx, { accountId: use.accountId, month, direction: use.direction })
  if (!(await isKnown(tx, use.operationId))) await count(tx, use, month)
}
