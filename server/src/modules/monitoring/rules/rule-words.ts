/** Sentences of the findings by language. A finding is stored once as evidence, in the default language. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { RULE_WORDS_EN } from './rule-words.en.ts'
import { RULE_WORDS_ES } from './rule-words.es.ts'

export type RuleWords = typeof RULE_WORDS_ES

const WORDS: Readonly<Record<Locale, RuleWords>> = { es: RULE_WORDS_ES, en: RULE_WORDS_EN }
export const RULE_WORDS = WORDS[DEFAULT_LOCALE]
