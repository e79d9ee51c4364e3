/** Phrase files of the screens, one per language (SHELL-13). */
import * as z from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import type { Locale } from './locales.ts'

/** `{ [namespace]: phrases }` in the browser's format; `errors` has the sentence of every error code, with `{{value}}` for its values. */
export const Phrases = z.record(z.string(), z.record(z.string(), z.unknown()))
export type Phrases = z.output<typeof Phrases>

/** One path per language, so that no text of a caller ever becomes part of a file name (SEC-18). */
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
