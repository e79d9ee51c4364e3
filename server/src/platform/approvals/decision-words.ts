/** Phrases about the decision of a request, by language. */
import type { Catalogue } from '../phrases/catalogue.ts'
import { ENGLISH_WORDS } from './decision-words.en.ts'
import { type DecisionWords, SPANISH_WORDS } from './decision-words.es.ts'

export const DECISION_WORDS: Catalogue<DecisionWords> = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
