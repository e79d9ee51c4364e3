/**
 * Numbers that two officers change, in versions with an effective date: each with its unit, its bounds and the value of the first version.
 * Used by alert rules (alert-rule-catalogue.ts) and by the configuration (configuration-catalogue.ts).
 */
import { copFigure, group } from './amount-text.ts'
import type { Locale } from './locales.ts'

export type Words = Readonly<Record<Locale, string>>

export const NUMBER_UNITS = ['cop', 'percent', 'times', 'count', 'days', 'hours', 'months', 'points', 'km', 'kmh'] as const
export type NumberUnit = (typeof NUMBER_UNITS)[number]
/** Whole number in its unit; `cop` in whole pesos. */
export interface VersionedNumber extends Words {
  readonly unit: NumberUnit
  readonly minimum: number
  readonly maximum: number
  readonly first: number
}
/** A set of numbers, with pairs in order: the first never above the second. */
export interface NumberWords {
  readonly numbers: Readonly<Record<string, VersionedNumber>>
  readonly ordered?: readonly (readonly [string, string])[]
}
/** Text of digits, by name. */
export type NumberValues = Readonly<Record<string, string>>

export const number = <const U extends NumberUnit>(unit: U, [minimum, first, maximum]: readonly [number, number, number], words: Words) => ({
  unit, minimum, first, maximum, ...words,
}) // biome-ignore format: one line

/** `bigint` for amounts in COP cents and their multipliers. */
type OfUnit<U extends NumberUnit> = U extends 'cop' | 'percent' | 'times' ? bigint : number
export type TypedNumbers<Numbers extends Readonly<Record<string, VersionedNumber>>> = {
  readonly [Key in keyof Numbers]: Numbers[Key] extends { unit: infer U extends NumberUnit } ? OfUnit<U> : never
}

const CENTS = 100n

/** Convert a stored version. A number that it does not have was added later and takes its first value. */
export function typedNumbers<Numbers extends Readonly<Record<string, VersionedNumber>>>(
  known: Numbers,
  values: NumberValues,
): TypedNumbers<Numbers> {
  const numbers = Object.entries(known).map(([key, { unit, first }]) => [key, inUnit(unit, values[key] ?? `${first}`)])
  // Every name has a value, in the type of its unit.
  return Object.fromEntries(numbers) as TypedNumbers<Numbers>
}

function inUnit(unit: NumberUnit, text: string): bigint | number {
  if (unit === 'cop') return BigInt(text) * CENTS
  return unit === 'percent' || unit === 'times' ? BigInt(text) : Number(text)
}

export const firstNumbers = ({ numbers }: NumberWords): NumberValues =>
  Object.fromEntries(Object.entries(numbers).map(([key, { first }]) => [key, String(first)]))

const UNITS: Readonly<Record<Exclude<NumberUnit, 'cop' | 'count'>, readonly [one: Words, many: Words]>> = {
  percent: [
    { es: '%', en: '%' },
    { es: '%', en: '%' },
  ],
  times: [
    { es: 'vez', en: 'time' },
    { es: 'veces', en: 'times' },
  ],
  days: [
    { es: 'día', en: 'day' },
    { es: 'días', en: 'days' },
  ],
  hours: [
    { es: 'hora', en: 'hour' },
    { es: 'horas', en: 'hours' },
  ],
  months: [
    { es: 'mes', en: 'month' },
    { es: 'meses', en: 'months' },
  ],
  points: [
    { es: 'punto', en: 'point' },
    { es: 'puntos', en: 'points' },
  ],
  km: [
    { es: 'km', en: 'km' },
    { es: 'km', en: 'km' },
  ],
  kmh: [
    { es: 'km/h', en: 'km/h' },
    { es: 'km/h', en: 'km/h' },
  ],
}

/** `$ 10.000.000`, `80 %`, `30 días`. */
export function textOfNumber(unit: NumberUnit, value: string, locale: Locale): string {
  if (unit === 'cop') return `$ ${copFigure(BigInt(value) * 100n)}`
  if (unit === 'count') return group(value)
  const [one, many] = UNITS[unit]
  return `${group(value)} ${(value === '1' ? one : many)[locale]}`
}
