/** What the document says beside what was typed. */
import type { Values } from '../draft-keeper.ts'
import { foldText } from '../fold-text.ts'
import type { Card } from './parse-card.ts'

export const CARD_FIELDS = ['identificationNumber', 'fullName', 'birthDate'] as const
export type CardField = (typeof CARD_FIELDS)[number]
export type CardValues = Record<CardField, string>

export const valuesOf = ({ number, fullName, birthDate }: Card): CardValues => ({
  identificationNumber: number,
  fullName: capitalized(fullName),
  birthDate,
})

/** Fields that nobody has typed into yet, with what the document says. */
export function missingFrom(values: Values, card: CardValues): Partial<CardValues> {
  const empty = CARD_FIELDS.filter((field) => values[field] === undefined || values[field] === '')
  return Object.fromEntries(empty.map((field) => [field, card[field]]))
}

/** Fields whose text is not what the document says. Accents, capitals and the order of the names do not count. */
export const differencesFrom = (values: Values, card: CardValues): CardField[] =>
  CARD_FIELDS.filter((field) => isTyped(values[field]) && compared(field, String(values[field])) !== compared(field, card[field]))

const isTyped = (value: unknown): boolean => typeof value === 'string' && value !== ''

const compared = (field: CardField, text: string): string => (field === 'fullName' ? foldText(text).split(/\s+/).sort().join(' ') : text)

/** `MARÍA DEL MAR` → `María Del Mar`. */
const capitalized = (words: string): string => words.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase())
