/** The texts of the screens as files of each language (SHELL-13). */
import * as z from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import type { Locale } from './locales.ts'

/** `{ [namespace]: phrases }` as the browser has them; `errors` has the sentence of every refusal, with `{{value}}` for its values. */
export const Phrases = z.record(z.string(), z.record(z.string(), z.unknown()))
export type Phrases = z.output<typeof Phrases>

/** A path for each language, so that no text of a caller ever becomes part of a file name (SEC-18). */
const phrasesOf = <L extends Locale>(locale: L) =>
  endpoint({
    method: 'GET',
    path: `/i18n/${locale}.json`,
    role: 'PUBLIC',
    summary: `Texts of the screens and sentences of the refusals, language ${locale}`,
    response: Phrases,
    errors: [],
  })

export const phrases = { es: phrasesOf('es'), en: phrasesOf('en') } satisfies Record<Locale, Endpoint>
