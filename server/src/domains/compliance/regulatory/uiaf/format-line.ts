/**
 * One record of a layout as text of fixed positions (SEC-72). A value that is missing or does not fit is a problem and never truncated
 * silently.
 */
import type { Field, FieldSource } from './layout.ts'

/** Number in base units with its decimals. */
export interface Figure {
  readonly units: bigint
  readonly decimals: number
}
export type Value = string | Figure | null
export type Values = Readonly<Partial<Record<FieldSource, Value>>>

export interface FieldProblem {
  readonly problem: 'code' | 'length' | 'missing'
  readonly field: string
  readonly source: FieldSource
}

const END = 'X'

export function formatLine(fields: readonly Field[], values: Values): { text: string; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const parts = fields.map((field) => {
    const { text, problem } = formatField(field, givenValue(field, values))
    if (problem) problems.push({ problem, field: field.name, source: field.source })
    return text
  })
  return { text: parts.join(''), problems }
}

function givenValue({ source }: Field, values: Values): Value {
  if (source === 'zero') return { units: 0n, decimals: 0 }
  return source === 'end' ? END : (values[source] ?? null)
}

type Formatted = { readonly text: string; readonly problem: FieldProblem['problem'] | null }

function formatField(field: Field, value: Value): Formatted {
  const blank = field.type === 'number' ? '0'.repeat(field.length) : ' '.repeat(field.length)
  if (value === null || value === '') return { text: blank, problem: 'missing' }
  const text = textOf(field, value)
  if (text === null) return { text: blank, problem: 'code' }
  if (text === '') return { text: blank, problem: 'missing' }
  if (text.length > field.length) return { text: text.slice(0, field.length), problem: 'length' }
  return { text: field.type === 'number' ? text.padStart(field.length, '0') : text.padEnd(field.length, ' '), problem: null }
}

/** Null when there is no code for it. */
function textOf({ codes, decimals }: Field, value: string | Figure): string | null {
  if (typeof value !== 'string') return scaled(value, decimals).toString()
  if (!codes) return plain(value)
  return Object.hasOwn(codes, value) ? (codes[value] ?? null) : null
}

/** Truncated: never more than the value. */
function scaled({ units, decimals }: Figure, to: number): bigint {
  return to >= decimals ? units * 10n ** BigInt(to - decimals) : units / 10n ** BigInt(decimals - to)
}

/** Letters without a removable accent, in the spelling of machine-readable passports (ICAO 9303). */
const LETTERS: Readonly<Record<string, string>> = {
  Æ: 'AE', Œ: 'OE', Ø: 'OE', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH', Ħ: 'H', Ŧ: 'T', Ŋ: 'N',
} // biome-ignore format: one list

/** Capitals without accents, in one byte each, as such files require. `Ñ` becomes `N`. Null with a letter of another script. */
function plain(text: string): string | null {
  const capitals = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const written = capitals.replace(/[^\x20-\x7e]/g, (letter) => LETTERS[letter] ?? letter)
  if (/[^\P{L}A-Z\p{Lm}]|[^\P{N}0-9]/u.test(written)) return null
  return written.replace(/[^\x21-\x7e]+/gu, ' ').trim()
}
