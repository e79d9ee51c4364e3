/** Stored reasons of token movements in the reader's language. */
import type { CryptoTransaction } from '@tunjo/contract/crypto'
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import type { Locale } from '@tunjo/contract/locales'
import { translateStored } from '../../../platform/phrases/catalogue.ts'
import { DEPOSIT_REASONS } from './deposits/reasons.ts'
import { WITHDRAWAL_REASONS } from './withdrawals/reasons.ts'

/** A text that a person wrote is unchanged. */
export const translateReason = (text: string, locale: Locale): string =>
  translateStored(WITHDRAWAL_REASONS, translateStored(DEPOSIT_REASONS, text, locale), locale)

export const movementIn = (movement: CryptoTransaction, locale: Locale): CryptoTransaction => ({
  ...movement,
  reason: movement.reason && translateReason(movement.reason, locale),
})

export const withdrawalIn = (withdrawal: CryptoWithdrawal, locale: Locale): CryptoWithdrawal => ({
  ...withdrawal,
  reason: withdrawal.reason && translateReason(withdrawal.reason, locale),
  timeline: withdrawal.timeline.map((step) => ({ ...step, note: step.note && translateReason(step.note, locale) })),
})
