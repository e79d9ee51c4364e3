/** Descriptions of the faults of a bank's statement file, in the default language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../platform/catalogue.ts'
import { ENGLISH_FAULTS } from './statement-faults.en.ts'
import { SPANISH_FAULTS, type StatementFaults } from './statement-faults.es.ts'

const FAULTS: Catalogue<StatementFaults> = { es: SPANISH_FAULTS, en: ENGLISH_FAULTS }
export const STATEMENT_FAULTS = FAULTS[DEFAULT_LOCALE]
