/** Words of movements by language, for files. */
import type { Locale } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../platform/phrases/catalogue.ts'
import { ENGLISH_WORDS } from './words.en.ts'
import { type MovementWords, SPANISH_WORDS } from './words.es.ts'

export type { MovementWords }
export const MOVEMENT_WORDS: Catalogue<MovementWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }

/** `code`: of a posting; a code without its own words has those of any movement. */
export function postingWords(code: string, locale: Locale): string {
  const { ledger, otherPosting } = MOVEMENT_WORDS[locale]
  const known: Readonly<Record<string, string>> = ledger
  return known[code] ?? otherPosting
}
