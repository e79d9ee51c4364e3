/** Reasons of token withdrawals by language. They are stored in the default language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { ENGLISH_REASONS } from './reasons.en.ts'
import { SPANISH_REASONS, type WithdrawalReasons } from './reasons.es.ts'

export const WITHDRAWAL_REASONS: Catalogue<WithdrawalReasons> = { es: SPANISH_REASONS, en: ENGLISH_REASONS }
const STORED = WITHDRAWAL_REASONS[DEFAULT_LOCALE]

export const WITHDRAWAL_CANCELLED = STORED.cancelled
export const WITHDRAWAL_STOPPED = STORED.stopped
export const WITHDRAWAL_REJECTED = STORED.rejected
export const WITHDRAWAL_NOT_SENT = STORED.notSent
export const WITHDRAWAL_REVERTED = STORED.reverted
export const UNDELIVERED = STORED.undelivered
export const WITHDRAWAL_REFUNDED = STORED.refunded
export const WITHDRAWAL_RESENT = STORED.resent
export const ANOTHER_TRY = STORED.anotherTry
/** Used where the reason must not be disclosed to the customer. */
export const HELD_FOR_REVIEW = STORED.heldForReview
export const IN_REVIEW = STORED.inReview
