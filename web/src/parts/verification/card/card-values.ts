/** Comparison of the document's data with the typed values. */
import type { Values } from '../draft-keeper.ts'
import { foldText } from '../fold-text.ts'

export const CARD_FIELDS = ['identificationTypeID', 'identificationNumber', 'fullName', 'birthDate'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** Certain values only. */
export interface CardValues {
  readonly identificationTypeID?: number
  readonly identificationNumber?: string
  readonly fullName?: string
  readonly birthDate?: string
}

/** @param isTouched whether the person chose the value; a preselected type does not count as chosen while the number is empty */
export function missingFrom(values: Values, read: CardValues, isTouched: (name: string) => boolean): CardValues {
  const isFree = (field: CardField) =>
    isEmpty(values[field]) || (field === 'identificationTypeID' && !isTouched(field) && isEmpty(values.identificationNumber))
  return only(read, (field) => isFree(field) && values[field] !== read[field])
}

/** Fields that differ from the document. Ignores accents, case and the order of the names. */
export const differencesFrom = (values: Values, read: CardValues): CardField[] =>
  CARD_FIELDS.filter(
    (field) => read[field] !== undefined && !isEmpty(values[field]) && compared(field, values[field]) !== compared(field, read[field]),
  )

/** Filter the read values. */
export const only = (read: CardValues, wanted: (field: CardField) => boolean): CardValues =>
  Object.fromEntries(CARD_FIELDS.filter((field) => read[field] !== undefined && wanted(field)).map((field) => [field, read[field]]))

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const compared = (field: CardField, value: unknown): string =>
  field === 'fullName' ? foldText(String(value)).split(/\s+/).sort().join(' ') : String(value)

/** `MARÍA DEL MAR` → `María Del Mar`. */
export const capitalized = (words: string): string => words.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase())
