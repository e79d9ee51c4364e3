/** Phrases of one feature in each language of the product. The Spanish file gives the type: a missing or extra phrase does not compile. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { fieldOf } from './field-of.ts'

export type Catalogue<Phrases = unknown> = Readonly<Record<Locale, Phrases>>

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
