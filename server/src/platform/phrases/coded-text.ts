/**
 * Texts that are stored as codes and values, so that each reader gets them in their own language. A text is a sequence of parts: plain
 * strings, and phrases of a catalogue with the values that they were written with. `String(text)` is its form in the default language.
 */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { fieldOf } from '../http/field-of.ts'
import type { Catalogue } from './catalogue.ts'

/** A string is shown as it is: an officer wrote it, or it is a name or a number. */
export type Text = string | CodedText
type Value = Text | number | boolean | bigint | Date | null | undefined | readonly Value[]

interface CodedPhrase {
  /** `<catalogue>.<path of the phrase>` */
  readonly code: string
  readonly values: readonly Value[]
  /** In the default language. */
  readonly text: string
}

export class CodedText {
  private readonly parts: readonly (string | CodedPhrase)[]

  constructor(parts: readonly (string | CodedPhrase)[]) {
    this.parts = parts
  }

  /** In the default language. */
  toString(): string {
    return this.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
  }

  /** One text of several, without a separator. */
  static join(...texts: readonly Text[]): CodedText {
    return new CodedText(texts.flatMap((text): readonly (string | CodedPhrase)[] => (typeof text === 'string' ? [text] : text.parts)))
  }

  /** The form that is stored. */
  toJSON(): StoredParts {
    return this.parts.map((part) => (typeof part === 'string' ? part : { code: part.code, values: part.values.map(toStored) }))
  }
}

type StoredValue =
  | string
  | number
  | boolean
  | null
  | { readonly bigint: string }
  | { readonly date: string }
  | { readonly parts: StoredParts }
  | readonly StoredValue[]
export type StoredParts = readonly (string | { readonly code: string; readonly values: readonly StoredValue[] })[]

/** Parts to store beside the text; null for a plain text, which has none. */
export const partsOf = (text: Text): string | null => (typeof text === 'string' ? null : JSON.stringify(text))

function toStored(value: Value): StoredValue {
  if (typeof value === 'bigint') return { bigint: value.toString() }
  if (value instanceof Date) return { date: value.toISOString() }
  if (value instanceof CodedText) return { parts: value.toJSON() }
  if (Array.isArray(value)) return value.map(toStored)
  return (value ?? null) as StoredValue
}

type Accepted<T> = string extends T ? T | CodedText : T extends readonly string[] ? readonly Text[] : T
/** The phrases of a catalogue, each of which yields a coded text. A phrase takes another one as a value. */
export type CodedPhrases<P> = {
  readonly [K in keyof P]: P[K] extends string
    ? CodedText
    : P[K] extends (...values: infer V) => string
      ? (...values: { [I in keyof V]: Accepted<V[I]> }) => CodedText
      : CodedPhrases<P[K]>
}

/** @param name name of the catalogue in the stored codes; it never changes */
export function codedPhrases<P extends object>(name: string, catalogue: Catalogue<P>): CodedPhrases<P> {
  return codedGroup(name, catalogue[DEFAULT_LOCALE]) as CodedPhrases<P>
}

function codedGroup(path: string, phrases: object): object {
  return Object.fromEntries(Object.entries(phrases).map(([key, phrase]) => [key, codedEntry(`${path}.${key}`, phrase)]))
}

function codedEntry(code: string, phrase: unknown): unknown {
  if (typeof phrase === 'string') return new CodedText([{ code, values: [], text: phrase }])
  if (typeof phrase !== 'function') return codedGroup(code, phrase as object)
  return (...values: readonly Value[]) => new CodedText([{ code, values, text: phrase(...values.map(toPlain)) }])
}

const toPlain = (value: Value): unknown =>
  value instanceof CodedText ? value.toString() : Array.isArray(value) ? value.map(toPlain) : value

/** Catalogues by the name that the stored codes have. */
export type Catalogues = Readonly<Record<string, Catalogue<object>>>

/**
 * A stored text in a language. The text of the default language is shown where the row has no parts, as those of earlier releases, and
 * where a catalogue no longer has one of the phrases, or has it with other values.
 */
export function renderStored(catalogues: Catalogues, { text, parts }: { text: string; parts: StoredParts | null }, locale: Locale): string {
  if (parts === null || locale === DEFAULT_LOCALE) return text
  try {
    return writeParts(catalogues, parts, locale)
  } catch {
    return text
  }
}

const writeParts = (catalogues: Catalogues, parts: StoredParts, locale: Locale): string =>
  parts.map((part) => (typeof part === 'string' ? part : writePhrase(catalogues, part, locale))).join('')

/** @throws when there is no such phrase */
function writePhrase(catalogues: Catalogues, { code, values }: Exclude<StoredParts[number], string>, locale: Locale): string {
  const [name = '', ...path] = code.split('.')
  const phrases = fieldOf(fieldOf(catalogues, name), locale)
  const phrase = path.reduce<unknown>((group, key) => fieldOf(group, key), phrases)
  if (typeof phrase === 'string') return phrase
  if (typeof phrase !== 'function') throw new Error(`no phrase ${code}`)
  return phrase(...values.map((value) => fromStored(catalogues, value, locale)))
}

function fromStored(catalogues: Catalogues, value: StoredValue, locale: Locale): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('bigint' in value) return BigInt(value.bigint)
  if ('date' in value) return new Date(value.date)
  if ('parts' in value) return writeParts(catalogues, value.parts, locale)
  return value.map((one) => fromStored(catalogues, one, locale))
}
