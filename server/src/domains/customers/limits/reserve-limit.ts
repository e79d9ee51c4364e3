/** Reservation of the monthly limit, counted in the transaction that moves the money (SEC-30). */

import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Outbox } from '../../../platform/events/outbox.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { formatDateTime } from '../../../platform/time/format-date.ts'
import type { LimitsDependencies } from './context.ts'
import { monthlyMaximums } from './monthly-maximums.ts'
import { recordRefusal } from './record-refusal.ts'
import { bogotaMonth, checkMonth, checkPerson } from './rules.ts'
import { count, isKnown, lockMonth } from './store.ts'
import type { IntendedUse, VerifiedPerson } from './types.ts'

type Parts = LimitsDependencies & { readonly db: Database; readonly clock: Clock; readonly outbox: Outbox }

export async function reserveLimit(
  { kyc, identity, risk, configuration, ...platform }: Parts,
  tx: Transaction,
  use: IntendedUse,
): Promise<VerifiedPerson> {
  const { accountId, direction, amountCop } = use
  const at = platform.clock.now()
  const month = bogotaMonth(at)
  // Locked before the level is read, so that a lowered level counts from the next operation on.
  const used = await lockMonth(tx, { accountId, month, direction })
  const person = await kyc.person(accountId, tx)
  if (!person?.dossier) refuse('limits.not_verified')
  refuseIf(checkPerson(person))
  const answer = { ...person.dossier, accountId, email: person.email, accountCreatedAt: person.accountCreatedAt }
  // A copy of the same operation came first: it is in `used` already, so it can be neither counted nor refused again.
  if (await isKnown(tx, use.operationId)) return answer
  if (!(await risk.mayTransact(tx, accountId))) refuse('limits.in_review')
  if (direction === 'deposit') refuseIf(await identity.checkConsent(tx, accountId))
  // The same moment as for the month, so that both are of one day around midnight.
  const maximum = (await monthlyMaximums({ configuration }, tx, at))(person.verifiedLevel)
  const exceeded = checkMonth({ used, amount: amountCop, maximum })
  if (exceeded && maximum !== null) await recordRefusal(platform, tx, { ...use, maximum, at })
  refuseIf(exceeded)
  const hold = direction === 'withdrawal' ? await identity.withdrawalHold(tx, accountId) : null
  if (hold) refuse('limits.withdrawals_on_hold', { until: formatDateTime(hold.until) })
  await count(tx, use, month)
  return answer
}
