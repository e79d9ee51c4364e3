/** Names of the form fields in the history of an alert; the comments that contain them are stored in the default language. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../platform/catalogue.ts'
import { ENGLISH_NAMES } from './field-names.en.ts'
import { type FieldNames, SPANISH_NAMES } from './field-names.es.ts'

const FIELD_NAMES: Catalogue<FieldNames> = { es: SPANISH_NAMES, en: ENGLISH_NAMES }
const NAMES: Readonly<Record<string, string>> = FIELD_NAMES[DEFAULT_LOCALE]

export const fieldName = (name: string): string => NAMES[name] ?? name
/** `['homeAddress', 'cityID']` → `dirección, ciudad`. */
export const fieldNames = (fields: readonly string[]): string => [...new Set(fields.map(fieldName))].join(', ')
