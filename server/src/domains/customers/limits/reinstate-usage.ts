/** Usage of the month that is counted again when its operation resumes after all. */

import type { Transaction } from '../../../platform/database/database.ts'
import type { Refusal } from '../../../platform/http/refusal.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { LimitsDependencies } from './context.ts'
import { monthlyMaximums } from './monthly-maximums.ts'
import { checkMonth } from './rules.ts'
import { setCounted } from './store.ts'

/** Count the use again. Concurrent calls wait for each other at the row of the month: the one that counts last is above the maximum. */
export async function reinstateUsage(
  { kyc, configuration, clock }: Pick<LimitsDependencies, 'kyc' | 'configuration'> & { readonly clock: Clock },
  tx: Transaction,
  operationId: string,
): Promise<Refusal | null> {
  const month = await setCounted(tx, operationId, true)
  if (!month) return null
  const person = await kyc.person(month.accountId, tx)
  const maximumOf = await monthlyMaximums({ configuration }, tx, clock.now())
  return checkMonth({ used: month.used, amount: 0n, maximum: maximumOf(person?.verifiedLevel ?? 0) })
}
