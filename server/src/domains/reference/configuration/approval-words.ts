/** Phrases of a change of the configuration, by language. */
import type { Catalogue } from '../../../platform/phrases/catalogue.ts'
import { ENGLISH_WORDS } from './approval-words.en.ts'
import { type ApprovalWords, SPANISH_WORDS } from './approval-words.es.ts'

export const APPROVAL_WORDS: Catalogue<ApprovalWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
