/** Normalisation of list facts for comparison: years, countries, kinds of documents. */
import countries from 'i18n-iso-countries'
import type { Identifier, IdentifierKind } from '../matching/identifiers.ts'

const YEAR = /\b(1[89]\d\d|20\d\d)\b/
export function yearsIn(texts: readonly string[]): number[] {
  return [...new Set(texts.flatMap((text) => (YEAR.exec(text)?.[1] ? [Number(YEAR.exec(text)?.[1])] : [])))]
}

/** Accepts English or Spanish names and codes. */
export function countriesOf(names: readonly string[]): string[] {
  const codes = names.map((name) => name.trim()).map((name) => (/^[A-Z]{2}$/.test(name) ? name : codeOf(name)))
  return [...new Set(codes.flatMap((code) => code ?? []))]
}
const codeOf = (name: string) => countries.getAlpha2Code(name, 'en') ?? countries.getAlpha2Code(name, 'es')

const KINDS: readonly (readonly [RegExp, IdentifierKind])[] = [
  [/passport|pasaporte/i, 'passport'],
  [/c[eé]dula|citizen/i, 'cedula'],
  [/\bnit\b|tax id/i, 'nit'],
  [/digital currency/i, 'crypto_address'],
  [/national|identif|\bid\b|ssn|rfc|curp|dni/i, 'foreign_id'],
]
export const kindOf = (text: string): IdentifierKind => KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
export const identifier = (kind: IdentifierKind, value: string): Identifier[] => (value.trim() ? [{ kind, value: value.trim() }] : [])

export const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
