/** Names of the form fields in the history of an alert, by language. */
import type { Locale } from '@tunjo/contract/locales'
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { ENGLISH_NAMES } from './field-names.en.ts'
import { type FieldNames, SPANISH_NAMES } from './field-names.es.ts'

const FIELD_NAMES: Catalogue<FieldNames> = { es: SPANISH_NAMES, en: ENGLISH_NAMES }

export function fieldName(name: string, locale: Locale): string {
  const names: Readonly<Record<string, string>> = FIELD_NAMES[locale]
  return names[name] ?? name
}

/** `['homeAddress', 'cityID']` → `dirección, ciudad`, for the comments of alerts. */
export const fieldNames = (fields: readonly string[], locale: Locale): string =>
  [...new Set(fields.map((name) => fieldName(name, locale)))].join(', ')
