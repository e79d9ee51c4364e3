/** Security headers over every call of the contract (R28), for any caller and any outcome. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { everyCall } from '../../../../dev/testing/every-call.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { newId } from '../database/ids.ts'
import { refuse } from './refusal.ts'
import { type Caller, implement } from './route.ts'

const ACCOUNT_ID = newId()

const calls = await everyCall()
let database: TestDatabase
let platform: TestPlatform
let server: TestServer
const caller: Caller = { accountId: ACCOUNT_ID, sessionId: newId(), authorities: ['ROLE_USER', 'ROLE_ADMIN'] }

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database, { publicUrl: 'https://tunjo.example' })
  const handlers = Object.fromEntries(Object.keys(calls).map((name) => [name, async () => refuse('request.not_found')]))
  const authenticate = async ({ headers }: { headers: { authorization?: string } }) => (headers.authorization ? caller : null)
  server = await startTestServer(platform, implement(calls, handlers), authenticate)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

function expectHeaders(response: Response): void {
  const header = (name: string) => response.headers.get(name) ?? ''
  const policy = header('content-security-policy')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(Number(/max-age=(\d+)/.exec(header('strict-transport-security'))?.[1])).toBeGreaterThanOrEqual(31_536_000)
  expect(header('x-content-type-options')).toBe('nosniff')
  expect(header('x-frame-options')).toBe('DENY')
  expect(header('referrer-policy')).toBe('no-referrer')
  expect(header('cache-control')).toBe('no-store')
  expect(header('x-powered-by')).toBe('')
}

describe('SEC-68 R28 security headers of every call', () => {
  it('knows the calls', () => expect(Object.keys(calls).length).toBeGreaterThan(40))

  it.each(Object.entries(calls))('R28 %s', async (_, { method, path }) => {
    const url = server.url + path.replace(/:(\w+)/g, (_match, name: string) => (name === 'userId' ? ACCOUNT_ID : 'x'))
    const init = method === 'GET' ? { method } : { method, body: '{}', headers: { 'content-type': 'application/json' } }
    expectHeaders(await fetch(url, init))
    expectHeaders(await fetch(url, { ...init, headers: { ...init.headers, authorization: 'Bearer x' } }))
  })

  it.each(['/api/no-such-call', '/kyc/../etc/passwd', '/%00', '/%ff', '/static/of-the-next-release.js', '/management/nothing'])(
    'R28 %s, which is not a call',
    async (path) => {
      const response = await fetch(server.url + path, { method: 'POST' })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )
})
