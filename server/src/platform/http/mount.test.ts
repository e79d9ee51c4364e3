import { endpoint } from '@tunjo/contract/endpoint'
import type { Problem } from '@tunjo/contract/errors'
import { decimalAmount } from '@tunjo/contract/money'
import type { Permission } from '@tunjo/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { formatDateTime } from '../time/format-date.ts'
import { refuse } from './refusal.ts'
import { type Authority, type Caller, implement } from './route.ts'

const Amount = decimalAmount(2)
const contract = {
  echo: endpoint({
    method: 'POST',
    path: '/api/echo',
    role: 'PUBLIC',
    summary: 'Answer what came',
    query: z.object({ page: z.coerce.number().int().min(1).optional() }),
    body: z.strictObject({ amount: Amount, note: z.string().optional() }),
    response: z.object({ amount: Amount, page: z.number().optional(), caller: z.string().nullable() }),
    errors: ['limits.monthly_exceeded'],
  }),
  word: endpoint({ method: 'GET', path: '/api/word', role: 'PUBLIC', summary: 'A bare string', response: z.string(), errors: [] }),
  text: endpoint({ method: 'GET', path: '/api/text', role: 'PUBLIC', summary: 'Text', answer: 'text', response: z.string(), errors: [] }),
  bug: endpoint({ method: 'GET', path: '/api/bug', role: 'PUBLIC', summary: 'A bug', response: z.string(), errors: [] }),
  any: endpoint({
    method: 'POST',
    path: '/api/any',
    role: 'PUBLIC',
    summary: 'Whatever it is',
    body: z.unknown(),
    response: z.string(),
    errors: [],
  }),
  mine: endpoint({ method: 'GET', path: '/api/mine', role: 'SIGNED_IN', summary: 'Anyone signed in', response: z.string(), errors: [] }),
  user: endpoint({ method: 'GET', path: '/api/user', role: 'ROLE_USER', summary: 'Customers', response: z.string(), errors: [] }),
  admin: endpoint({
    method: 'POST',
    path: '/api/admin',
    role: 'ROLE_ADMIN',
    permission: 'users.manage',
    audit: 'identity.role_changed',
    summary: 'Staff',
    body: z.object({}),
    response: z.string(),
    errors: [],
  }),
  // Cast: the server must refuse what the types refuse.
  unnamed: {
    method: 'GET',
    path: '/api/unnamed',
    role: 'ROLE_ADMIN',
    summary: 'An officer’s call without permission',
    response: z.string(),
    errors: [],
  } as const,
  alone: endpoint({
    method: 'PUT',
    path: '/api/alone',
    role: 'ROLE_ADMIN',
    permission: 'kyc.level',
    audit: 'kyc.level_changed',
    approval: 'four-eyes',
    idempotent: true,
    stepUp: { binds: [] },
    summary: 'Two officers',
    response: z.string(),
    errors: [],
  }),
  owned: endpoint({
    method: 'GET',
    path: '/api/users/:userId/things',
    role: 'ROLE_USER',
    owner: 'userId',
    summary: 'Own things',
    params: z.object({ userId: z.string() }),
    response: z.string(),
    errors: [],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/payment/pay',
    role: 'ROLE_USER',
    money: true,
    summary: 'Move money',
    body: z.object({ amount: Amount, fail: z.boolean().optional(), breaks: z.boolean().optional() }),
    response: z.object({ id: z.string(), hash: z.string() }),
    errors: ['ledger.insufficient_funds'],
  }),
}

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
let parsed = 0

