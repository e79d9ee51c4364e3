/** Sentences of screening by language. Alerts and explanations are stored as evidence, in the default language. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { CASE_WORDS_EN } from './case-words.en.ts'
import { CASE_WORDS_ES, type CaseWords } from './case-words.es.ts'

export const CASE_WORDS: Readonly<Record<Locale, CaseWords>> = { es: CASE_WORDS_ES, en: CASE_WORDS_EN }
export const STORED_WORDS = CASE_WORDS[DEFAULT_LOCALE]
