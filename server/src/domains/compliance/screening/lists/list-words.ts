/** Phrases of control lists by language. Sources and requests are stored in the default language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { type Catalogue, phrasesOf } from '../../../../platform/phrases/catalogue.ts'
import { LIST_WORDS_EN } from './list-words.en.ts'
import { LIST_WORDS_ES, type ListWords } from './list-words.es.ts'

export const LIST_WORDS: Catalogue<ListWords> = { es: LIST_WORDS_ES, en: LIST_WORDS_EN }
export const STORED_WORDS = LIST_WORDS[DEFAULT_LOCALE]
export const FAULT = phrasesOf({ es: LIST_WORDS_ES.fault, en: LIST_WORDS_EN.fault })
