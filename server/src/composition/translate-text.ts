/** Texts that modules stored, in the reader's language: reasons of movements, places and equipment of sign-ins, comments of alerts. */
import type { Locale } from '@tunjo/contract/locales'
import { BLOCKLIST_COMMENTS } from '../domains/compliance/blocklist/index.ts'
import { RULE_CATALOGUE } from '../domains/compliance/monitoring/index.ts'
import { SCREENING_COMMENTS } from '../domains/compliance/screening/index.ts'
import { translateOrigin } from '../domains/customers/identity/index.ts'
import { RISK_COMMENTS } from '../domains/customers/risk/index.ts'
import { translateReason as translateTokenReason } from '../domains/money/crypto/index.ts'
import { translateReason as translatePaymentReason } from '../domains/money/payments/index.ts'
import type { Catalogues } from '../platform/phrases/coded-text.ts'

export const translateNote = (text: string, locale: Locale): string => translateTokenReason(translatePaymentReason(text, locale), locale)

export const translateText = (text: string, locale: Locale): string => translateOrigin(translateNote(text, locale), locale)

/** Catalogues of the comments of alerts, by the first word of their stored codes. */
export const COMMENT_CATALOGUES: Catalogues = {
  rules: RULE_CATALOGUE,
  risk: RISK_COMMENTS,
  screening: SCREENING_COMMENTS,
  blocklist: BLOCKLIST_COMMENTS,
}
