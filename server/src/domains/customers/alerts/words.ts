/** Phrases of the alerts by language. Comments of the system are audited in the default language. */
import type { Catalogue } from '../../../platform/phrases/catalogue.ts'
import { codedPhrases } from '../../../platform/phrases/coded-text.ts'
import { ENGLISH_WORDS } from './words.en.ts'
import { type AlertWords, SPANISH_WORDS } from './words.es.ts'

export const ALERT_WORDS: Catalogue<AlertWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }

const commentsOf = ({ severityRaised, snoozeEnded }: AlertWords) => ({ severityRaised, snoozeEnded })
/** Sentences of the system in comments. */
export const COMMENT_WORDS = { es: commentsOf(SPANISH_WORDS), en: commentsOf(ENGLISH_WORDS) }
export const STORED_WORDS = codedPhrases('alerts', COMMENT_WORDS)
