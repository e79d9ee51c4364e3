/** Notices whose mail a person may turn off, each with its preference. All others are always sent. */
import type { NoticeKind } from '@tunjo/contract/notices'
import type { Preferences } from '@tunjo/contract/notifications'

const MAIL_PREFERENCES = {
  'payments.deposit_credited': 'mailDeposits',
  'payments.deposit_held': 'mailDeposits',
  'payments.payment_held': 'mailDeposits',
  'payments.transfer_held': 'mailDeposits',
  'crypto.deposit_credited': 'mailDeposits',
  'payments.withdrawal_in_review': 'mailWithdrawals',
  'payments.withdrawal_settled': 'mailWithdrawals',
  'payments.withdrawal_returned': 'mailWithdrawals',
  'crypto.withdrawal_sent_again': 'mailWithdrawals',
  'crypto.withdrawal_settled': 'mailWithdrawals',
  'crypto.withdrawal_returned': 'mailWithdrawals',
  'trading.trade_done': 'mailTrades',
} as const satisfies Partial<Record<NoticeKind, keyof Preferences>>

export type OptionalNotice = keyof typeof MAIL_PREFERENCES

const PREFERENCES: Partial<Record<NoticeKind, keyof Preferences>> = MAIL_PREFERENCES

/** Null for a notice whose mail is always sent. */
export const mailPreferenceOf = (kind: NoticeKind): keyof Preferences | null => PREFERENCES[kind] ?? null
