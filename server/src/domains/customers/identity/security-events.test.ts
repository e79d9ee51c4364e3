/** Security events: an attack leaves a line in the log and a count, without any secret. */

import { Writable } from 'node:stream'
import { endpoint } from '@tunjo/contract/endpoint'
import { STEP_UP_HEADER } from '@tunjo/contract/step-up'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { implement } from '../../../platform/http/route.ts'
import { createHealth } from '../../../platform/management/health.ts'
import { managementRoutes } from '../../../platform/management/routes.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { createMetrics } from '../../../platform/observability/metrics.ts'
import { EVENT_ALARMS } from '../../../platform/security/security-events.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createPolicies } from '../policies/index.ts'
import { TestPerson } from './factors/person.testing.ts'
import { Browser, codeOf, type IdentityProcess } from './identity.testing.ts'
import { createIdentity } from './index.ts'
import { OPEN_ENTRY } from './open-entry.testing.ts'
import { countingRoutes } from './step-up/guarded-calls.testing.ts'

const own = endpoint({
  method: 'GET',
  path: '/api/test/of/:userId',
  role: 'SIGNED_IN',
  owner: 'userId',
  summary: 'Something of one person',
  params: z.object({ userId: z.string() }),
  response: z.object({ ok: z.boolean() }),
  errors: [],
})

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
let here: IdentityProcess
let written = ''
const sink = new Writable({
  write(chunk, _encoding, done) {
    written += chunk
    done()
  },
})
beforeAll(async () => {
  database = await createTestDatabase()
  const log = createLog({ level: 'info', pretty: false, sink })
  platform = { ...createTestPlatform(database, { trustedProxies: ['127.0.0.1'] }), log }
  const metrics = createMetrics(platform)
  const notifications = createNotifications(platform)
  const identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  const routes = [
    ...identity.routes,
    ...countingRoutes().routes,
    ...implement({ own }, { own: async () => ({ ok: true }) }),
    ...managementRoutes(platform, metrics, createHealth({ answersCalls: true })),
  ]
  identity.stepUp.register(routes)
  server = await startTestServer(platform, routes, identity.authenticate, identity.stepUp.gate, metrics)
  here = { url: server.url, close: () => server.close(), platform, identity, notifications }
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})
beforeEach(() => {
  written = ''
})

interface Line {
  securityEvent?: string
  [field: string]: unknown
}
const lines = (): Line[] =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ securityEvent }) => securityEvent)
async function counts(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/management/prometheus`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^tunjo_security_events_total\{event="(\w+)"\} (\d+)$/gm)].map(([, name, n]) => [name, Number(n)]),
  )
}
const LEVEL = { newKYCLevel: 2, userId: '0192f0c1-2f6b-7b3e-9a57-5d0c6a3f7e11', reason: 'Evidencia completa' }
const ADDRESS = '190.24.1.77'
/** Call of an outsider or a person, with only this token. */
const ask = (method: string, path: string, token: string | null, body?: unknown, headers: Record<string, string> = {}) => {
  const browser = new Browser(server.url)
  browser.token = token
  return browser.send(method, path, body, { 'x-forwarded-for': ADDRESS, ...headers })
}
const officersCall = (token: string | null) => ask('PUT', '/kyc/administrative/users/kyc-level', token, LEVEL)
/** The last character of a signature has unused bits. */
const forged = (token: string) =>
  token.replace(/\.([\w-])([\w-]*)$/, (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`)

