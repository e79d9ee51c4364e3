/** Place and equipment of a sign-in in the reader's language. They are stored in the default language, as `locate` and `equipmentOf` write them. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { type Catalogue, translateStored } from '../../../../../platform/phrases/catalogue.ts'
import { ORIGIN_WORDS as ENGLISH_WORDS } from './origin-words.en.ts'
import { ORIGIN_WORDS as SPANISH_WORDS } from './origin-words.es.ts'

const WORDS: Catalogue = { es: SPANISH_WORDS, en: ENGLISH_WORDS }
const regionNames = (tag: string) => new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
const REGIONS: Catalogue<Intl.DisplayNames> = { es: regionNames('es-CO'), en: regionNames('en-GB') }
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** `Madrid, España` → `Madrid, Spain`; `Desconocido · Windows 10 u 11` → `Unknown · Windows 10 or 11`. Other texts are unchanged. */
export function translateOrigin(text: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return text
  const parts = text.split(' · ').map((part) => translateStored(WORDS, part, locale))
  const comma = text.lastIndexOf(', ')
  const code = parts.length === 1 ? regionCodes().get(comma === -1 ? text : text.slice(comma + 2)) : undefined
  if (code === undefined) return parts.join(' · ')
  return `${comma === -1 ? '' : text.slice(0, comma + 2)}${REGIONS[locale].of(code) ?? code}`
}

/** A row with its origin, for its reader. */
export const originIn = <R extends { readonly place: string; readonly system: string; readonly browser: string }>(
  row: R,
  locale: Locale,
): R => ({
  ...row,
  place: translateOrigin(row.place, locale),
  system: translateOrigin(row.system, locale),
  browser: translateOrigin(row.browser, locale),
})

let codesByName: ReadonlyMap<string, string> | undefined

/** ISO code of each region by its name in the default language. */
function regionCodes(): ReadonlyMap<string, string> {
  codesByName ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
      const name = REGIONS[DEFAULT_LOCALE].of(code)
      return name === undefined ? [] : [[name, code] as const]
    }),
  )
  return codesByName
}
