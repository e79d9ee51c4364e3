/** Descriptions of the faults of an uploaded file. */
import { phrasesOf } from '../phrases/catalogue.ts'
import { ENGLISH_FAULTS } from './file-faults.en.ts'
import { SPANISH_FAULTS } from './file-faults.es.ts'

export const FILE_FAULTS = phrasesOf({ es: SPANISH_FAULTS, en: ENGLISH_FAULTS })
