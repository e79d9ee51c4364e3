import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { endpoint } from '@tunjo/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { newId } from '../database/ids.ts'
import { readPlatformSettings } from '../process/config.ts'
import { refuse } from './refusal.ts'
import { implement } from './route.ts'

const body = z.strictObject({ note: z.string() })
const response = z.object({ note: z.string(), rawBody: z.string() })
const contract = {
  echo: endpoint({ method: 'POST', path: '/api/echo', role: 'PUBLIC', summary: 'Echo', body, response, errors: ['request.not_found'] }),
  pay: endpoint({
    method: 'POST',
    path: '/payment/pay',
    role: 'ROLE_USER',
    money: true,
    summary: 'Money',
    body,
    response: z.object({ id: z.string(), hash: z.string() }),
    errors: [],
  }),
  webhook: endpoint({ method: 'POST', path: '/payment/hook', role: 'MACHINE', summary: 'Event', body: z.any(), response, errors: [] }),
}

const key = randomBytes(32)
const accountId = newId()
let database: TestDatabase
const servers: { on?: TestServer; off?: TestServer } = {}
const platforms: TestPlatform[] = []

async function start(legacyBodyKey: Buffer | null): Promise<TestServer> {
  const platform = createTestPlatform(database, { legacyBodyKey })
  platforms.push(platform)
  const routes = implement(contract, {
    async echo({ body, http }) {
      if (body.note === 'refuse') refuse('request.not_found')
      return { note: body.note, rawBody: http.rawBody }
    },
    pay: async ({ operation }) => operation,
    webhook: async ({ http }) => ({ note: '', rawBody: http.rawBody }),
  })
  return startTestServer(platform, routes, async () => ({ accountId, sessionId: accountId, authorities: ['ROLE_USER'] }))
}

beforeAll(async () => {
  database = await createTestDatabase()
  servers.on = await start(key)
  servers.off = await start(null)
})
afterAll(async () => {
  await Promise.all([servers.on?.close(), servers.off?.close()])
  for (const platform of platforms) platform.remove()
  await database?.drop()
})

function encrypt(text: string | Buffer, withKey = key): string {
  const encoder = createCipheriv('aes-256-ecb', withKey, null)
  return Buffer.concat([encoder.update(text), encoder.final()]).toString('base64')
}
function decrypt(text: string): string {
  const decoder = createDecipheriv('aes-256-ecb', key, null)
  return decoder.update(text, 'base64', 'utf8') + decoder.final('utf8')
}
const post = (path: string, text: string, headers: Record<string, string> = {}, server = servers.on) =>
  fetch(`${server?.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })
const ASK = { 'x-body-encryption': 'aes-ecb' }
const PLAIN = JSON.stringify({ note: 'señal' })

describe('SHELL-14 the compatibility mode is on', () => {
  it.each([
    ['a JSON string', JSON.stringify(encrypt(PLAIN))],
    ['an envelope', JSON.stringify({ encrypted: encrypt(PLAIN) })],
    ['a plain body', PLAIN],
  ])('reads %s, and the raw body is the decrypted text', async (_, text) => {
    const answer = await post('/api/echo', text)
    expect(await answer.json()).toEqual({ note: 'señal', rawBody: PLAIN })
    expect(answer.headers.get('x-body-encryption')).toBeNull()
  })

  it('encrypts answers only for callers that ask for it, refusals too', async () => {
    const answer = await post('/api/echo', PLAIN, ASK)
    expect(answer.headers.get('x-encrypted-content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(decrypt((await answer.json()) as string))).toEqual({ note: 'señal', rawBody: PLAIN })
    const refused = await post('/api/echo', JSON.stringify({ note: 'refuse' }), ASK)
    expect([refused.status, refused.headers.get('app-error')]).toEqual([404, 'request.not_found'])
    expect(decrypt((await refused.json()) as string)).toBe('No encontramos lo que buscas.')
  })

  it.each([
    ['text that is not base64', JSON.stringify('no es base64 ñ')],
    ['half a block', JSON.stringify({ encrypted: 'AAAA' })],
    ['nothing', JSON.stringify({ encrypted: '' })],
    ['another key', JSON.stringify({ encrypted: encrypt(PLAIN, Buffer.alloc(32, 7)) })],
    ['bytes that are no text', JSON.stringify({ encrypted: encrypt(Buffer.from([0xff, 0xfe])) })],
  ])('refuses %s', async (_, text) => {
    const answer = await post('/api/echo', text)
    expect([answer.status, answer.headers.get('app-error')]).toEqual([400, 'request.encrypted_body_invalid'])
  })

  it('validates the decrypted body as every other body', async () => {
    const notJson = await post('/api/echo', JSON.stringify({ encrypted: encrypt('{') }))
    expect(notJson.headers.get('app-error')).toBe('request.malformed_json')
    const unknownField = await post('/api/echo', JSON.stringify({ encrypted: encrypt('{"note":"a","more":1}') }))
    expect(unknownField.headers.get('app-error')).toBe('request.invalid')
    const large = await post('/api/echo', JSON.stringify({ encrypted: encrypt(JSON.stringify({ note: 'a'.repeat(1_048_576) })) }))
    expect([large.status, large.headers.get('app-error')]).toEqual([413, 'request.too_large'])
  })

  it('MON-10 a repeat is the same operation whether encrypted or not', async () => {
    const headers = { 'idempotency-key': newId() }
    const plain = await post('/payment/pay', PLAIN, headers)
    const encrypted = await post('/payment/pay', JSON.stringify({ encrypted: encrypt(PLAIN) }), headers)
    expect(await encrypted.json()).toEqual(await plain.json())
  })

  it('leaves webhooks unchanged', async () => {
    const text = JSON.stringify({ encrypted: encrypt(PLAIN) })
    const answer = await post('/payment/hook', text, ASK)
    expect(await answer.json()).toEqual({ note: '', rawBody: text })
  })
})

describe('SHELL-14 the compatibility mode is off', () => {
  it('SEC-01 refuses encrypted bodies and answers in plain text', async () => {
    const encrypted = await post('/api/echo', JSON.stringify({ encrypted: encrypt(PLAIN) }), {}, servers.off)
    expect(encrypted.headers.get('app-error')).toBe('request.invalid')
    const asked = await post('/api/echo', PLAIN, ASK, servers.off)
    expect(await asked.json()).toEqual({ note: 'señal', rawBody: PLAIN })
  })

  it('SEC-01 is off by default, and a key of another length is refused at start', () => {
    expect(readPlatformSettings({}, []).legacyBodyKey).toBeNull()
    expect(() => readPlatformSettings({ LEGACY_BODY_ENCRYPTION_KEY: Buffer.alloc(15).toString('base64') }, [])).toThrow()
    expect(readPlatformSettings({ LEGACY_BODY_ENCRYPTION_KEY: key.toString('base64') }, []).legacyBodyKey).toEqual(key)
  })
})
