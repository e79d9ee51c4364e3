/** Sentences of the findings by language. A finding is stored once as evidence, in the default language. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { RULE_WORDS_EN } from './rule-words.en.ts'
import { RULE_WORDS_ES, type RuleWords } from './rule-words.es.ts'

const WORDS: Readonly<Record<Locale, RuleWords>> = { es: RULE_WORDS_ES, en: RULE_WORDS_EN }
export const RULE_WORDS = WORDS[DEFAULT_LOCALE]
