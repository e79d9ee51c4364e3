/** Phrases of what customers and officers approve in this module, by language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../platform/phrases/catalogue.ts'
import { ENGLISH_WORDS } from './approval-words.en.ts'
import { type ApprovalWords, SPANISH_WORDS } from './approval-words.es.ts'

export const APPROVAL_WORDS: Catalogue<ApprovalWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
/** Phrases of lines that are stored with a request. */
export const STORED_WORDS = APPROVAL_WORDS[DEFAULT_LOCALE]
