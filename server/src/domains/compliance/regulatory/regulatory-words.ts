/** Phrases of reports to authorities by language. Requests, files and the report as a document are stored in the default language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../platform/phrases/catalogue.ts'
import { REGULATORY_WORDS_EN } from './regulatory-words.en.ts'
import { REGULATORY_WORDS_ES, type RegulatoryWords } from './regulatory-words.es.ts'

export const REGULATORY_WORDS: Catalogue<RegulatoryWords> = { es: REGULATORY_WORDS_ES, en: REGULATORY_WORDS_EN }
export const STORED_WORDS = REGULATORY_WORDS[DEFAULT_LOCALE]
