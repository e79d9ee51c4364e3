/** Phrases about the change of an alert rule, by language. */
import type { Locale } from '@tunjo/contract/locales'
import { CHANGE_WORDS_EN } from './change-words.en.ts'
import { CHANGE_WORDS_ES, type ChangeWords } from './change-words.es.ts'

export const CHANGE_WORDS: Readonly<Record<Locale, ChangeWords>> = { es: CHANGE_WORDS_ES, en: CHANGE_WORDS_EN }
