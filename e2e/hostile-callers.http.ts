/**
 * Hostile callers at every call of the contract: broken input, forbidden fields, addresses that would make the product
 * send requests, pages too large, slow connections. Generated from the contract, so that a new call is tried without being listed.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { ERRORS } from '@tunjo/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCopiedProduct } from './copied-product.ts'
import { type Caller, createCaller, goodBody, type NamedEndpoint, namedEndpoints } from './hostile-caller.ts'
import { everyLeaf, MALFORMED_HEADERS, MALFORMED_QUERIES, malformedBodies, UNKNOWN_FIELD, withForbidden } from './hostile-values.ts'
import { secretsIn } from './log-secrets.ts'
import type { RunningProduct } from './product.ts'
import type { RawAnswer } from './raw-call.ts'
import { missingHeaders } from './safe-headers.ts'
import { CUSTOMER, NEWCOMER, SECOND_OFFICER, signIn } from './sign-in.ts'
import { get } from './verified-person.ts'

/** Bodies that a library parses, and a draft, of which only the fields of its form are stored (kyc/forms/fields.test.ts). */
const OPEN_BODIES = new Set(['POST /api/factors/passkeys', 'POST /api/sign-in/passkey', 'PUT /kyc/users/drafts/:form'])
/** Traces of an internal error in an answer. */
const INSIDES = /\bat (async )?[\w.<>]+ \(|node_modules|\.ts:\d|node:internal|SELECT |INSERT |\bpg_|violates|Error:|\[object |undefined/
/** The document of a policy is in a frame of its page. */
const FRAMED = /\/api\/policies\/[^/]+\/pdf/
const AT_ONCE = 8
const endpoints = await namedEndpoints()
const withBody = endpoints.filter(({ body, upload, role }) => body && !upload && role !== 'MACHINE')

let product: RunningProduct
let caller: Caller
/** Requests that reached the listener. */
const visits: string[] = []
const canary = createServer((request, response) => {
  visits.push(`${request.method} ${request.url}`)
  response.end()
})
let before: unknown

beforeAll(async () => {
  await once(canary.listen(0, '127.0.0.1'), 'listening')
  product = await startCopiedProduct({ TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'debug' })
  caller = createCaller(product.url)
  before = await whatMatters()
})
afterAll(async () => {
  canary.close()
  await product?.end()
})

/** Values that no caller can set. */
async function whatMatters(): Promise<unknown> {
  const { url } = product
  // Another officer than the one of the hostile calls, whose rate limits are used up.
  const officer = await signIn(url, SECOND_OFFICER)
  const people = [CUSTOMER, NEWCOMER].map(async (person) => {
    const token = await signIn(url, person)
    const paths = [
      '/api/account',
      '/kyc/users/natural/kyc-verified',
      '/virtual-ledger/balances/users',
      '/payment/volumes/users/deposit/volume',
    ]
    const [account, level, balances, volume] = await Promise.all(paths.map((path) => get<unknown>(url, path, token)))
    const amounts = (balances as { amount: string; held: string }[]).map(({ amount, held }) => [amount, held])
    return { account, level, amounts, volume }
  })
  const officers = await get<{ results: { email: string }[] }>(url, '/api/administrative/users?role=ROLE_ADMIN&sort=email', officer)
  return { people: await Promise.all(people), officers: officers.results.map(({ email }) => email) }
}

async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += AT_ONCE) await Promise.all(all.slice(start, start + AT_ONCE).map(work))
}

function expectSound({ status, headers, text }: RawAnswer, what: string): void {
  // The phrases and the policies contain no personal data: browsers may keep them.
  const kept = status < 400 && String(headers['cache-control']).startsWith('public, ')
  const framed = status < 400 && FRAMED.test(what)
  const missing = missingHeaders((name) => String(headers[name] ?? ''), { kept, framed })
  expect.soft(missing, what).toEqual([])
  expect.soft(status, `${what} → ${text.slice(0, 200)}`).toBeLessThan(500)
  if (status < 400) return
  expect.soft(Object.keys(ERRORS), what).toContain(headers['app-error'])
  expect.soft(text, what).not.toMatch(INSIDES)
}

describe('broken input', () => {
  it.each(endpoints)('R28 R32 API-01 $name answers no internal error and no internals', async (endpoint) => {
    const good = await caller.callOf(endpoint)
    const [path] = good.path.split('?')
    const bodies = good.body ? malformedBodies(goodBody(endpoint)).map((body) => ({ ...good, body })) : []
    const queries = endpoint.query || !good.body ? MALFORMED_QUERIES.map((query) => ({ ...good, path: path + query })) : []
    const heads = MALFORMED_HEADERS.map((headers) => ({ ...good, headers: { ...good.headers, ...headers } }))
    const broken = [...bodies, ...queries, ...heads]
    expect(broken.length).toBeGreaterThanOrEqual(20)
    await inTurn(broken, async (call) => expectSound(await caller.ask(call), JSON.stringify(call).slice(0, 300)))
  })
})

