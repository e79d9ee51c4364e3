/** Phrases of a person's sheets and checks, and the reasons of flags that are stored, by language. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { type Catalogue, translateStored } from '../../../platform/phrases/catalogue.ts'
import { ENGLISH_WORDS } from './person-words.en.ts'
import { type PersonWords, SPANISH_WORDS } from './person-words.es.ts'

export type { PersonWords }
export const PERSON_WORDS: Catalogue<PersonWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
/** Cells of a sheet in the reader's language; an id, a number or a date is unchanged. */
export const cellsIn = <C extends string | number | null>(cells: readonly C[], locale: Locale): (C | string)[] => {
  const words = { es: SPANISH_WORDS.cells, en: ENGLISH_WORDS.cells }
  return cells.map((cell) => (typeof cell === 'string' ? translateStored(words, cell, locale) : cell))
}

/** Phrases of lines that are stored, in the default language. */
export const STORED_WORDS = PERSON_WORDS[DEFAULT_LOCALE]
