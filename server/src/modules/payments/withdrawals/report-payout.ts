/** Security events of payouts that a job finds again at each look: once for each withdrawal in a process, and again when they change. */
import type { PaymentsContext } from '../context.ts'

type Context = Pick<PaymentsContext, 'isNews' | 'log'>

export function reportTwice({ isNews, log }: Context, withdrawalId: string, payments: number): void {
  if (isNews(`payout_twice ${withdrawalId}`, String(payments)))
    log.error({ securityEvent: 'payout_twice', withdrawalId, payments }, 'more than one payment for a withdrawal')
}

export function reportLost({ isNews, log }: Context, withdrawalId: string): void {
  if (isNews(`payout_lost ${withdrawalId}`, 'lost'))
    log.error({ securityEvent: 'payout_lost', withdrawalId }, 'the provider no longer knows a payment that it had accepted')
}