/** `Bearer <account id>:<authorities>:<permissions>`, or an invalid token. */
const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
  const token = headers.authorization?.slice('Bearer '.length)
  if (!token) return null
  if (token === 'expired') refuse('identity.session_expired')
  const [accountId = '', authorities = '', permissions = ''] = token.split(':')
  const rights = { authorities: authorities.split(',') as Authority[], permissions: permissions.split(',') as Permission[] }
  return { accountId, sessionId: accountId, ...rights }
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const routes = implement(
    contract,
    {
      async echo({ body, query, caller }) {
        parsed += 1
        if (body.note === 'hold') refuse('limits.withdrawals_on_hold', { until: formatDateTime(new Date('2026-11-21T06:30:00Z')) })
        if (body.note === 'refuse') refuse('limits.monthly_exceeded', { used: '1', maximum: '2' })
        return { amount: body.amount * 2n, page: query.page, caller: caller?.accountId ?? null }
      },
      word: async () => 'sí',
      text: async () => 'sí',
      bug: async () => {
        throw new Error('SELECT secret FROM place')
      },
      any: async ({ body }) => JSON.stringify(body),
      mine: async ({ caller }) => caller.accountId,
      user: async () => 'user',
      async admin({ caller: { accountId, sessionId } }) {
        const actor = { kind: 'person', accountId, sessionId } as const
        const entry = { actor, action: 'identity.role_changed', object: { type: 'account', id: accountId } } as const
        await inTransaction(platform.db, (tx) => platform.audit.record(tx, entry))
        return 'admin'
      },
      unnamed: async () => 'unnamed',
      // Cast: an answer that did not go through platform/approvals.
      alone: async () => 'done by one' as never,
      owned: async ({ params }) => params.userId,
      async pay({ body, operation }) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (body.fail) refuse('ledger.insufficient_funds')
        if (body.breaks) throw new Error('Connection terminated unexpectedly')
        return operation
      },
    },
    { alone: async () => ({ title: 'Dos personas', details: [] }) },
  )
  server = await startTestServer(platform, routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

interface Call {
  method?: string
  body?: string | Uint8Array<ArrayBuffer>
  type?: string
  headers?: Record<string, string>
}
const send = (path: string, { method = 'GET', body, type = 'application/json', headers = {} }: Call = {}) =>
  fetch(server.url + path, { method, body, headers: { ...(body === undefined ? {} : { 'content-type': type }), ...headers } })
const echo = (body: string | Uint8Array<ArrayBuffer>, more: Call = {}) => send('/api/echo', { method: 'POST', body, ...more })
const result = async (response: Response) => [response.status, response.headers.get('app-error')]
const as = (authorities: string, accountId = newId()) => ({ authorization: `Bearer ${accountId}:${authorities}` })

describe('addresses', () => {
  it.each([
    ['/api/nothing', 'GET'],
    ['/payment/nothing', 'GET'],
    ['/kyc/administrative/nothing', 'GET'],
    ['/virtual-ledger', 'GET'],
    ['/management/env', 'GET'],
    ['/api/../api/nothing?x=1', 'GET'],
    ['/api/%ff', 'GET'],
    ['/api/%', 'POST'],
    ['/api/word', 'POST'],
    ['/api/word', 'HEAD'],
    ['/api/echo', 'GET'],
    ['/api/echo', 'DELETE'],
  ])('R32 %s by %s is a JSON 404, also for a browser', async (path, method) => {
    const response = await send(path, { method, headers: { accept: 'text/html' } })
    expect(await result(response)).toEqual([404, 'request.not_found'])
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    if (method === 'HEAD') return
    const problem = (await response.json()) as Problem
    expect(problem).toMatchObject({ code: 'request.not_found', status: 404, traceId: response.headers.get('x-request-id') })
  })

  it('answer with and without a trailing slash', async () => {
    expect((await send('/api/word')).status).toBe(200)
    expect((await send('/api/word/')).status).toBe(200)
    expect((await echo('{"amount":"1"}')).status).toBe(200)
    expect((await send('/api/echo/?page=2', { method: 'POST', body: '{"amount":"1"}' })).status).toBe(200)
  })
})

describe('bodies', () => {
  it('are decoded by the codecs of the contract, and answers encoded', async () => {
    const response = await send('/api/echo?page=3', { method: 'POST', body: '{"amount":"90071992547409931.25"}' })
    expect(await response.json()).toEqual({ amount: '180143985094819862.5', page: 3, caller: null })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await (await echo('{"amount":15}')).json()).toMatchObject({ amount: '30' })
  })

  it('SEC-64 a bare string is JSON, or text where the contract says so', async () => {
    expect(await (await send('/api/word')).text()).toBe('"sí"')
    const text = await send('/api/text')
    expect([await text.text(), text.headers.get('content-type')]).toEqual(['sí', 'text/plain; charset=utf-8'])
  })

  it.each([
    ['text/plain', '{"amount":"1"}', 415, 'request.unsupported_media_type'],
    ['application/x-www-form-urlencoded', 'amount=1', 415, 'request.unsupported_media_type'],
    ['application/xml', '<a/>', 415, 'request.unsupported_media_type'],
    ['application/json', '{"amount":', 400, 'request.malformed_json'],
    ['application/json', "{'amount':1}", 400, 'request.malformed_json'],
    ['application/json', '', 400, 'request.invalid'],
    ['application/json', 'null', 400, 'request.invalid'],
    ['application/json', '{}', 400, 'request.invalid'],
    ['application/json', '{"amount":1.5}', 400, 'request.number_not_exact'],
    ['application/json', '{"amount":9007199254740993}', 400, 'request.number_not_exact'],
    ['application/json', '{"amount":1.00000000000000001}', 400, 'request.number_not_exact'],
    ['application/json', '{"amount":"1e3"}', 400, 'request.invalid'],
    ['application/json', '{"amount":"0.001"}', 400, 'request.invalid'],
    ['application/json', '{"amount":"1","role":"ROLE_ADMIN"}', 400, 'request.invalid'],
    ['application/json', '{"amount":"1","__proto__":{"x":1}}', 400, 'request.invalid'],
    ['application/json; charset=utf-8', `{"amount":"${'1'.repeat(1_100_000)}"}`, 413, 'request.too_large'],
  ])('R32 %s %.40s is refused with %i %s', async (type, body, status, code) => {
    const before = parsed
    expect(await result(await echo(body, { type }))).toEqual([status, code])
    expect(parsed).toBe(before)
  })

  it.each([
    ['Latin-1', Buffer.from('{"amount":"1","name":"Muñoz"}', 'latin1')],
    ['a truncated UTF-8 sign', Buffer.from('{"amount":"1","name":"ñ"}').subarray(0, -3)],
  ])('C9 R32 a body in %s is refused, and no sign of it is replaced', async (_name, body) => {
    const before = parsed
    expect(await result(await echo(new Uint8Array(body)))).toEqual([400, 'request.malformed_json'])
    expect(parsed).toBe(before)
  })

  it.each([66, 5_000, 100_000])('R32 R39 a body that is %i deep is refused, not a fault', async (depth) => {
    const deep = '['.repeat(depth) + ']'.repeat(depth)
    expect(await result(await echo(deep))).toEqual([400, 'request.malformed_json'])
    expect(await result(await send('/api/any', { method: 'POST', body: `{"what":${deep}}` }))).toEqual([400, 'request.malformed_json'])
  })
})

