/** Reasons of token deposits by language. They are stored in the default language. */
import type { CryptoDepositState } from '@tunjo/contract/crypto'
import type { ErrorCode } from '@tunjo/contract/errors'
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { ENGLISH_REASONS } from './reasons.en.ts'
import { type DepositReasons, SPANISH_REASONS } from './reasons.es.ts'

export const DEPOSIT_REASONS: Catalogue<DepositReasons> = { es: SPANISH_REASONS, en: ENGLISH_REASONS }
const STORED = DEPOSIT_REASONS[DEFAULT_LOCALE]
const REVIEW_REASONS: Partial<Record<ErrorCode, string>> = STORED.review
const END_REASONS: Partial<Record<CryptoDepositState, string>> = STORED.ends

/** Text by code of the refusal. */
export const reviewReason = (code: ErrorCode): string => REVIEW_REASONS[code] ?? STORED.notNow
export const endReason = (state: CryptoDepositState): string | null => END_REASONS[state] ?? null
