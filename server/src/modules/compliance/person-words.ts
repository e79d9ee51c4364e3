/** Phrases of a person's sheets and checks, and the reasons of flags that are stored, by language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../platform/catalogue.ts'
import { ENGLISH_WORDS } from './person-words.en.ts'
import { type PersonWords, SPANISH_WORDS } from './person-words.es.ts'

export type { PersonWords }
export const PERSON_WORDS: Catalogue<PersonWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
/** Phrases of lines that are stored, in the default language. */
export const STORED_WORDS = PERSON_WORDS[DEFAULT_LOCALE]
