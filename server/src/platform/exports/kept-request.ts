/** Request of an export as it is kept, sealed: the filter of its list, and the language of the officer who reads it. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@tunjo/contract/locales'
import * as z from 'zod'

export interface KeptRequest {
  readonly filter: unknown
  readonly locale: Locale
}

const Kept = z.strictObject({ filter: z.unknown(), locale: z.enum(LOCALES) })

export const writeRequest = (request: KeptRequest): Buffer => Buffer.from(JSON.stringify(request))

/** An earlier release kept the filter alone: its exports that wait during an update are in the default language. */
export function readRequest(content: Buffer): KeptRequest {
  const given: unknown = JSON.parse(content.toString())
  const kept = Kept.safeParse(given).data
  return kept ? { filter: kept.filter, locale: kept.locale } : { filter: given, locale: DEFAULT_LOCALE }
}
