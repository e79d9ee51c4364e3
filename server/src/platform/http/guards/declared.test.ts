/** Guards of the allowance and the reason that an endpoint declares. */
import { ALLOWANCES } from '@tunjo/contract/allowances'
import { endpoint } from '@tunjo/contract/endpoint'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../database/ids.ts'
import { implement } from '../route.ts'
import type { Authenticate } from './session.ts'

const ok = z.object({ ok: z.boolean() })
const shared = { role: 'ROLE_ADMIN', permission: 'kyc.read', audit: 'kyc.person_viewed', response: ok, errors: [] } as const
const exportOne = endpoint({ ...shared, method: 'GET', path: '/one', summary: 'Export', allowance: 'case-archive' })
const exportOther = endpoint({ ...shared, method: 'GET', path: '/other', summary: 'Export another', allowance: 'case-archive' })
const decide = endpoint({
  ...shared,
  method: 'POST',
  path: '/decide',
  summary: 'Decide',
  allowance: 'case-archive',
  reason: true,
  body: z.object({ reason: z.string().optional() }),
})
const explain = endpoint({
  ...shared,
  method: 'POST',
  path: '/explain',
  summary: 'Explain',
  reason: 'message',
  body: z.object({ message: z.string() }),
})
const check = endpoint({
  method: 'GET',
  path: '/check',
  role: 'PUBLIC',
  summary: 'Check',
  allowance: 'document-check',
  response: ok,
  errors: [],
})

const ANA = newId()
const BETO = newId()
let database: TestDatabase
let platform: TestPlatform
let server: TestServer
let handled: number
beforeEach(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  handled = 0
  const handle = async () => {
    handled++
    platform.audit.unchanged()
    return { ok: true }
  }
  const routes = implement(
    { exportOne, exportOther, decide, explain, check },
    { exportOne: handle, exportOther: handle, decide: handle, explain: handle, check: async () => ({ ok: true }) },
  )
  const authenticate: Authenticate = async ({ headers: { authorization } }) =>
    authorization
      ? { accountId: authorization.replace('Bearer ', ''), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: ['kyc.read'] }
      : null
  server = await startTestServer(platform, routes, authenticate)
})
afterEach(async () => {
  await server.close()
  platform.remove()
  await database.drop()
})

interface Answered {
  readonly code: string
  readonly retryAfter: string | null
}
async function call(path: string, accountId: string | null, body?: object): Promise<Answered> {
  const headers = { ...(accountId && { authorization: `Bearer ${accountId}` }), ...(body && { 'content-type': 'application/json' }) }
  const asked = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${server.url}${path}`, { ...asked, headers })
  await answer.text()
  return { code: answer.headers.get('app-error') ?? String(answer.status), retryAfter: answer.headers.get('retry-after') }
}
const times = async (count: number, ask: () => Promise<Answered>) => {
  const codes = new Set<string>()
  for (let turn = 0; turn < count; turn++) codes.add((await ask()).code)
  return [...codes]
}
const REASON = 'Lo pidió el oficial de cumplimiento.'
const { tries } = ALLOWANCES['case-archive'].account

it('R10 calls with one allowance share its count, each account has its own, and the handler is not called beyond it', async () => {
  expect(await times(tries - 1, () => call('/one', ANA))).toEqual(['200'])
  expect((await call('/other', ANA)).code).toBe('200')
  const refused = await call('/one', ANA)
  expect(refused.code).toBe('request.too_many')
  expect(Number(refused.retryAfter)).toBeGreaterThan(3_500)
  expect(handled).toBe(tries)
  expect((await call('/one', BETO)).code).toBe('200')
  platform.clock.advance(ALLOWANCES['case-archive'].account.windowMs)
  expect((await call('/one', ANA)).code).toBe('200')
})

it('R10 concurrent calls do not pass the allowance together', async () => {
  const answers = await Promise.all(Array.from({ length: tries + 10 }, () => call('/one', ANA)))
  expect(answers.filter(({ code }) => code === '200')).toHaveLength(tries)
  expect(handled).toBe(tries)
})

it('R10 an open call is counted for its network', async () => {
  expect(await times(ALLOWANCES['document-check'].network.tries, () => call('/check', null))).toEqual(['200'])
  expect((await call('/check', null)).code).toBe('request.too_many')
})

it('SEC-34 a declared reason is refused before the handler, and costs no try', async () => {
  expect(await times(tries + 1, () => call('/decide', ANA, { reason: 'corta' }))).toEqual(['request.reason_invalid'])
  expect((await call('/decide', ANA, { reason: 'x'.repeat(2_001) })).code).toBe('request.reason_too_long')
  expect((await call('/explain', ANA, { message: 'corta' })).code).toBe('request.reason_invalid')
  expect(handled).toBe(0)
  expect((await call('/decide', ANA, { reason: REASON })).code).toBe('200')
  expect((await call('/decide', ANA, {})).code).toBe('200')
  expect((await call('/explain', ANA, { message: REASON })).code).toBe('200')
  expect(handled).toBe(3)
})
