/** Words of exported lists, by language. A list that is stored as a file is in the default language. */
import type { Locale } from '@tunjo/contract/locales'
import { EXPORT_WORDS_EN } from './export-words.en.ts'
import { EXPORT_WORDS_ES, type ExportWords } from './export-words.es.ts'

export const EXPORT_WORDS: Readonly<Record<Locale, ExportWords>> = { es: EXPORT_WORDS_ES, en: EXPORT_WORDS_EN }
