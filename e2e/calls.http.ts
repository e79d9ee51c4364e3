/** Every call of the contract against the running product: allowed callers, answers for unknown ids, the published document. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { describe, expect, inject, it } from 'vitest'
import { allEndpoints } from './endpoints.ts'
import { CUSTOMER, keptSignedIn, NEWCOMER, OFFICER, post, signIn, stepUpGrant } from './sign-in.ts'

const endpoints = await allEndpoints()
const OPEN = new Set(['PUBLIC', 'MACHINE', 'DEMO'])
const BAD_IDS = ['0', 'not-an-id', '00000000-0000-0000-0000-000000000000', '%00', '%2e%2e%2f%2e%2e', "1' OR '1'='1", 'ñ'.repeat(50)]

const url = inject('sharedProduct')
const customer = keptSignedIn(url, CUSTOMER)
const officer = keptSignedIn(url, OFFICER)

const call = (method: string, path: string, init: RequestInit & { token?: string } = {}) =>
  fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    ...init,
    headers: { ...(init.token ? { authorization: `Bearer ${init.token}` } : {}), ...(init.headers as Record<string, string>) },
  })

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, object>>
}

async function read<T>(path: string, token?: string): Promise<T> {
  const response = await call('GET', path, { token })
  return (await response.json()) as T
}

/** Caller whose role passes the guard, so that the input is what is refused. */
const callerOf = ({ role }: Endpoint) => (role === 'ROLE_ADMIN' ? officer() : customer())
const filled = ({ path }: Endpoint, id: string) => path.replace(/:\w+/g, id)

describe('permitted callers', () => {
  it.each(endpoints.filter(({ role }) => !OPEN.has(role)))(
    'SHELL-08 $method $path refuses a caller without a session',
    async (endpoint) => {
      const path = filled(endpoint, '00000000-0000-0000-0000-000000000000')
      const tokens = [undefined, 'x', 'a.b.c', `${await customer()}x`]
      const answers = await Promise.all(tokens.map((token) => call(endpoint.method, path, { token })))
      for (const response of answers) {
        expect(response.status).toBe(401)
        expect(response.headers.get('app-error')).toMatch(/^identity\./)
      }
    },
  )

  it.each(endpoints.filter(({ role }) => role === 'ROLE_ADMIN'))('SEC-06 SHELL-08 $method $path refuses a customer', async (endpoint) => {
    const response = await call(endpoint.method, filled(endpoint, 'x'), { token: await customer() })
    expect(response.status).toBe(403)
  })

  it.each(endpoints.filter(({ role }) => role === 'ROLE_USER'))(
    'SHELL-08 $method $path refuses an officer without the customer role',
    async (endpoint) => {
      const response = await call(endpoint.method, filled(endpoint, 'x'), { token: await officer() })
      expect(response.status).toBe(403)
    },
  )
})

describe('bad input', () => {
  it.each(endpoints.filter(({ path, role }) => path.includes(':') && role !== 'DEMO'))(
    'API-01 $method $path answers 4xx to unknown ids',
    async (endpoint) => {
      const token = await callerOf(endpoint)
      const input = endpoint.body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}
      const answers = BAD_IDS.map(async (id) => {
        const response = await call(endpoint.method, filled(endpoint, encodeURI(id)), { token, ...input })
        return { id, status: response.status, text: await response.text() }
      })
      for (const { id, status, text } of await Promise.all(answers)) {
        expect.soft(status, `${id} → ${text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
        expect.soft(status, id).toBeLessThan(500)
      }
    },
  )

  it('SEC-65 API-01 unknown paths of services are a JSON 404, never the page', async () => {
    for (const path of [
      '/api/nothing',
      '/payment/nothing',
      '/blockchain',
      '/pricing/x/y',
      '/kyc/',
      '/virtual-ledger/',
      '/management/env',
      '/i18n/%2e%2e%2fx.json',
      '/dev/nothing',
    ])
      for (const accept of ['text/html', '*/*']) {
        const response = await call('GET', path, { headers: { accept } })
        expect.soft(response.status, path).toBe(404)
        expect.soft(response.headers.get('content-type'), path).toContain('json')
      }
  })

  it('API-01 none of these calls moved money', async () => {
    const balances = await read<{ amount: string }[]>('/virtual-ledger/balances/users', await customer())
    expect(balances.map(({ amount }) => amount)).toEqual(['0', '0', '0'])
  })
})

describe('the published document', () => {
  it('API-01 covers every call', async () => {
    const document = await read<OpenApi>('/openapi.json')
    expect(document.openapi).toMatch(/^3\.1/)
    for (const { method, path, role } of endpoints) {
      if (role === 'DEMO') continue
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect.soft(operation, `${method} ${path}`).toBeDefined()
    }
  })

  it('MON-08 a customer who is not verified may not move money, independent of the screen', async () => {
    const newcomer = await signIn(url, NEWCOMER)
    const headers = { 'content-type': 'application/json' }
    const body = { account: '12345678', accountType: 9, bank: 1, alias: 'Mía' }
    const grant = await stepUpGrant(url, newcomer, 'POST /payment/accounts', { body }, NEWCOMER.email)
    const { id } = await post<{ id: string }>(url, '/payment/accounts', body, newcomer, { 'step-up-grant': grant })
    const deposit = await call('POST', '/payment/deposit', {
      token: newcomer,
      headers,
      body: JSON.stringify({ accountID: id, amount: 50_000 }),
    })
    expect(deposit.headers.get('app-error')).toBe('limits.not_verified')
    const asked = { account: id, amount: 50_000 }
    const approval = await stepUpGrant(url, newcomer, 'POST /payment/withdraw', { body: asked }, NEWCOMER.email)
    const withdrawal = await call('POST', '/payment/withdraw', {
      token: newcomer,
      headers: { ...headers, 'step-up-grant': approval },
      body: JSON.stringify(asked),
    })
    expect(withdrawal.headers.get('app-error')).toBe('limits.not_verified')
  })
})
