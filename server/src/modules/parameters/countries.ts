/** Countries by ISO 3166-1 alpha-2, in Spanish, in the order a Colombian reader looks them up. */
import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries'

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