describe('refusals', () => {
  it('are the Spanish sentence as plain text', async () => {
    const response = await echo('{"amount":"1","note":"refuse"}')
    expect(await result(response)).toEqual([409, 'limits.monthly_exceeded'])
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('Con esta operación pasarías tu límite del mes (1 de 2 COP usados).')
  })

  it('are a problem document for those who ask', async () => {
    const headers = { accept: 'application/json, application/problem+json' }
    const response = await echo('{"amount":"x"}', { headers })
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    const problem = (await response.json()) as Problem
    expect(problem).toMatchObject({ code: 'request.invalid', status: 400, fields: [{ field: 'amount', message: expect.any(String) }] })
    expect(problem.traceId).toBe(response.headers.get('x-request-id'))
  })

  it.each([
    ['en', 'This operation would exceed your monthly limit (1 of 2 COP used).'],
    ['en-US,en;q=0.9,es;q=0.8', 'This operation would exceed your monthly limit (1 of 2 COP used).'],
    ['es-CO,es;q=0.9,en;q=0.8', 'Con esta operación pasarías tu límite del mes (1 de 2 COP usados).'],
    ['de', 'Con esta operación pasarías tu límite del mes (1 de 2 COP usados).'],
  ])('SHELL-13 speak the language of a client that asks for problem documents (%s)', async (language, detail) => {
    const headers = { accept: 'application/json, application/problem+json', 'accept-language': language }
    expect(await (await echo('{"amount":"1","note":"refuse"}', { headers })).json()).toMatchObject({ detail })
  })

  it('SHELL-13 have their dates in the language of the client too', async () => {
    const detailIn = async (language: string) => {
      const headers = { accept: 'application/problem+json', 'accept-language': language }
      return ((await (await echo('{"amount":"1","note":"hold"}', { headers })).json()) as Problem).detail
    }
    expect(await detailIn('en')).toContain('21 November 2026, 01:30')
    expect(await detailIn('es')).toContain('21 de noviembre de 2026, 1:30 a. m.')
  })

  it('SHELL-13 stay in Spanish for plain callers, whatever language their tool announces', async () => {
    const headers = { 'accept-language': 'en-US,en;q=0.9' }
    expect(await (await echo('{"amount":"1","note":"refuse"}', { headers })).text()).toMatch(/^Con esta operación/)
  })

  it('a bug discloses nothing but its request id', async () => {
    const response = await send('/api/bug', { headers: { accept: 'application/problem+json' } })
    expect(await result(response)).toEqual([500, 'server.unexpected'])
    expect(await response.text()).not.toMatch(/SELECT|secret|\.ts/)
  })
})

