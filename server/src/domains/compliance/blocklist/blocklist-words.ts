/** Phrases of the blocklist: step-up, approval, sheet, alerts and faults of a file, by language. */

import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { type Catalogue, phrasesOf } from '../../../platform/phrases/catalogue.ts'
import { codedPhrases } from '../../../platform/phrases/coded-text.ts'
import { ENGLISH_WORDS } from './blocklist-words.en.ts'
import { type BlocklistWords, SPANISH_WORDS } from './blocklist-words.es.ts'

export const BLOCKLIST_WORDS: Catalogue<BlocklistWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
/** Phrases of lines that are stored, in the default language. */
export const STORED_WORDS = BLOCKLIST_WORDS[DEFAULT_LOCALE]

const faultsOf = ({ tooManyRows, wrongHeader, noRows }: BlocklistWords) => ({ tooManyRows, wrongHeader, noRows })
export const IMPORT_FILE_FAULTS = phrasesOf({ es: faultsOf(SPANISH_WORDS), en: faultsOf(ENGLISH_WORDS) })

const commentsOf = ({ found, kinds, places }: BlocklistWords) => ({ found, kinds, places })
/** Sentences of comments of alerts. */
export const COMMENT_CATALOGUE = { es: commentsOf(SPANISH_WORDS), en: commentsOf(ENGLISH_WORDS) }
export const COMMENT_WORDS = codedPhrases('blocklist', COMMENT_CATALOGUE)
