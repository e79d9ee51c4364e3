/** Caller that makes every call of the contract correctly, so that tests can change it into a hostile one. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { VALUES, type Values } from './access-values.ts'
import { allEndpoints } from './endpoints.ts'
import { sampleOf } from './hostile-values.ts'
import type { Objects } from './owner-objects.ts'
import { type RawAnswer, type RawCall, rawCall } from './raw-call.ts'
import { CUSTOMER, OFFICER } from './sign-in.ts'

/** Id of no object. */
const ID = '0192f0c1-2f6b-7b3e-9a57-5d0c6a3f7e11'
const NOBODYS = new Proxy({} as Objects, { get: (_, name) => (name === 'form' ? 'natural-3' : ID) })
const JSON_TYPE = { 'content-type': 'application/json' }

export interface NamedEndpoint extends Endpoint {
  readonly name: string
}
/** Named endpoints without the calls of the demo. */
export async function namedEndpoints(): Promise<NamedEndpoint[]> {
  const all = await allEndpoints()
  return all.filter(({ role }) => role !== 'DEMO').map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }))
}

const valuesOf = ({ name }: NamedEndpoint): Values => VALUES[name]?.(NOBODYS) ?? {}
export const goodBody = (endpoint: NamedEndpoint): unknown => valuesOf(endpoint).body ?? sampleOf(endpoint.body)

function pathOf(endpoint: NamedEndpoint): string {
  const { params, query } = valuesOf(endpoint)
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ID))
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

export interface GoodCall extends RawCall {
  readonly headers: Readonly<Record<string, string>>
}
export interface Caller {
  ask(call: RawCall): Promise<RawAnswer>
  /** Valid call with a live session of a permitted caller. */
  callOf(endpoint: NamedEndpoint): Promise<GoodCall>
}

/**
 * The product must trust the proxy at its own address: each request is of another network, since rate limits would hide the answer of a
 * call.
 */
export function createCaller(url: string): Caller {
  const tokens = new Map<string, string>()
  let asked = 0

  function ask(call: RawCall): Promise<RawAnswer> {
    asked += 1
    const network = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
    return rawCall(url, { ...call, headers: { 'x-forwarded-for': network, ...call.headers } })
  }

  /** Session for a call; some calls end the session that makes them. */
  async function sessionFor({ role }: Endpoint): Promise<Record<string, string>> {
    if (role === 'PUBLIC' || role === 'MACHINE') return {}
    const { email, password } = role === 'ROLE_ADMIN' ? OFFICER : CUSTOMER
    const known = { authorization: `Bearer ${tokens.get(email)}` }
    if ((await ask({ method: 'GET', path: '/api/account', headers: known })).status === 200) return known
    const { text } = await ask({ method: 'POST', path: '/api/sign-in', headers: JSON_TYPE, body: JSON.stringify({ email, password }) })
    const { accessToken } = JSON.parse(text) as { accessToken: string }
    tokens.set(email, accessToken)
    return { authorization: `Bearer ${accessToken}` }
  }

  return {
    ask,
    async callOf(endpoint) {
      const body = endpoint.body && !endpoint.upload ? JSON.stringify(goodBody(endpoint)) : undefined
      const headers = { ...(await sessionFor(endpoint)), ...(body === undefined ? {} : JSON_TYPE) }
      return { method: endpoint.method, path: pathOf(endpoint), headers, body }
    },
  }
}
