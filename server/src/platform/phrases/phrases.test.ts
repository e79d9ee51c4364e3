import { readdirSync } from 'node:fs'
import { ERRORS } from '@tunjo/contract/errors'
import { LOCALES } from '@tunjo/contract/locales'
import type { Phrases } from '@tunjo/contract/phrases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { phraseRoutes } from './routes.ts'

const FOLDER = new URL('../../../../web/src/i18n/', import.meta.url)

let database: TestDatabase
let platform: TestPlatform
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  server = await startTestServer(platform, phraseRoutes())
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

describe('SHELL-13 phrases', () => {
  it.each(LOCALES)('SHELL-13 GET /i18n/%s.json has every phrase file of the browser by its namespace', async (locale) => {
    const response = await fetch(`${server.url}/i18n/${locale}.json`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-language')]).toEqual([
      200,
      'application/json; charset=utf-8',
      locale,
    ])
    const phrases = (await response.json()) as Phrases
    const files = readdirSync(new URL(`${locale}/`, FOLDER)).map((name) => name.replace('.json', ''))
    expect(Object.keys(phrases).sort()).toEqual([...files, 'errors'].sort())
    expect(phrases.shell).toMatchObject({ product: 'Tunjo' })
  })

  it('SHELL-13 has the sentence of every refusal, with places for its values', async () => {
    const { errors } = (await (await fetch(`${server.url}/i18n/es.json`)).json()) as Phrases
    expect(Object.keys(errors ?? {})).toEqual(Object.keys(ERRORS))
    expect(errors?.['identity.not_signed_in']).toBe('Inicia sesión para continuar.')
    expect(errors?.['identity.password_too_short']).toBe('La contraseña debe tener al menos {{minimum}} caracteres.')
    expect(JSON.stringify(errors)).not.toMatch(/NaN|undefined|\[object/)
  })

  it('SHELL-13 has every sentence in English too, with the same values', async () => {
    const [spanish, english] = await Promise.all(
      LOCALES.map(async (locale) => ((await (await fetch(`${server.url}/i18n/${locale}.json`)).json()) as Phrases).errors ?? {}),
    )
    expect(english?.['identity.not_signed_in']).toBe('Sign in to continue.')
    const places = (errors: object = {}) =>
      Object.entries(errors).map(([code, text]) => [
        code,
        String(text)
          .match(/{{\w+}}/g)
          ?.sort(),
      ])
    expect(places(english)).toEqual(places(spanish))
  })

  it('SHELL-13 is not sent again to a browser that has it', async () => {
    const first = await fetch(`${server.url}/i18n/es.json`)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${server.url}/i18n/es.json`, { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    expect((await fetch(`${server.url}/i18n/es.json`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it.each([
    '/i18n/xx.json',
    '/i18n/es',
    '/i18n/es.json5',
    '/i18n/ES.json',
    '/i18n/es/shell.json',
    '/i18n/..%2f..%2fpackage.json',
    '/i18n/%2e%2e/%2e%2e/package.json',
    '/i18n/es%00.json',
    '/i18n/__proto__.json',
  ])('SEC-18 SHELL-13 %s is a JSON 404', async (path) => {
    const response = await fetch(server.url + path, { headers: { accept: 'text/html' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(await response.json()).toMatchObject({ code: 'request.not_found' })
  })

  it('SHELL-13 every language with a folder is served, es first', () => {
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...LOCALES].sort())
    expect(LOCALES[0]).toBe('es')
  })
})
