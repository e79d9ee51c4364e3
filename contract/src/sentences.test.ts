import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorParams } from './errors.ts'
import { keysOf } from './keys.ts'
import { LOCALES } from './locales.ts'
import { sentenceOf } from './sentences.ts'

const FILLED = new Proxy<ErrorParams>({}, { get: () => 7 })
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Phrase catalogues of the contract and the server: files such as `errors.es.ts`. */
function catalogues(): string[] {
  return ['contract/src', 'server/src', 'dev'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(es|en)\.ts$/.test(path))
      .map((path) => `${folder}/${path}`),
  )
}

/** Placeholders `{name}` of a catalogue that are never filled in: values are `${name}` of a template. */
const unfilled = (source: string) => source.match(/(?<![${]){\w+}(?!})/g) ?? []
const quoted = (source: string) => source.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)?.join('\n') ?? ''

describe('A4 SHELL-11 the sentences of refusals', () => {
  it.each(LOCALES)('have every value filled in, in %s', (locale) => {
    const raw = keysOf(ERRORS).filter((code) => /[{}]|undefined/.test(sentenceOf(code, FILLED, locale)))
    expect(raw).toEqual([])
  })

  it.each(catalogues())('%s has no placeholder that is never filled in', (path) => {
    expect(unfilled(quoted(readFileSync(ROOT + path, 'utf8')))).toEqual([])
  })
})

it('D13 names the refused file of several sent together', () => {
  expect(sentenceOf('files.image_unreadable', { fileName: 'cédula.jpg' }, 'es')).toMatch(/^«cédula\.jpg»: No pudimos leer la imagen/)
  expect(sentenceOf('files.image_unreadable', { fileName: 'cédula.jpg' }, 'en')).toMatch(/^“cédula\.jpg”: We could not read the picture/)
})
