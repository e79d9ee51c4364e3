/** Which language this page speaks, without the library that translates: what leaves the page and how dates are written. */
import type { Locale } from '@tunjo/contract/locales'
import { readPreference, writePreference } from '../preference.ts'

export type Language = Locale

/** Each in its own name, so that whoever reads only that one finds it. The first is the default. */
export const LANGUAGES = { es: 'Español', en: 'English' } as const satisfies Record<Language, string>
const PREFERENCE = 'tunjo.language'

/** Day before month in both; figures of money do not depend on this. */
const TAGS = { es: 'es-CO', en: 'en-GB' } as const satisfies Record<Language, string>
/** Where a 24-hour clock is usual, Colombians who read English still expect "p. m.". */
export const HOUR_CYCLE = 'h12'

export const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text)

let current: Language = 'es'

export const currentLanguage = (): Language => current
export const languageTag = (): string => TAGS[current]

/** The choice of this device. */
export function rememberedLanguage(): Language {
  const text = readPreference(PREFERENCE)
  return isLanguage(text) ? text : 'es'
}

export function speak(language: Language): void {
  current = language
  document.documentElement.lang = languageTag()
}
export const rememberLanguage = (language: Language): void => writePreference(PREFERENCE, language)

/** Formatters are dear to make: one for each language that is used. */
export function byLanguage<T>(make: (tag: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const tag = languageTag()
    const value = made.get(tag) ?? make(tag)
    made.set(tag, value)
    return value
  }
}
