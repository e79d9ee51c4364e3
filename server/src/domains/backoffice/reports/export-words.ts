/** Words of exported lists, by language. Files whose text the specification fixes are in the default language. */
import type { Locale } from '@tunjo/contract/locales'
import { EXPORT_WORDS_EN } from './export-words.en.ts'
import { EXPORT_WORDS_ES, type ExportWords } from './export-words.es.ts'

export type { ExportWords }
export const EXPORT_WORDS: Readonly<Record<Locale, ExportWords>> = { es: EXPORT_WORDS_ES, en: EXPORT_WORDS_EN }