describe('fields that no caller may set', () => {
  it.each(withBody)('SEC-22 R23 $name accepts only its own fields', async (endpoint) => {
    const good = goodBody(endpoint)
    expect(endpoint.body?.safeDecode(good as never).error?.issues ?? []).toEqual([])
    const body = withForbidden(good)
    const taken = endpoint.body?.safeDecode(body as never)
    if (taken?.success && !OPEN_BODIES.has(endpoint.name)) expect(namesIn(taken.data)).not.toContain(UNKNOWN_FIELD)
    expectSound(await caller.ask({ ...(await caller.callOf(endpoint)), body: JSON.stringify(body) }), endpoint.name)
  })
})

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, one]) => [name, ...namesIn(one)]) : []

describe('addresses of other servers', () => {
  it('R29 nothing in a body, a query or a header makes the product send a request to an outside address', async () => {
    const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`
    const { host } = new URL(address)
    const headers = {
      host,
      'x-forwarded-host': host,
      referer: address,
      origin: address,
      forwarded: `host=${host}`,
      'x-original-url': address,
    }
    await inTurn(endpoints, async (endpoint) => {
      const good = await caller.callOf(endpoint)
      const body = good.body && JSON.stringify(everyLeaf(goodBody(endpoint), (leaf) => (typeof leaf === 'string' ? address : leaf)))
      const path = endpoint.path.replace(/:\w+/g, encodeURIComponent(address)) + queryOf(endpoint, address)
      expectSound(await caller.ask({ ...good, path, body, headers: { ...good.headers, ...headers } }), endpoint.name)
      expectSound(await caller.ask({ ...good, headers: { ...good.headers, ...headers } }), endpoint.name)
    })
    expect(visits).toEqual([])
    await fetch(address)
    expect(visits, 'the ear hears').toHaveLength(1)
  })
})

function queryOf({ query }: NamedEndpoint, text: string): string {
  const names = Object.keys(query?.shape ?? {})
  return names.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(names.map((name) => [name, text])))}`
}

/** Page sizes for each field that limits them. */
function sizesOf({ query, body }: NamedEndpoint): (number | undefined)[] {
  return [query, body].flatMap((schema) => {
    const { properties = {} } = (schema?.toJSONSchema({ unrepresentable: 'any' }) ?? {}) as Sized
    return ['size', 'limit', 'itemsPerPage'].flatMap((name) => (properties[name] ? [properties[name].maximum] : []))
  })
}
interface Sized {
  properties?: Record<string, { maximum?: number }>
}

describe('excessive input', () => {
  const sized = endpoints.flatMap((endpoint) => sizesOf(endpoint).map((maximum) => ({ ...endpoint, maximum })))
  // The points of a chart, which all customers share.
  it.each(sized.filter(({ path }) => path !== '/pricing/candles/:pair'))('R39 $name gives no more than a hundred rows', ({ maximum }) => {
    expect(maximum).toBeLessThanOrEqual(100)
  })
  it('R39 every list with a page size is among them', () => expect(sized.length).toBeGreaterThan(5))

  it('R39 a million values are refused before they are read', async () => {
    const path = `/api/account?${'a=1&'.repeat(1_000_000)}`
    expect((await caller.ask({ method: 'GET', path }).catch(() => ({ status: 431 }))).status).toBe(431)
  })

  it('R39 two hundred callers who send one character a second delay no other caller', async () => {
    const { hostname, port } = new URL(product.url)
    const slow = Array.from({ length: 200 }, () => connect(Number(port), hostname).on('error', () => undefined))
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    const speaking = setInterval(() => slow.map((socket: Socket) => socket.write('x')), 1_000)
    for (const [index, socket] of slow.entries())
      socket.write(
        index % 2
          ? 'GET /api/account HTTP/1.1\r\nX-'
          : 'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999\r\n\r\n{',
      )
    // The server waits twenty seconds for a head: a call that is answered while a hundred heads are unfinished did not wait for one of them.
    const unfinishedHeads = () => slow.filter((socket, index) => index % 2 && !socket.closed).length
    for (let index = 0; index < 20; index++) {
      expect((await caller.ask({ method: 'GET', path: '/pricing/price/BTCUSDT' })).status).toBe(200)
      expect(unfinishedHeads()).toBe(100)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    clearInterval(speaking)
    for (const socket of slow) socket.destroy()
  })
})

describe('state afterwards', () => {
  it('SEC-68 R36 the log at its most verbose level has no personal data and no secret', () => {
    expect(product.log()).toContain('request')
    expect(secretsIn(product.log())).toEqual([])
  })
  it('R23 no account gained permissions', async () => expect(await whatMatters()).toEqual(before))
})
