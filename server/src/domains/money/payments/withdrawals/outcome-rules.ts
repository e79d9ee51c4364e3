/** Rules for when officers may state what the bank did with a payout, and when the product may apply it. */
import type { ErrorCode } from '@tunjo/contract/errors'
import type { PayoutOutcome } from '@tunjo/contract/payments-officers'
import { addBusinessDays } from '../../../../platform/time/business-days.ts'
import type { Attempt } from './attempt-store.ts'
import type { WithdrawalState } from './states.ts'

const DAY_MS = 24 * 3_600_000
/** Longer than a payment is repeated under its key: after this time nothing of it is sent any more. */
const ASKED_FOR_MS = DAY_MS
/** Business days of the bank after which a payment that the provider still has in progress has been paid or sent back. */
const MAY_BE_PAID_BUSINESS_DAYS = 5

interface Sent {
  readonly outcome: PayoutOutcome
  /** Attempts, whose times cannot be changed. */
  readonly attempts: readonly Pick<Attempt, 'at'>[]
  readonly now: Date
}

export function checkOutcome({ state }: { state: WithdrawalState }, { outcome, attempts, now }: Sent): ErrorCode | null {
  if (state !== 'SENDING' && state !== 'UNKNOWN' && state !== 'PROCESSING') return 'payments.withdrawal_not_decidable'
  const last = attempts.at(-1)
  const isAsked = !last || now.getTime() - last.at.getTime() < ASKED_FOR_MS
  return isAsked && outcome !== 'withdrawn' ? 'payments.payout_still_asked' : null
}

/**
 * Whether the statement may be applied. Money is returned only when the provider has no payment, or after the days within which a bank
 * would have made it.
 */
export function mayFollow({ outcome, attempts, now }: Sent, provider: 'absent' | 'open' | 'unreachable'): boolean {
  if (outcome === 'paid' || provider === 'absent') return true
  // Without an attempt it was never sent, so there is no time to count from.
  const last = attempts.at(-1)
  return last !== undefined && addBusinessDays(last.at, MAY_BE_PAID_BUSINESS_DAYS) <= now
}