describe('roles', () => {
  it('SEC-07 R21 a call without a role does not compile', () => {
    // @ts-expect-error role is missing
    endpoint({ method: 'GET', path: '/api/x', summary: '', response: z.string(), errors: [] })
    // @ts-expect-error no such role
    endpoint({ method: 'GET', path: '/api/x', role: 'ANYONE', summary: '', response: z.string(), errors: [] })
    // @ts-expect-error a call without a handler
    const withoutHandler = () => implement({ word: contract.word, text: contract.text }, { word: async () => 'x' })
    // @ts-expect-error no such refusal
    endpoint({ method: 'GET', path: '/api/x', role: 'PUBLIC', summary: '', response: z.string(), errors: ['nothing.like_this'] })
    expect(withoutHandler).toThrow('text has no handler')
  })

  it.each([
    ['/api/mine', 'GET', '', 401],
    ['/api/mine', 'GET', 'ROLE_USER', 200],
    ['/api/mine', 'GET', 'ROLE_ADMIN', 200],
    ['/api/user', 'GET', '', 401],
    ['/api/user', 'GET', 'ROLE_USER', 200],
    ['/api/user', 'GET', 'ROLE_ADMIN', 403],
    ['/api/user', 'GET', 'ROLE_ADMIN,ROLE_USER', 200],
    ['/api/admin', 'POST', '', 401],
    ['/api/admin', 'POST', 'ROLE_USER', 403],
    ['/api/admin', 'POST', 'ROLE_USER,ROLE_ADMIN:users.manage', 200],
  ])('SHELL-08 %s by %s with the authorities "%s" is %i', async (path, method, authorities, status) => {
    const headers = authorities === '' ? {} : as(authorities)
    const response = await send(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
    expect(response.status).toBe(status)
    if (status === 403) expect(await response.text()).toBe('You are not authorized to access this page.')
    if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each([
    '/api/admin',
    '/api/admin/',
    '/api//admin',
    '/API/ADMIN',
    '/api/%61dmin',
    '/api/./admin',
    '/api/x/../admin',
    '/api/admin;a=1',
    '/api/admin%2f',
  ])('R22 %s admits no customer', async (path) => {
    const response = await send(path, { method: 'POST', body: '{}', headers: as('ROLE_USER') })
    expect([403, 404]).toContain(response.status)
  })

  it.each([
    ['/api/admin', 'POST', 'ROLE_ADMIN', 'Gestionar usuarios'],
    ['/api/admin', 'POST', 'ROLE_ADMIN:users.read,kyc.level', 'Gestionar usuarios'],
    ['/api/unnamed', 'GET', 'ROLE_ADMIN:users.read,users.manage', ''],
  ])('R22 %s %s by %s is refused: the permission «%4$s» is missing', async (path, method, rights, missing) => {
    const response = await send(path, { method, headers: as(rights), ...(method === 'POST' ? { body: '{}' } : {}) })
    expect([response.status, response.headers.get('app-error')]).toEqual([403, 'access.permission_missing'])
    expect(await response.text()).toBe(`No puedes hacer esto con tu rol: te falta el permiso «${missing}».`)
  })

  it('R11 a four-eyes call that bypasses approvals is not answered', async () => {
    const response = await send('/api/alone', { method: 'PUT', headers: as('ROLE_ADMIN:kyc.level') })
    expect([response.status, response.headers.get('app-error')]).toEqual([500, 'server.unexpected'])
  })

  it('SEC-05 R22 a permission without the authority grants nothing', async () => {
    const response = await send('/api/admin', { method: 'POST', body: '{}', headers: as('ROLE_USER:users.manage') })
    expect([response.status, response.headers.get('app-error')]).toEqual([403, 'identity.not_authorized'])
  })

  it('does not read the body of an unauthenticated caller', async () => {
    expect(await result(await send('/api/admin', { method: 'POST', body: '{"broken' }))).toEqual([401, 'identity.not_signed_in'])
  })

  it('a public call with an invalid token is anonymous', async () => {
    const response = await echo('{"amount":"1"}', { headers: { authorization: 'Bearer expired' } })
    expect(await response.json()).toMatchObject({ caller: null })
    expect(await result(await send('/api/mine', { headers: { authorization: 'Bearer expired' } }))).toEqual([
      401,
      'identity.session_expired',
    ])
  })

  it('SEC-08 R21 resources of another person are the same 404 as an unknown address', async () => {
    const mine = newId()
    const own = await send(`/api/users/${mine}/things`, { headers: as('ROLE_USER', mine) })
    expect(await own.json()).toBe(mine)
    const foreign = await send(`/api/users/${newId()}/things`, { headers: as('ROLE_USER', mine) })
    expect(await result(foreign)).toEqual([404, 'request.not_found'])
  })
})

describe('money calls', () => {
  const pay = (accountId: string, body: unknown, key?: string) =>
    send('/payment/pay', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...as('ROLE_USER', accountId), ...(key === undefined ? {} : { 'idempotency-key': key }) },
    })
  const operation = async (response: Response) => (await response.json()) as { id: string; hash: string }

  it('R2 the same key of the same person is the same operation, and another body shows', async () => {
    const mine = newId()
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(mine, { amount: '1' }, key).then(operation)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(new Set(answers.map(({ hash }) => hash)).size).toBe(1)
    const changed = await operation(await pay(mine, { amount: '2' }, key))
    expect(changed.id).toBe(answers[0]?.id)
    expect(changed.hash).not.toBe(answers[0]?.hash)
    expect((await operation(await pay(newId(), { amount: '1' }, key))).id).not.toBe(answers[0]?.id)
    expect((await operation(await pay(mine, { amount: '1' }, newId()))).id).not.toBe(answers[0]?.id)
  })

  it.each(['short', 'x'.repeat(65), 'with blank in it', 'ñandú-ñandú', 'semi;colon'])('the key "%s" is refused', async (key) => {
    const response = await pay(newId(), { amount: '1' }, encodeURI(key) === key ? key : Buffer.from(key).toString('latin1'))
    expect(await result(response)).toEqual([400, 'request.idempotency_key_invalid'])
  })

  it('R2 without a key a duplicate within a minute is refused', async () => {
    const mine = newId()
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => pay(mine, { amount: '1' })))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
    expect(await result(await pay(mine, { amount: '1' }))).toEqual([409, 'request.duplicate'])
    expect((await pay(mine, { amount: '2' })).status).toBe(200)
    expect((await pay(newId(), { amount: '1' })).status).toBe(200)
    expect((await pay(mine, { amount: '1' }, newId())).status).toBe(200)
    platform.clock.advance(50_000)
    expect((await pay(mine, { amount: '1' })).status).toBe(409)
    platform.clock.advance(10_000)
    expect((await pay(mine, { amount: '1' })).status).toBe(200)
  })

  it('R2 a call that failed, perhaps after its money moved, does not allow a second movement', async () => {
    const mine = newId()
    expect(await result(await pay(mine, { amount: '1', breaks: true }))).toEqual([503, 'server.unavailable'])
    expect(await result(await pay(mine, { amount: '1', breaks: true }))).toEqual([409, 'request.duplicate'])
  })

  it('a call that was refused may be repeated immediately', async () => {
    const mine = newId()
    for (let index = 0; index < 2; index++)
      expect(await result(await pay(mine, { amount: '1', fail: true }))).toEqual([409, 'ledger.insufficient_funds'])
  })
})

