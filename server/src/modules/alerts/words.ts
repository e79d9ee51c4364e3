/** Phrases of the alerts by language. Comments of the system are stored and audited in the default language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../platform/catalogue.ts'
import { ENGLISH_WORDS } from './words.en.ts'
import { type AlertWords, SPANISH_WORDS } from './words.es.ts'

export const ALERT_WORDS: Catalogue<AlertWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
export const STORED_WORDS = ALERT_WORDS[DEFAULT_LOCALE]
