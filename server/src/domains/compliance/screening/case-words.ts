/** Sentences of screening by language. Explanations are stored as evidence, in the default language. */

import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { codedPhrases } from '../../../platform/phrases/coded-text.ts'
import { CASE_WORDS_EN } from './case-words.en.ts'
import { CASE_WORDS_ES, type CaseWords } from './case-words.es.ts'

export const CASE_WORDS: Readonly<Record<Locale, CaseWords>> = { es: CASE_WORDS_ES, en: CASE_WORDS_EN }
export const STORED_WORDS = CASE_WORDS[DEFAULT_LOCALE]

const commentsOf = ({ hit, address, check }: CaseWords) => ({ hit, address, check })
/** Sentences of comments of alerts. */
export const COMMENT_CATALOGUE = { es: commentsOf(CASE_WORDS_ES), en: commentsOf(CASE_WORDS_EN) }
export const COMMENT_WORDS = codedPhrases('screening', COMMENT_CATALOGUE)