describe('security events', () => {
  it('every event is in the metrics from the start, so that an alarm sees it rise', async () => {
    expect(Object.keys(await counts()).toSorted()).toEqual(Object.keys(EVENT_ALARMS).toSorted())
  })

  it('a call of officers without a session and by a customer', async () => {
    const person = await TestPerson.signedIn(here)
    const before = await counts()
    expect((await officersCall(null)).status).toBe(401)
    expect((await officersCall(person.browser.token)).status).toBe(403)
    const common = {
      securityEvent: 'officer_call_refused',
      method: 'PUT',
      route: '/kyc/administrative/users/kyc-level',
      role: 'ROLE_ADMIN',
    }
    expect(lines()).toMatchObject([
      { ...common, accountId: null, network: '190.24.1.0/24', requestId: expect.any(String) },
      { ...common, accountId: person.accountId },
    ])
    expect((await counts()).officer_call_refused).toBe((before.officer_call_refused ?? 0) + 2)
  })

  it('tokens: forged, malformed, expired, of an ended session; at public calls too', async () => {
    const person = await TestPerson.signedIn(here)
    const token = person.browser.token ?? ''
    const before = await counts()
    await ask('GET', '/api/account', forged(token))
    await ask('GET', '/api/account', 'no-token')
    // A public call continues without a caller, and is recorded nevertheless.
    expect((await ask('POST', '/api/sign-in', forged(token), { email: 'nadie@correo.example', password: 'x' })).status).toBe(401)
    await person.browser.send('POST', '/api/session/sign-out')
    await expect.poll(async () => (await ask('GET', '/api/account', token)).status).toBe(401)
    platform.clock.advance(6 * 60_000)
    await ask('GET', '/api/account', token)
    const events = lines().map(({ securityEvent, accountId }) => [securityEvent, accountId])
    expect(events).toEqual([
      ['token_forged', null],
      ['token_forged', null],
      ['token_forged', null],
      ['session_over', person.accountId],
      ['token_expired', person.accountId],
    ])
    const after = await counts()
    for (const [event, more] of [
      ['token_forged', 3],
      ['session_over', 1],
      ['token_expired', 1],
    ] as const)
      expect([event, after[event]]).toEqual([event, (before[event] ?? 0) + more])
  })

  it('a probe of another system that sends its own credential to the management calls is no event', async () => {
    const before = await counts()
    for (const path of ['live', 'ready', 'health', 'prometheus'])
      for (const credential of ['a-token-of-a-monitor', 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl'])
        await ask('GET', `/management/${path}`, credential)
    expect(lines()).toEqual([])
    expect(await counts()).toEqual(before)
  })

  it('a grant for other values, and a right one that is used twice, are events; a missing one is normal use', async () => {
    const officer = await TestPerson.signedIn(here, ['ROLE_ADMIN', 'ROLE_USER'])
    const change = (body: object, grant?: string) =>
      officer.browser.send('PUT', '/kyc/administrative/users/kyc-level', body, grant ? { [STEP_UP_HEADER]: grant } : {})
    expect(codeOf(await change(LEVEL))).toBe('identity.step_up_required')
    const grant = await officer.approve({ call: 'PUT /kyc/administrative/users/kyc-level', body: LEVEL })
    expect(codeOf(await change({ ...LEVEL, reason: 'Otro motivo distinto' }, grant))).toBe('identity.step_up_invalid')
    expect((await change(LEVEL, grant)).status).toBe(200)
    expect(codeOf(await change(LEVEL, grant))).toBe('identity.step_up_invalid')
    expect(lines()).toMatchObject(Array(2).fill({ securityEvent: 'step_up_mismatch', accountId: officer.accountId }))
  })

  it("a path with another account's id", async () => {
    const [person, other] = [await TestPerson.signedIn(here), await TestPerson.signedIn(here)]
    const of = async (id: string) => (await ask('GET', `/api/test/of/${id}`, person.browser.token)).status
    expect([await of(person.accountId), await of(other.accountId)]).toEqual([200, 404])
    expect(lines()).toMatchObject([{ securityEvent: 'owner_mismatch', accountId: person.accountId, route: '/api/test/of/:userId' }])
    expect(written).not.toContain(other.accountId)
  })

  it('no line has a token, a grant, a body or a whole address, and ordinary work leaves none', async () => {
    const person = await TestPerson.signedIn(here)
    expect((await person.browser.account()).status).toBe(200)
    expect((await ask('GET', '/api/account', null)).status).toBe(401)
    expect(written).toBe('')
    const token = person.browser.token ?? ''
    await officersCall(token)
    await ask('GET', '/api/account', forged(token))
    await ask('PUT', '/kyc/administrative/users/kyc-level', token, LEVEL, { [STEP_UP_HEADER]: 'grant-of-somebody' })
    expect(lines()).toHaveLength(3)
    for (const secret of [token.slice(-30), token.slice(0, 30), 'grant-of-somebody', LEVEL.reason, person.email, ADDRESS])
      expect(written).not.toContain(secret)
  })
})
