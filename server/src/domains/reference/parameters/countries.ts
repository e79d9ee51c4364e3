/** Countries by ISO 3166-1 alpha-2, in Spanish, in the alphabetical order of a Colombian reader. */
import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries'
import { foldText } from '../../../platform/database/list-query.ts'

export interface Country {
  readonly code: string
  readonly name: string
}

export function readCountries(): readonly Country[] {
  countries.registerLocale(createRequire(import.meta.url)('i18n-iso-countries/langs/es.json'))
  const byName = new Intl.Collator('es-CO', { sensitivity: 'base' })
  const named = Object.entries(countries.getNames('es', { select: 'official' })).map(([code, name]) => ({ code, name }))
  return named.sort((one, other) => byName.compare(one.name, other.name))
}

/** Find the code of a country by its code or by any of its names in Spanish and English, ignoring accents and capitals. */
export function readCountryCodes(): (text: string) => string | null {
  const languages = ['es', 'en'] as const
  for (const language of languages) countries.registerLocale(createRequire(import.meta.url)(`i18n-iso-countries/langs/${language}.json`))
  const codes = new Map<string, string>()
  for (const language of languages)
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of [code, ...names]) codes.set(foldText(name), code)
  return (text) => codes.get(foldText(text.trim())) ?? null
}
