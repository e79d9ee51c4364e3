/** Phrases of changes of a risk profile: step-up, approval and the reasons that are stored with them, by language. */

import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../platform/phrases/catalogue.ts'
import { codedPhrases } from '../../../platform/phrases/coded-text.ts'
import { ENGLISH_WORDS } from './risk-words.en.ts'
import { type RiskWords, SPANISH_WORDS } from './risk-words.es.ts'

export const RISK_WORDS: Catalogue<RiskWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
/** Phrases of lines that are stored, in the default language. */
export const STORED_WORDS = RISK_WORDS[DEFAULT_LOCALE]

const commentsOf = ({ earlier: { list, pep }, representativePep, declaredPep }: RiskWords) => ({
  earlier: { list, pep },
  representativePep,
  declaredPep,
})
/** Sentences of comments of alerts. */
export const COMMENT_CATALOGUE = { es: commentsOf(RISK_WORDS.es), en: commentsOf(RISK_WORDS.en) }
export const COMMENT_WORDS = codedPhrases('risk', COMMENT_CATALOGUE)
