/**
 * Security events of payouts that a job reads repeatedly: each is logged once in a process, and again when the number of payouts changed.
 */
import type { PaymentsContext } from '../context.ts'

/** @param payouts how many the provider has for a withdrawal that it accepted: one, unless something is wrong */
export function reportPayouts({ isNews, log }: Pick<PaymentsContext, 'isNews' | 'log'>, withdrawalId: string, payouts: number): void {
  if (!isNews(`payouts ${withdrawalId}`, String(payouts)) || payouts === 1) return
  if (payouts === 0)
    log.error({ securityEvent: 'payout_lost', withdrawalId }, 'the provider no longer knows a payment that it had accepted')
  else log.error({ securityEvent: 'payout_twice', withdrawalId, payments: payouts }, 'more than one payment for a withdrawal')
}
