/** Texts that modules stored in the default language, in the reader's: reasons of movements, and places and equipment of sign-ins. */
import type { Locale } from '@tunjo/contract/locales'
import { translateReason as translateTokenReason } from './modules/crypto/index.ts'
import { translateOrigin } from './modules/identity/index.ts'
import { translateReason as translatePaymentReason } from './modules/payments/index.ts'

export const translateNote = (text: string, locale: Locale): string => translateTokenReason(translatePaymentReason(text, locale), locale)

export const translateText = (text: string, locale: Locale): string => translateOrigin(translateNote(text, locale), locale)
