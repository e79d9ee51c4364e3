/** Descriptions of the faults of a bank's statement file. */
import { phrasesOf } from '../../../../platform/phrases/catalogue.ts'
import { ENGLISH_FAULTS } from './statement-faults.en.ts'
import { SPANISH_FAULTS } from './statement-faults.es.ts'

export const STATEMENT_FAULTS = phrasesOf({ es: SPANISH_FAULTS, en: ENGLISH_FAULTS })
