/** Reasons of movements by language. They are stored in the default language, and shown in that of the reader. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { type Catalogue, translateStored, translateTemplate } from '../../../platform/phrases/catalogue.ts'
import { formatDateTime } from '../../../platform/time/format-date.ts'
import { translateDate } from '../../../platform/time/translate-date.ts'
import { ENGLISH_REASONS } from './reasons.en.ts'
import { type PaymentReasons, SPANISH_REASONS } from './reasons.es.ts'

export const PAYMENT_REASONS: Catalogue<PaymentReasons> = { es: SPANISH_REASONS, en: ENGLISH_REASONS }
const STORED = PAYMENT_REASONS[DEFAULT_LOCALE]
const PAYOUT_FAILURES: Readonly<Record<string, string>> = STORED.payoutFailures
const TRANSFER_REASONS: Partial<Record<ErrorCode, string>> = STORED.transferHeld

/** `code`: of the payouts provider, or the state of a batch that was refused as a whole. */
export const payoutFailure = (code: string | null): string => PAYOUT_FAILURES[code ?? ''] ?? STORED.payoutFailed
export const PAYOUT_NOT_POSSIBLE = STORED.payoutNotPossible
export const PAYOUT_UNKNOWN = STORED.payoutUnknown
export const WITHDRAWAL_CANCELLED = STORED.withdrawalCancelled
export const WITHDRAWAL_STOPPED = STORED.withdrawalStopped
export const WITHDRAWAL_IN_REVIEW = STORED.withdrawalInReview
export const WITHDRAWAL_REJECTED = STORED.withdrawalRejected
export const accountIsNew = (payFrom: Date): string => STORED.accountIsNew(formatDateTime(payFrom))

export const DEPOSIT_FAILURES = STORED.depositFailures
export const DEPOSIT_REFUSED = STORED.depositRefused
export const DEPOSIT_NOT_CREATED = STORED.depositNotCreated
export const DEPOSIT_ABOVE_LIMIT = STORED.depositAboveLimit
export const DEPOSIT_OTHER_PAYER = STORED.depositOfOtherPayer
export const DEPOSIT_BOOKED = STORED.depositBooked
export const DEPOSIT_SENT_BACK = STORED.depositSentBack
export const DEPOSIT_TAKEN_BACK = STORED.depositTakenBack
export const DEPOSIT_EXPIRED = STORED.depositExpired

export const TRANSFER_NOT_NOW = STORED.transferNotNow
/** Text by code of the refusal. */
export const transferHeld = (code: ErrorCode): string => TRANSFER_REASONS[code] ?? TRANSFER_NOT_NOW
export const TRANSFER_TOO_SMALL = STORED.transferTooSmall
export const TRANSFER_OTHER_PAYER = STORED.transferOfOtherPayer
export const TRANSFER_SENT_BACK = STORED.transferSentBack

/** The date of the stored reason is in the default language too. */
const ACCOUNT_IS_NEW: Catalogue<(date: string) => string> = {
  es: SPANISH_REASONS.accountIsNew,
  en: (date) => ENGLISH_REASONS.accountIsNew(translateDate(date, 'en')),
}

/** A stored reason in the reader's language; a text that a person wrote is unchanged. */
export const translateReason = (text: string, locale: Locale): string =>
  translateTemplate(ACCOUNT_IS_NEW, text, locale) ?? translateStored(PAYMENT_REASONS, text, locale)
