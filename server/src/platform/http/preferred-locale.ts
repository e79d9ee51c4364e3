/** The product's language that a caller prefers (RFC 9110 §12.5.4): the highest weight, on a tie the first named, else the default. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@tunjo/contract/locales'

/** Language of the answer to a request. */
export const localeOf = ({ headers }: { readonly headers: Readonly<Record<string, string | string[] | undefined>> }): Locale =>
  preferredLocale(headers['accept-language']?.toString())

/** No browser names more; the rest of a longer header is not read. */
const MAXIMUM_RANGES = 20

export function preferredLocale(header: string | undefined): Locale {
  let best: { locale: Locale; weight: number } | null = null
  for (const range of (header ?? '').split(',', MAXIMUM_RANGES)) {
    const [tag = '', ...options] = range.split(';').map((part) => part.trim().toLowerCase())
    const locale = LOCALES.find((known) => tag === known || tag.startsWith(`${known}-`))
    const weight = weightOf(options)
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight }
  }
  return best?.locale ?? DEFAULT_LOCALE
}

/** An unreadable weight counts as none, so that a malformed header yields the default. */
function weightOf(options: readonly string[]): number {
  const given = options.find((option) => option.startsWith('q='))
  if (given === undefined) return 1
  return /^q=(0(\.\d{1,3})?|1(\.0{1,3})?)$/.test(given) ? Number(given.slice(2)) : 0
}