describe('R28 headers', () => {
  it.each(['/api/word', '/api/nothing', '/api/bug', '/openapi.json'])('of %s', async (path) => {
    const { headers } = await send(path)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self';.*script-src 'self';.*frame-ancestors 'none'/)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('SEC-62 EX-09 only the price chart may be framed, and only by a page of the product', async () => {
    const framed = await send('/chart/0x1/0x2')
    expect(framed.headers.get('content-security-policy')).toMatch(/default-src 'self';.*frame-ancestors 'self'/)
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const other = await send('/charts?next=/chart/0x1/0x2')
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(other.headers.get('x-frame-options')).toBe('DENY')
  })

  it('the OpenAPI document describes amounts as text and marks the calls that need a token', async () => {
    const document = (await (await send('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: unknown[] }>>
      components: { schemas: Record<string, object> }
    }
    expect(Object.keys(document.paths)).toContain('/payment/pay')
    expect(JSON.stringify(document.components.schemas.PaymentPayRequest)).toContain(
      '"amount":{"description":"decimal number with at most 2 decimals","anyOf":[{"type":"string"',
    )
    expect(document.paths['/payment/pay']?.post?.security).toEqual([{ bearer: [] }])
    expect(document.paths['/api/word']?.get?.security).toEqual([])
  })
})
