/**
 * R21, R22, R33: every call of the contract × no session, an ended session, another customer, an officer, the owner. Generated from the
 * contract:
 * a new call is in the matrix automatically, and one that names an object fails until e2e/access-values.ts names its owner.
 */
import type { AuditAction } from '@tunjo/contract/audit'
import { auditTrail } from '@tunjo/contract/audit-trail'
import type { Endpoint } from '@tunjo/contract/endpoint'
import { STAFF_ROLES } from '@tunjo/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breaches, type PublishedDocument, publishedDocument } from '../dev/testing/published-document.ts'
import { STAFF_ACCESS, VALUES, type Values } from './access-values.ts'
import { startCopiedProduct } from './copied-product.ts'
import { allEndpoints } from './endpoints.ts'
import { objectNames } from './object-names.ts'
import { type Objects, ownerObjects, SECRETS, unknownObjects } from './owner-objects.ts'
import { rawStatus, tricksOf } from './path-tricks.ts'
import type { RunningProduct } from './product.ts'
import { CUSTOMER, keptSignedIn, OFFICER, post, signIn, staffOf } from './sign-in.ts'
import { verifiedPerson } from './verified-person.ts'

/** Calls of machines that prove themselves by signature or address, and of the demo: neither belongs to a person. */
const NOT_OF_PEOPLE = new Set<Endpoint['role']>(['MACHINE', 'DEMO'])
/** Calls that end the caller's session or delete their data come last, in this order. */
const LAST = [
  'POST /payment/withdraw/:id/cancel', 'DELETE /payment/accounts/:id', 'DELETE /kyc/users/drafts/:form/files/:file',
  'DELETE /kyc/users/uploads/:id',
  'POST /api/sessions/end-others', 'DELETE /api/sessions/:id', 'POST /api/session/sign-out',
] // biome-ignore format: one table
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const everything = await allEndpoints()
const endpoints = everything
  .filter(({ role }) => !NOT_OF_PEOPLE.has(role))
  .sort((one, other) => LAST.indexOf(nameOf(one)) - LAST.indexOf(nameOf(other)))
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }))
const ofRole = (...roles: Endpoint['role'][]) => endpoints.filter(({ endpoint }) => roles.includes(endpoint.role))
const guarded = ofRole('SIGNED_IN', 'ROLE_USER', 'ROLE_ADMIN')

interface Reply {
  readonly status: number
  readonly code: string | null
  /** Response text without the ids that were sent. */
  readonly text: string
}
const cells = { none: 0, ended: 0, other: 0, officer: 0, staff: 0, owner: 0 }
/** Separate networks: together they exceed the calls per minute of one network. */
const networks = {
  none: '198.51.100.1',
  ended: '203.0.113.1',
  other: '192.0.2.1',
  officer: '198.18.1.1',
  staff: '198.18.2.1',
  owner: '198.18.3.1',
}
const counts = { ...cells, tricks: 0, searched: 0 }
const received: string[] = []
/** A repeat of these calls changes nothing or reads no person, so an answer without an audit entry is correct. */
const MAY_CHANGE_NOTHING: ReadonlySet<string> = new Set<AuditAction>([
  'kyc.person_viewed',
  'kyc.review_assigned',
  'kyc.review_taken',
  'compliance.work_taken',
  'compliance.absence_changed',
  'compliance.work_released',
  'conversations.answered',
  'conversations.no_answer_needed',
  'conversations.state_changed',
  'monitoring.backtest_cancelled',
  'support.ticket_state_changed',
])
/** Audit entries that the successful calls of officers declare, by officer and action. */
const declared = new Map<string, number>()
const startedAt = new Date().toISOString()
const listening = new AbortController()

let product: RunningProduct
let objects: Objects
let nobodys: Objects
let secrets: readonly string[]
let document: PublishedDocument
const emailOf: Partial<Record<keyof typeof cells, string>> = { officer: OFFICER.email }
type Signed = 'owner' | 'other' | 'officer' | 'staff' | 'ended'
let tokenOf: Record<Signed, () => Promise<string>>

