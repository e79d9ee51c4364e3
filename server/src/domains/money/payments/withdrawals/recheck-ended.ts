/**
 * Checks of ended payouts. A bank may send back what it had paid, days later and without an event that arrives: an ended payout is checked
 * for 60 days.
 */
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import { isCheckDueAfterEnd, isOpen, nextCheckAfterEndInMs, RETRY_AFTER_END_MS } from '../rules.ts'
import type { JobContext } from './fenced-lease.ts'
import { readPayouts } from './read-payouts.ts'
import { reportPayouts } from './report-payouts.ts'
import { confirmPayout } from './withdrawal-end.ts'
import { findWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

export async function recheckEnded(context: JobContext, withdrawal: WithdrawalRow): Promise<Reschedule | undefined> {
  const { id } = withdrawal
  if (!wasSent(withdrawal)) return undefined
  try {
    const next = isCheckDueAfterEnd(endedMsAgo(context, withdrawal)) ? await ask(context, withdrawal) : undefined
    if (next) return next
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { againInMs: RETRY_AFTER_END_MS }
    throw error
  }
  return recheckAfterEnd(context, await findWithdrawal(context.db, id))
}

/** Next check of a withdrawal that ended; undefined for one that did not, or was never sent. */
export function recheckAfterEnd(context: JobContext, withdrawal: WithdrawalRow | null): Reschedule | undefined {
  if (!withdrawal || isOpen(withdrawal.state) || !wasSent(withdrawal)) return undefined
  const againInMs = nextCheckAfterEndInMs(endedMsAgo(context, withdrawal))
  return againInMs === null ? undefined : { againInMs }
}

async function ask(context: JobContext, withdrawal: WithdrawalRow): Promise<Reschedule | undefined> {
  const { id, state } = withdrawal
  const found = await readPayouts(context, withdrawal)
  if (found.length > 0 || state === 'COMPLETED') reportPayouts(context, id, found.length)
  return found.length === 1 && found[0] ? confirmPayout(context, id, found[0]) : undefined
}

const wasSent = ({ lastSentAt }: WithdrawalRow): boolean => lastSentAt !== null
const endedMsAgo = ({ clock }: PaymentsContext, { endedAt, createdAt }: WithdrawalRow): number =>
  clock.now().getTime() - (endedAt ?? createdAt).getTime()
