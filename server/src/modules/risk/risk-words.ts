/** Phrases of changes of a risk profile: step-up, approval and the reasons that are stored with them, by language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../platform/catalogue.ts'
import { ENGLISH_WORDS } from './risk-words.en.ts'
import { type RiskWords, SPANISH_WORDS } from './risk-words.es.ts'

export const RISK_WORDS: Catalogue<RiskWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
/** Phrases of lines that are stored, in the default language. */
export const STORED_WORDS = RISK_WORDS[DEFAULT_LOCALE]
