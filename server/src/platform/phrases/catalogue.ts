/** Phrases of one feature in each language of the product. The Spanish file gives the type: a missing or extra phrase does not compile. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@tunjo/contract/locales'
import { fieldOf } from '../http/field-of.ts'

export type Catalogue<Phrases = unknown> = Readonly<Record<Locale, Phrases>>

/** One phrase in each language, for a text whose reader is known later. */
export type Phrase = Readonly<Record<Locale, string>>
export type PhrasesOf<P> = {
  readonly [K in keyof P]: P[K] extends string ? Phrase : P[K] extends (...values: infer V) => string ? (...values: V) => Phrase : never
}

/** Each phrase of a catalogue, which has no groups, in all its languages. */
export function phrasesOf<P extends object>(catalogue: Catalogue<P>): PhrasesOf<P> {
  const inEach = (write: (phrases: P) => unknown): Phrase => {
    const texts = LOCALES.map((locale) => [locale, String(write(catalogue[locale]))])
    return Object.fromEntries(texts) as Phrase
  }
  const phraseOf = (name: string) => {
    const known = fieldOf(catalogue[DEFAULT_LOCALE], name)
    if (typeof known !== 'function') return inEach((phrases) => fieldOf(phrases, name))
    return (...values: unknown[]) => inEach((phrases) => (fieldOf(phrases, name) as typeof known)(...values))
  }
  return Object.fromEntries(Object.keys(catalogue[DEFAULT_LOCALE]).map((name) => [name, phraseOf(name)])) as PhrasesOf<P>
}

/** A phrase that was stored in the default language, in the reader's; a text outside the catalogue, such as an amount, is unchanged. */
export function translateStored(catalogue: Catalogue, text: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return text
  return findTwin(catalogue[DEFAULT_LOCALE], catalogue[locale], text) ?? text
}

const PLACE = '\u0000'

/** The same for a phrase with one value, which stays as it was stored; null for a text of another phrase. */
export function translateTemplate(catalogue: Catalogue<(value: string) => string>, text: string, locale: Locale): string | null {
  const [before = '', after = ''] = catalogue[DEFAULT_LOCALE](PLACE).split(PLACE)
  if (!text.startsWith(before) || !text.slice(before.length).endsWith(after)) return null
  return catalogue[locale](text.slice(before.length, text.length - after.length))
}

function findTwin(stored: unknown, shown: unknown, text: string): string | undefined {
  if (typeof stored === 'string') return stored === text && typeof shown === 'string' ? shown : undefined
  if (typeof stored !== 'object' || stored === null) return undefined
  for (const key of Object.keys(stored)) {
    const twin = findTwin(fieldOf(stored, key), fieldOf(shown, key), text)
    if (twin !== undefined) return twin
  }
  return undefined
}