beforeAll(async () => {
  product = await startCopiedProduct({ TRUSTED_PROXIES: '127.0.0.1,::1', WITHDRAWAL_TWO_OFFICERS_COP: '20000' })
  const { url } = product
  document = await publishedDocument(url)
  const other = await verifiedPerson(url, 'una-panaderia-de-barrio')
  const ended = await signIn(url, CUSTOMER)
  await post(url, '/api/session/sign-out', undefined, ended)
  tokenOf = {
    other: keptSignedIn(url, other),
    officer: keptSignedIn(url, OFFICER),
    staff: keptSignedIn(url, OFFICER),
    owner: keptSignedIn(url, CUSTOMER),
    ended: async () => ended,
  }
  await listen(await tokenOf.other())
  objects = await ownerObjects(url, await tokenOf.owner())
  nobodys = unknownObjects(objects)
  secrets = [...SECRETS, ...Object.values(objects).filter((value) => value !== objects.form && value !== objects.transactionHash)]
})
afterAll(async () => {
  listening.abort()
  await product?.end()
  const { tricks, searched, ...asked } = counts
  const cellsAsked = Object.entries(asked).map(([who, count]) => `${who} ${count}`)
  const skipped = everything.length - endpoints.length
  console.log(
    `Access matrix: ${endpoints.length} calls (${skipped} of machines and of the demo left out); ${cellsAsked.join(', ')}; ${tricks} path tricks; ${searched} answers searched`,
  )
})

