/**
 * Payout blocks. Between the request of a withdrawal and its payment, the person may have been blocked or lost the permission to transact,
 * or a change that an attacker would make first may have started a withdrawal cooldown. The money stays held until the block ends.
 */

import type { Transaction } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { LimitsDependencies } from './context.ts'
import { checkPerson } from './rules.ts'

const LOOK_AGAIN_MS = 10 * 60_000

export async function payoutBlockedUntil(
  { kyc, identity, risk, clock }: LimitsDependencies & { clock: Clock },
  tx: Transaction,
  accountId: string,
): Promise<Date | null> {
  const hold = await identity.withdrawalHold(tx, accountId)
  if (hold) return hold.until
  const person = await kyc.person(accountId, tx)
  const isBlocked = !person || checkPerson(person)?.code === 'limits.blocked' || !(await risk.mayTransact(tx, accountId))
  return isBlocked ? new Date(clock.now().getTime() + LOOK_AGAIN_MS) : null
}
