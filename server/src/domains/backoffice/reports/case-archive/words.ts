/** Phrases of a case archive by language. Its manifest, and the audit trail, name parts in the default language. */
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { ENGLISH_WORDS } from './words.en.ts'
import { type ArchiveWords, SPANISH_WORDS } from './words.es.ts'

export type { ArchiveWords }
export const ARCHIVE_WORDS: Catalogue<ArchiveWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
