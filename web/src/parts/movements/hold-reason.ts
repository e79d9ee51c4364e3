/** Reason for which money of a customer is held, by the ledger code of the hold (docs/chart-of-accounts.md). */
const REASONS = {
  'trading.trade': 'swap',
  'payments.deposit_taken_back': 'deposit',
  'crypto.deposit_disputed': 'deposit',
} as const

const isKnown = (code: string): code is keyof typeof REASONS => code in REASONS

/** All other holds are for money that leaves. */
export const holdReason = (code: string): (typeof REASONS)[keyof typeof REASONS] | 'withdrawal' =>
  isKnown(code) ? REASONS[code] : 'withdrawal'
