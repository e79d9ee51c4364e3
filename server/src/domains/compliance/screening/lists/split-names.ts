/**
 * Split of one field of a sanctions list into its names, which are often several: `A; B`, `(a) A, (b) B`, `A (previously listed as B)`, `A
 * a.k.a. B`. A slash or a line break may separate names or be part of one, so the whole stays a name next to its parts.
 */
import { tidy } from './facts.ts'
import type { ListEntry, NameSource } from './types.ts'

const MARK = String.raw`\(?(?:[a-z]|\d{1,2}|i{1,3}|iv|vi{0,3}|ix)\)`
/** Marks as in `(a) A, (b) B`. A single mark in the middle is part of a name: `BANCO (C)`. */
const MARKS = new RegExp(String.raw`(?:^|[\s,;(])${MARK}(?=\s)`, 'g')
const OTHERWISE_CALLED =
  /\(?\s*\b(?:[Pp]reviously|[Ff]ormerly|[Oo]riginally|[Aa]lso|[Nn]ow)\s+(?:listed|known|registered|called)(?:\s+as)?\b\s*:?|\(?\s*(?<![\p{L}.])(?:[afn]\.\s?k\.\s?a\.?|[AFN]\.\s?K\.\s?A\.?|[afn]ka(?=[\s:]))\s*:?/gu
const ONLY_MARK = new RegExp(`^${MARK}$`)
const WORDS_OF_A_NAME = 2

export interface NameField {
  readonly text: string
  readonly quality?: NameSource['quality']
}
/** Names of the fields of an entry, the main one first. A good name that is a separate field needs no source. */
export function namesOf(fields: readonly NameField[]): Required<Pick<ListEntry, 'names' | 'nameSources'>> {
  const found = fields.flatMap(({ text, quality = 'good' }) =>
    splitNames(text).map((name): NameSource => ({ name, source: tidy(text), quality })),
  )
  const names = [...new Set(found.map(({ name }) => name))]
  return { names, nameSources: found.filter(({ name, source, quality }) => name !== source || quality === 'low') }
}

export function splitNames(field: string): string[] {
  const sure = splitMarks(field.replace(OTHERWISE_CALLED, ';')).split(';')
  return [...new Set(sure.flatMap(withPossibleParts))]
}

function splitMarks(text: string): string {
  const marks = [...text.matchAll(MARKS)]
  const isEnumeration = marks.length > 1 || marks[0]?.index === 0
  return isEnumeration ? text.replace(MARKS, ';') : text
}

function withPossibleParts(text: string): string[] {
  const whole = cleaned(text)
  if (whole === '') return []
  const parts = text
    .split(/[/\r\n]+/)
    .map(cleaned)
    .filter(Boolean)
  const areNames = parts.length > 1 && parts.every((part) => part.split(' ').length >= WORDS_OF_A_NAME)
  return areNames ? [...parts, whole] : [whole]
}

/** Name without surrounding signs, and without unbalanced parentheses. */
function cleaned(text: string): string {
  const trimmed = tidy(text).replace(/^[\s,;:"'“”«»–-]+|[\s,;:"'“”«»–-]+$/gu, '')
  const [opened, closed] = [count(trimmed, '('), count(trimmed, ')')]
  const balanced = opened === closed ? trimmed : tidy(trimmed.replace(opened > closed ? /\(/ : /\)(?!.*\))/, ' '))
  return /\p{L}/u.test(balanced) && !ONLY_MARK.test(balanced) ? balanced.replace(/[\s,;:"'“”«»–-]+$/u, '') : ''
}
const count = (text: string, sign: string): number => text.split(sign).length - 1
