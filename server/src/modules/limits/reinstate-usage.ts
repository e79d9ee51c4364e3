/** Usage of the month that comes back when its operation goes on after all. */
import type { Transaction } from '../../platform/database.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { LimitsDependencies } from './context.ts'
import { checkMonth, monthlyMaximum } from './rules.ts'
import { setCounted } from './store.ts'

/** Two at once wait for each other at the row of the month: the one that counts last is the one that is above the maximum. */
export async function reinstateUsage(
  { kyc }: Pick<LimitsDependencies, 'kyc'>,
  tx: Transaction,
  operationId: string,
): Promise<Refusal | null> {
  const month = await setCounted(tx, operationId, true)
  if (!month) return null
  const person = await kyc.person(month.accountId, tx)
  return checkMonth({ used: month.used, amount: 0n, maximum: monthlyMaximum(person?.verifiedLevel ?? 0) })
}