/** Live events of another account, recorded before the owner acts. */
async function listen(bearer: string): Promise<void> {
  const response = await fetch(`${product.url}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: listening.signal,
  })
  const read = async () => {
    for await (const part of response.body ?? []) received.push(Buffer.from(part).toString())
  }
  void read().catch(() => undefined)
}

const valuesOf = (name: string, of: Objects): Values => VALUES[name]?.(of) ?? {}
const namesAnObject = (name: string) => JSON.stringify(valuesOf(name, objects)) !== JSON.stringify(valuesOf(name, nobodys))

async function call(who: keyof typeof cells, { endpoint, name }: { endpoint: Endpoint; name: string }, of: Objects): Promise<Reply> {
  const values = valuesOf(name, of)
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values.params?.[key] ?? 'undeclared'))
  const query = values.query ? `?${new URLSearchParams(values.query)}` : ''
  const bearer = who === 'none' ? null : await tokenOf[who]()
  const headers: Record<string, string> = { 'x-forwarded-for': networks[who], ...(bearer && { authorization: `Bearer ${bearer}` }) }
  const form = endpoint.upload && formOf(values)
  if (endpoint.body && !form) headers['content-type'] = 'application/json'
  if (endpoint.bytes) headers['content-type'] = 'application/octet-stream'
  const body = form ?? (endpoint.bytes ? 'x' : endpoint.body ? JSON.stringify(values.body ?? {}) : undefined)
  const response = await fetch(product.url + path + query, { method: endpoint.method, headers, body, redirect: 'manual' })
  if (endpoint.answer === 'stream') await response.body?.cancel()
  const said = endpoint.answer === 'stream' ? '' : await response.text()
  const sent = JSON.stringify(values).match(/[\w-]{36,}/g) ?? []
  const without = (text: string) => sent.reduce((rest, id) => rest.replaceAll(id, '…'), text)
  counts[who] += 1
  if (endpoint.role === 'ROLE_ADMIN' && endpoint.audit && response.ok) countDeclared(who, endpoint.audit)
  if (endpoint.answer !== 'stream')
    expect(breaches(document, endpoint, response, said), `R33 ${name} to ${who}: ${said.slice(0, 300)}`).toEqual([])
  const mayKnow = who === 'owner' || ((who === 'officer' || who === 'staff') && endpoint.role === 'ROLE_ADMIN')
  const all = without(`${JSON.stringify([...response.headers])}\n${said}`)
  if (!mayKnow) expect(leaksIn(all), `${name} to ${who}: ${all.slice(0, 300)}`).toEqual([])
  expect(response.status, 'a limit of tries hides what the call would say').not.toBe(429)
  return { status: response.status, code: response.headers.get('app-error'), text: without(said) }
}

function countDeclared(who: keyof typeof cells, action: AuditAction): void {
  const key = `${emailOf[who]} ${action}`
  declared.set(key, (declared.get(key) ?? 0) + 1)
}

function leaksIn(text: string): string[] {
  counts.searched += 1
  return secrets.filter((secret) => text.includes(secret))
}

function formOf({ body }: Values): FormData {
  const form = new FormData()
  form.append('data', JSON.stringify(body ?? {}))
  return form
}

describe('completeness of the table', () => {
  it('R21 every call that names an object declares its owner', () => {
    const undeclared = everything.filter(
      (endpoint) => !NOT_OF_PEOPLE.has(endpoint.role) && objectNames(endpoint).length > 0 && !VALUES[nameOf(endpoint)],
    )
    expect(
      undeclared.map((endpoint) => `${nameOf(endpoint)}: declare its object (${objectNames(endpoint)}) in e2e/access-values.ts`),
    ).toEqual([])
  })

  it('R21 the table names only existing calls, and every path parameter', () => {
    const names = new Set(endpoints.map(({ name }) => name))
    expect(Object.keys(VALUES).filter((name) => !names.has(name))).toEqual([])
    for (const { name, endpoint } of endpoints)
      for (const [, key = ''] of endpoint.path.matchAll(/:(\w+)/g)) expect.soft(valuesOf(name, objects).params?.[key], name).toBeTruthy()
  })
})

describe('no session', () => {
  it.each(guarded)('R21 $name without a session is refused', async (cell) => {
    expect(await call('none', cell, objects)).toMatchObject({ status: 401, code: 'identity.not_signed_in' })
    expect(await call('ended', cell, objects)).toMatchObject({ status: 401, code: 'identity.session_expired' })
  })

  it.each(ofRole('PUBLIC'))('R21 $name is open, and discloses nothing about a person', async (cell) => {
    const [asked, unknown] = [await call('none', cell, objects), await call('none', cell, nobodys)]
    expect(asked.status).toBeLessThan(500)
    if (namesAnObject(cell.name) && cell.endpoint.path !== '/blockchain/explorer/tx/:hash') expect(asked).toEqual(unknown)
    expect((await call('ended', cell, objects)).status).toBe(asked.status)
  })
})

describe('an officer', () => {
  // Compliance officers only; the rows of the other roles say what those may.
  it.each(ofRole('ROLE_ADMIN').filter(({ name }) => STAFF_ACCESS[name]?.includes('compliance_officer')))(
    'R21 $name accepts an officer',
    async (cell) => expectIn(await call('officer', cell, objects)),
  )
})

describe.each(STAFF_ROLES)('staff: %s', (role) => {
  beforeAll(() => {
    tokenOf.staff = keptSignedIn(product.url, staffOf(role))
    emailOf.staff = staffOf(role).email
  })

  it.each(ofRole('ROLE_ADMIN'))('R22 ADM-15 $name is open or closed as its row declares', async (cell) => {
    const allowed = STAFF_ACCESS[cell.name]
    expect(allowed, `${cell.name}: declare in e2e/access-values.ts which staff roles may`).toBeDefined()
    const reply = await call('staff', cell, objects)
    if (allowed?.includes(role)) return expectIn(reply)
    expect(reply).toMatchObject({ status: 403, code: 'access.permission_missing' })
  })
})

describe('the audit trail', () => {
  it('ADM-14 R35 holds the actions of each officer, as their calls declare them', async () => {
    const kept = await trailOf(await signIn(product.url, staffOf('auditor')))
    const missing = [...declared].filter(([key, calls]) => !MAY_CHANGE_NOTHING.has(key.split(' ')[1] ?? '') && (kept.get(key) ?? 0) < calls)
    expect(missing).toEqual([])
    expect(declared.size).toBeGreaterThan(40)
  })
})

describe.each(['other', 'officer'] as const)('another account: %s', (who) => {
  const allowed = who === 'other' ? ofRole('SIGNED_IN', 'ROLE_USER', 'PUBLIC') : ofRole('SIGNED_IN', 'PUBLIC')
  const refused = who === 'other' ? ofRole('ROLE_ADMIN') : ofRole('ROLE_USER')

  it.each(refused)('R21 $name requires another role', async (cell) => {
    expect(await call(who, cell, objects)).toMatchObject({ status: 403, code: 'identity.not_authorized' })
  })

  it.each(approvable())(
    'R21 starting the approval of $name answers the same for an object of another account as for an unknown one',
    async ({ name }) => {
      const [asked, unknown] = [await begin(who, name, objects), await begin(who, name, nobodys)]
      expect(asked).toEqual(unknown)
      expect(asked.status).toBe(who === 'other' || endpointOf(name).role === 'SIGNED_IN' ? 404 : 403)
    },
  )

  it.each(allowed)('SEC-08 R21 $name discloses nothing of the owner', async (cell) => {
    const asked = await call(who, cell, objects)
    expect(asked.status, asked.text).toBeLessThan(500)
    if (!namesAnObject(cell.name) || cell.endpoint.role === 'PUBLIC') return
    expect(asked).toEqual(await call(who, cell, nobodys))
    // An unknown approval is answered like an expired one.
    if (cell.endpoint.path.includes(':') && !cell.endpoint.stepUp) expect([404, 410]).toContain(asked.status)
  })
})

describe('path tricks', () => {
  it.each(ofRole('ROLE_ADMIN'))('R22 $name stays closed to a customer', async ({ endpoint, name }) => {
    for (const trick of tricksOf(endpoint, valuesOf(name, objects).query)) {
      counts.tricks += 1
      // A separate network each: a call that the rate limit refuses would not be tried.
      const headers = { ...trick.headers, 'x-forwarded-for': `100.64.${counts.tricks % 256}.1` }
      const status = await rawStatus(product.url, await tokenOf.owner(), { ...trick, headers })
      expect.soft(status, `${trick.method} ${trick.path}`).not.toBe(429)
      expect.soft(status, `${trick.method} ${trick.path}`).toBeGreaterThanOrEqual(400)
      expect.soft(status, `${trick.method} ${trick.path}`).toBeLessThan(500)
    }
  })
})

describe('the owner', () => {
  it.each(approvable().filter(({ endpoint }) => endpoint.role !== 'ROLE_ADMIN'))(
    'R21 the owner can start the approval of $name',
    async ({ name }) => {
      // The owner's new passkey holds withdrawals, which is refused before a code is requested.
      const answer = name === 'POST /payment/withdraw' ? { status: 403, code: 'limits.withdrawals_on_hold' } : { status: 200 }
      expect(await begin('owner', name, objects)).toMatchObject(answer)
    },
  )
  it.each(ofRole('SIGNED_IN', 'ROLE_USER').filter(({ name }) => !OF_TIME_OVER.test(name)))('R21 $name accepts the owner', async (cell) =>
    expectIn(await call('owner', cell, objects)),
  )
  it('R21 another account received none of the live events', () => {
    expect(received.join('')).toContain('event: ready')
    expect(leaksIn(received.join(''))).toEqual([])
  })
})

/** A customer of today has no completed month or day: the modules' own tests give the owner a statement and a proof of reserves. */
const OF_TIME_OVER = /^GET \/(api\/statements\/:month\/|reconciliation\/reserves-proof$)/

function expectIn({ status, code, text }: Reply): void {
  expect([401, 404], text).not.toContain(status)
  expect(status, text).toBeLessThan(500)
  expect(['identity.not_authorized', 'access.permission_missing']).not.toContain(code)
}

/** Number of audit entries of each officer and action since the product started. */
async function trailOf(auditor: string): Promise<Map<string, number>> {
  const kept = new Map<string, number>()
  const headers = { authorization: `Bearer ${auditor}`, 'x-forwarded-for': networks.staff }
  for (let before: string | null = '', pages = 0; before !== null && pages < 100; pages += 1) {
    const query = new URLSearchParams({ from: startedAt, size: '100', ...(before && { before }) })
    const response = await fetch(`${product.url}/api/administrative/audit?${query}`, { headers })
    expect(response.status).toBe(200)
    const page = auditTrail.auditEntries.response.parse(await response.json())
    for (const { actor, action } of page.results) {
      const key = `${actor?.email} ${action}`
      kept.set(key, (kept.get(key) ?? 0) + 1)
    }
    before = page.next
  }
  return kept
}

function endpointOf(name: string): Endpoint {
  const found = endpoints.find((cell) => cell.name === name)
  if (!found) throw new Error(`There is no call ${name}.`)
  return found.endpoint
}

/** Calls that need approval and name an object. */
function approvable() {
  return guarded.filter(({ name, endpoint }) => endpoint.stepUp && endpoint.role !== 'ROLE_ADMIN' && VALUES[name]?.length)
}

async function begin(who: 'owner' | 'other' | 'officer', name: string, of: Objects): Promise<Reply> {
  const { params, body } = valuesOf(name, of)
  const response = await fetch(`${product.url}/api/step-up`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf[who]()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ call: name, params, body }),
  })
  const text = await response.text()
  if (who !== 'owner') expect(leaksIn(text), `${name}: ${text}`).toEqual([])
  return { status: response.status, code: response.headers.get('app-error'), text }
}
