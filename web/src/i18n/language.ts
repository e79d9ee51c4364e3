/** Language of the page, without the translation library: for calls and for date formats. */
import type { Locale } from '@tunjo/contract/locales'
import { readPreference, writePreference } from '../preference.ts'

export type Language = Locale

/** Each with its own name, readable for people who know only that language. The first is the default. */
export const LANGUAGES = { es: 'Español', en: 'English' } as const satisfies Record<Language, string>
const PREFERENCE = 'tunjo.language'

/** Day before month in both; money formats do not depend on it. */
const TAGS = { es: 'es-CO', en: 'en-GB' } as const satisfies Record<Language, string>
/** 12-hour clock in both: Colombians who read English also expect "p. m.". */
export const HOUR_CYCLE = 'h12'

export const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text)

let current: Language = 'es'

export const currentLanguage = (): Language => current
export const languageTag = (): string => TAGS[current]

/** The stored choice of this device. */
export function rememberedLanguage(): Language {
  const text = readPreference(PREFERENCE)
  return isLanguage(text) ? text : 'es'
}

export function speak(language: Language): void {
  current = language
  document.documentElement.lang = languageTag()
}
export const rememberLanguage = (language: Language): void => writePreference(PREFERENCE, language)

/** Cache of formatters, which are expensive to create: one for each language in use. */
export function byLanguage<T>(make: (tag: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const tag = languageTag()
    const value = made.get(tag) ?? make(tag)
    made.set(tag, value)
    return value
  }
}
