/** Differences between the accepted fields of a form and those that were sent again, for officers. */
import type { AlertEvidence } from '@tunjo/contract/alert-evidence'
import type { Locale } from '@tunjo/contract/locales'
import type { Parameters } from '../../../reference/parameters/index.ts'
import { ALERT_WORDS } from '../words.ts'
import { fieldName } from './field-names.ts'

export type FieldLists = Pick<Parameters, 'identificationType' | 'city' | 'department' | 'occupation' | 'economicActivity' | 'countryName'>
type Fields = Readonly<Record<string, unknown>>

/** Official names and code lists, by which a form stores its values, and the language of the reader. */
export interface FieldReader {
  readonly lists: FieldLists
  readonly locale: Locale
}

export function fieldChanges(before: Fields, after: Fields, reader: FieldReader): AlertEvidence['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    const [was, is] = [textOf(name, before[name], reader), textOf(name, after[name], reader)]
    return was === is ? [] : [{ field: fieldName(name, reader.locale), before: was, after: is }]
  })
}

const NAME_OF: Readonly<Record<string, (id: number, lists: FieldLists) => string | undefined>> = {
  identificationTypeID: (id, lists) => lists.identificationType(id)?.name,
  cityID: (id, lists) => lists.city(id)?.name,
  departmentID: (id, lists) => lists.department(id)?.name,
  occupationID: (id, lists) => lists.occupation(id)?.name,
  economicActivityID: (id, lists) => lists.economicActivity(id)?.name,
}
const COUNTRIES = ['outsideCountry', 'jurisdictionCountry', 'nationality']

function textOf(name: string, value: unknown, reader: FieldReader): string | null {
  const { lists, locale } = reader
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? ALERT_WORDS[locale].yes : ALERT_WORDS[locale].no
  if (typeof value === 'number') return NAME_OF[name]?.(value, lists) ?? String(value)
  if (typeof value === 'string') return (COUNTRIES.includes(name) ? lists.countryName(value) : null) ?? value
  // Partners, and a declared political office.
  const parts = Array.isArray(value) ? value.map((one) => wordsOf(one, reader)) : [wordsOf(value, reader)]
  return parts.join('; ')
}

const wordsOf = (value: unknown, reader: FieldReader): string =>
  Object.entries(Object(value))
    .flatMap(([name, one]) => textOf(name, one, reader) ?? [])
    .join(', ')
