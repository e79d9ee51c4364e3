/** Sentences of the findings: a rule writes a coded text, which an officer reads in their own language. */
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { codedPhrases } from '../../../../platform/phrases/coded-text.ts'
import { RULE_WORDS_EN } from './rule-words.en.ts'
import { RULE_WORDS_ES, type RuleWords } from './rule-words.es.ts'

export const RULE_CATALOGUE: Catalogue<RuleWords> = { es: RULE_WORDS_ES, en: RULE_WORDS_EN }
export const RULE_WORDS = codedPhrases('rules', RULE_CATALOGUE)
