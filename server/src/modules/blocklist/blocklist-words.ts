/** Phrases of the blocklist: step-up, approval, sheet, alerts and faults of a file, by language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { type Catalogue, phrasesOf } from '../../platform/catalogue.ts'
import { ENGLISH_WORDS } from './blocklist-words.en.ts'
import { type BlocklistWords, SPANISH_WORDS } from './blocklist-words.es.ts'

export const BLOCKLIST_WORDS: Catalogue<BlocklistWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
/** Phrases of lines that are stored, in the default language. */
export const STORED_WORDS = BLOCKLIST_WORDS[DEFAULT_LOCALE]

const faultsOf = ({ tooManyRows, wrongHeader, noRows }: BlocklistWords) => ({ tooManyRows, wrongHeader, noRows })
export const IMPORT_FILE_FAULTS = phrasesOf({ es: faultsOf(SPANISH_WORDS), en: faultsOf(ENGLISH_WORDS) })
