/** The phrase files of the browser application and the catalogue of refusals, as one text per language. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERRORS, type ErrorParams } from '@tunjo/contract/errors'
import { keysOf } from '@tunjo/contract/keys'
import type { Locale } from '@tunjo/contract/locales'
import { Phrases } from '@tunjo/contract/phrases'
import { sentenceOf } from '@tunjo/contract/sentences'

const FOLDER = new URL('../../../../web/src/i18n/', import.meta.url)
const ERRORS_NAMESPACE = 'errors'

export function readPhrases(locale: Locale): Phrases {
  const folder = new URL(`${locale}/`, FOLDER)
  const names = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.json'))
  const screens = names.sort().map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))])
  return Phrases.parse({ ...Object.fromEntries(screens), [ERRORS_NAMESPACE]: sentencesOf(locale) })
}

function sentencesOf(locale: Locale): Record<string, string> {
  return Object.fromEntries(keysOf(ERRORS).map((code) => [code, sentenceOf(code, PLACEHOLDERS, locale)]))
}

/** Writes `{{name}}` where a sentence has the value `name`: the form that the browser's phrases have. */
const PLACEHOLDERS = new Proxy<ErrorParams>({}, { get: (_, name) => `{{${String(name)}}}` })
