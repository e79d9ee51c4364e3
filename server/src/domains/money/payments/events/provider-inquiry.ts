/** Handling of an event: the provider is asked, and its answer is applied. */
import { validate as isUuid } from 'uuid'
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import { confirmDeposit } from '../deposits/confirm-deposit.ts'
import { readPayment } from '../deposits/read-payment.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import { ASK_AGAIN_MS } from '../rules.ts'
import type { JobContext } from '../withdrawals/fenced-lease.ts'
import { readPayouts } from '../withdrawals/read-payouts.ts'
import { confirmPayout } from '../withdrawals/withdrawal-end.ts'
import { findWithdrawal, findWithdrawalOfPayout, type WithdrawalRow } from '../withdrawals/withdrawal-store.ts'
import { saveOutcome } from './event-store.ts'

export interface ReceivedEvent {
  readonly eventId: string
  /** Transaction or payout of the provider. */
  readonly subjectId: string
}

export const askAboutDeposit = (context: PaymentsContext, event: ReceivedEvent): Promise<Reschedule | undefined> =>
  untilReachable(context, event, async () => {
    const transaction = await readPayment(context, event.subjectId)
    return transaction ? confirmDeposit(context, transaction) : 'unknown_transaction'
  })

export const askAboutPayout = (context: JobContext, event: ReceivedEvent): Promise<Reschedule | undefined> =>
  untilReachable(context, event, async () => {
    const withdrawal = await withdrawalOf(context, event.subjectId)
    if (!withdrawal) return 'unknown_payout'
    const payments = await readPayouts(context, withdrawal)
    if (payments.length > 1) return 'more_than_one_payment'
    if (!payments[0]) return 'no_payment'
    return (await confirmPayout(context, withdrawal.id, payments[0])) ?? payments[0].state
  })

/** Find the withdrawal of a payout. The answer that named the payout may have been lost: then its reference is our id. */
async function withdrawalOf({ db, payouts }: PaymentsContext, payoutId: string): Promise<WithdrawalRow | null> {
  const known = await findWithdrawalOfPayout(db, payoutId)
  if (known) return known
  const reference = await payouts.referenceOf(payoutId)
  return reference && isUuid(reference) ? findWithdrawal(db, reference) : null
}

async function untilReachable(
  { db, log }: PaymentsContext,
  { eventId, subjectId }: ReceivedEvent,
  ask: () => Promise<string | Reschedule>,
): Promise<Reschedule | undefined> {
  try {
    const outcome = await ask()
    if (typeof outcome !== 'string') return outcome
    if (outcome.startsWith('unknown') || outcome.startsWith('more') || outcome === 'no_payment')
      log.error({ securityEvent: 'provider_event_unknown', outcome, eventId, subjectId }, 'a signed event names no movement of the product')
    await saveOutcome(db, eventId, outcome)
    return undefined
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { againInMs: ASK_AGAIN_MS }
    throw error
  }
}
