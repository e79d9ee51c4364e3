/** Descriptions of the faults of an uploaded file, in the default language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from './catalogue.ts'
import { ENGLISH_FAULTS } from './file-faults.en.ts'
import { type FileFaults, SPANISH_FAULTS } from './file-faults.es.ts'

const FAULTS: Catalogue<FileFaults> = { es: SPANISH_FAULTS, en: ENGLISH_FAULTS }
export const FILE_FAULTS = FAULTS[DEFAULT_LOCALE]
