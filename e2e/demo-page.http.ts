/** docs/demo.md is correct: its people, calls, secrets and numbers are read from the page and tried on the running product. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { PEOPLE } from '../dev/demo/history/people.ts'
import { DEMO_PEOPLE } from '../dev/demo/people.ts'
import { memoryFolder } from '../dev/testing/temporary-folder.ts'
import { startCopiedProduct } from './copied-product.ts'
import { generateClient } from './generated-client.ts'
import { mailCode, mailLink } from './mailbox.ts'
import { paidDeposit } from './pay-in.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { type Credentials, CUSTOMER, NEWCOMER, OFFICER, post as postAs, SECOND_OFFICER, signIn, staffOf, stepUpGrant } from './sign-in.ts'
import { until } from './until.ts'
import { get } from './verified-person.ts'

const page = readFileSync(fileURLToPath(new URL('../docs/demo.md', import.meta.url)), 'utf8')
/** The code of a table row: `secretOf('their secret')` gives each value of that row, in order. */
const valuesOf = (row: string) => [...page.matchAll(new RegExp(`^\\| ${row} \\| \`([^\`]+)\``, 'gm'))].map((match) => match[1] ?? '')

let product: RunningProduct

beforeAll(async () => {
  product = await startCopiedProduct()
})
afterAll(() => product.end())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(product.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

it('ID-02 every person of the page can sign in', async () => {
  const people = [...page.matchAll(/^\| `([^`]+@[^`]+)` \| `([^`]+)` \|/gm)]
  expect(people).toHaveLength(DEMO_PEOPLE.length)
  for (const [, email, password] of people) expect((await post('/api/sign-in', { email, password })).status).toBe(200)
})

it('API-01 BANK-04 a client generated from the document signs in, approves and withdraws, as docs/clients.md describes', async () => {
  const { url } = product
  const token = await signIn(url, CUSTOMER)
  const accounts = await fetch(`${url}/payment/accounts/user/`, { headers: { authorization: `Bearer ${token}` } })
  const [account] = (await accounts.json()) as { id: string }[]
  await paidDeposit(url, token, account?.id ?? '', '50000')
  const client = await generateClient(url)
  try {
    expect(client.check()).toEqual([])
    const since = new Date()
    const [EMAIL, PASSWORD] = [CUSTOMER.email, CUSTOMER.password]
    const said = await client.run({ EMAIL, PASSWORD }, '20000', () => mailCode(url, EMAIL, since))
    expect(said).toMatch(/^(Code .*: )?(HELD|SENDING|PROCESSING) 20000 COP → /m)
    const refused = await client.run({ EMAIL, PASSWORD: 'otra cosa' }, '20000', () => mailCode(url, EMAIL, since))
    expect(refused).toContain('Error: identity.wrong_credentials: ')
  } finally {
    client.remove()
  }
})

it('MON-04 the product accepts the documented callback paths and secrets', async () => {
  const paths = [...valuesOf('PSE events come to'), ...valuesOf('payout events come to')].map((text) => text.replace('POST ', ''))
  const secrets = valuesOf('their secret')
  expect(paths).toHaveLength(2)
  for (const [index, path] of paths.entries()) {
    const timestamp = index === 0 ? Math.floor(Date.now() / 1_000) : Date.now()
    const event = (secret: string) => {
      const checksum = createHash('sha256').update(`unknown${timestamp}${secret}`).digest('hex')
      return {
        event: 'transaction.updated',
        data: { transaction: { id: 'unknown' } },
        signature: { properties: ['transaction.id'], checksum },
        timestamp,
      }
    }
    expect((await post(path, event('another secret'))).headers.get('app-error')).toBe('payments.webhook_signature')
    expect((await post(path, event(secrets[index] ?? ''))).headers.get('app-error')).not.toBe('payments.webhook_signature')
  }
})

it('the clock moves forward as the page describes', async () => {
  const [, body] = /`POST \/dev\/clock\/advance` with `([^`]+)`/.exec(page) ?? []
  const milliseconds = JSON.parse(body ?? '').milliseconds as number
  const before = (await (await fetch(`${product.url}/dev/clock`)).json()) as { now: string }
  const answer = await post('/dev/clock/advance', { milliseconds })
  const { now } = (await answer.json()) as { now: string }
  expect(Math.abs(Date.parse(now) - Date.parse(before.now) - milliseconds)).toBeLessThan(60_000)
})

it('EX-06 the chain is the documented one', async () => {
  const deployment = JSON.parse(readFileSync(join(product.dataDir, 'chain', 'deployment.json'), 'utf8')) as { chainId: number }
  expect(page).toContain(`chain id ${deployment.chainId}`)
})

it('API-01 each documented path exists', async () => {
  const named = [...page.matchAll(/`GET (\/[\w./-]+)/g)].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(3)
  // Some are of people who are signed in.
  for (const path of named) expect([200, 401], path).toContain((await fetch(product.url + path)).status)
})

it('KYC-09 ADM-08 the documented calls verify a customer', async () => {
  const { paths } = (await (await fetch(`${product.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  const named = [...page.matchAll(/`(POST|PUT) (\/kyc\/[\w/-]+)`/g)]
  expect(named.length).toBeGreaterThan(6)
  for (const [, method = '', path = ''] of named) expect(paths[path], path).toHaveProperty(method.toLowerCase())
})

it('ID-01 a new person registers as the page describes', async () => {
  for (const call of ['POST /api/sign-up', 'POST /api/activate']) expect(page).toContain(`\`${call}\``)
  const [email, password, since] = ['por-http@correo.example', 'una-frase-de-la-pagina', new Date(0)]
  await post('/api/sign-up', { email, password, termsAccepted: true })
  const token = (await mailLink(product.url, email, '/users/activate/', since)).split('/').at(-1)
  const answer = (await (await post('/api/activate', { token, password })).json()) as { accessToken: string }
  const account = await fetch(`${product.url}/api/account`, { headers: { authorization: `Bearer ${answer.accessToken}` } })
  expect(await account.json()).toMatchObject({ email, activated: true })
})

it('BANK-01 the demo restarts after any action of its people, and undoes none of them', async () => {
  // Nothing in flight: an account with a pending withdrawal can neither be changed nor deleted.
  await product.end()
  product = await startCopiedProduct()
  const { url } = product
  const approved = async (token: string, email: string, call: string, values: { params?: Record<string, string>; body?: unknown }) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'step-up-grant': await stepUpGrant(url, token, call, values, email),
  })
  const accountsOf = async (token: string) => {
    const answer = await fetch(`${url}/payment/accounts/user/`, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as { id: string; alias: string }[]
  }
  const done = async (answer: Promise<Response>) => expect((await answer).status).toBe(200)

  // The customer deletes one seeded account, renames the other and takes every slot.
  const customer = await signIn(url, CUSTOMER)
  const [payroll, closed] = await accountsOf(customer)
  await done(fetch(`${url}/payment/accounts/${closed?.id}`, { method: 'DELETE', headers: { authorization: `Bearer ${customer}` } }))
  const renamed = { alias: 'La de siempre', bank: 1, accountType: 9, account: '12345678' }
  const values = { params: { id: payroll?.id ?? '' }, body: renamed }
  const headers = await approved(customer, CUSTOMER.email, 'PUT /payment/accounts/:id', values)
  await done(fetch(`${url}/payment/accounts/${payroll?.id}`, { method: 'PUT', headers, body: JSON.stringify(renamed) }))
  for (const [alias, account] of [
    ['Ahorro', '11112222'],
    ['Tienda', '33334444'],
  ] as const) {
    // biome-ignore format: a table
    const body = { alias, bank: 1, accountType: 9, account }
    const grant = (await approved(customer, CUSTOMER.email, 'POST /payment/accounts', { body }))['step-up-grant']
    await postAs(url, '/payment/accounts', body, customer, { 'step-up-grant': grant })
  }
  const aliases = (await accountsOf(customer)).map(({ alias }) => alias)
  expect(aliases).toEqual(['La de siempre', 'Ahorro', 'Tienda'])

  const newPassword = 'otra frase larga y propia'
  await changePassword(OFFICER, newPassword)
  const newEmail = 'oficial.dos@correo.example'
  await changeEmail(SECOND_OFFICER, newEmail)
  const newcomer = await signIn(url, NEWCOMER)
  const grant = await stepUpGrant(url, newcomer, 'POST /api/account/close', { body: { password: NEWCOMER.password } }, NEWCOMER.email)
  await postAs(url, '/api/account/close', { password: NEWCOMER.password }, newcomer, { 'step-up-grant': grant })

  for (const _start of [1, 2]) {
    await product.kill()
    await product.start()
    expect((await accountsOf(await signIn(url, CUSTOMER))).map(({ alias }) => alias)).toEqual(aliases)
    await signIn(url, { email: OFFICER.email, password: newPassword })
    await signIn(url, { email: newEmail, password: SECOND_OFFICER.password })
    for (const formerLogin of [SECOND_OFFICER, NEWCOMER, OFFICER]) await expect(signIn(url, formerLogin)).rejects.toThrow(/answered 40/)
  }
})

it('a new demo has months of history when it opens, even after it was killed meanwhile, and its ledger agrees', async () => {
  const env = { DEMO_HISTORY: 'true', LOG_LEVEL: 'info' }
  const living = await startProduct(env, memoryFolder('e2e'), [inject('productProgram')], /months of the demo: [2-9] of/)
  try {
    const { url } = living
    const meanwhile = await fetch(url, { headers: { accept: 'text/html' } })
    expect([meanwhile.status, meanwhile.headers.get('app-error')]).toEqual([503, 'server.unavailable'])
    expect(await meanwhile.text()).toMatch(/<progress [^>]*max="\d+" value="\d+"/)
    await living.kill()
    await living.start()
    expect(living.log()).not.toContain('left out')
    expect(await (await fetch(`${url}/dev/clock`)).json()).toMatchObject({ offsetMs: 0 })

    const customer = await signIn(url, CUSTOMER)
    const everything = { pageIndex: 0, size: 100 }
    const { results } = await postAs<{ results: { state: string; creationDate: string }[] }>(
      url,
      '/payment/transactions/user/history',
      everything,
      customer,
    )
    const states = results.map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['COMPLETED', 'RETURNED', 'FAILED', 'PENDING']))
    expect(Date.now() - Date.parse(results.at(-1)?.creationDate ?? '')).toBeGreaterThan(90 * DAY_MS)
    const worthless = async () => {
      const { points } = await get<{ points: { valueCop: string | null }[] }>(url, '/virtual-ledger/balances/users/value', customer)
      return points.filter(({ valueCop }) => valueCop === null || valueCop === '0')
    }
    await expect.poll(worthless, { timeout: 60_000 }).toEqual([])

    for (const { email } of Object.values(PEOPLE)) {
      expect(page).toContain(`| \`${email}\` |`)
      await signIn(url, { ...CUSTOMER, email })
    }
    const officer = await signIn(url, OFFICER)
    expect(await get(url, '/kyc/administrative/kyc-summary', officer)).toMatchObject({ pending: 4, finished: 6, notFinished: 2 })
    expect(await get(url, '/api/administrative/approvals?state=proposed', officer)).toMatchObject({ total: 2 })
    const asked = async (show: string) =>
      (await get<{ results: { state: string; email: string }[] }>(url, `/api/administrative/data-requests?show=${show}`, officer)).results
    expect((await asked('open')).map(({ state }) => state).sort()).toEqual(['in_review', 'received'])
    expect((await asked('incomplete')).map(({ email }) => email)).toEqual([PEOPLE.hernan.email])
    expect((await asked('ended')).map(({ email }) => email)).toEqual([PEOPLE.sofia.email])
    const waiting = await get<{ results: { cause: string | null }[] }>(url, '/payment/administrative/withdrawals', officer)
    expect(waiting.results.flatMap(({ cause }) => cause ?? []).sort()).toEqual(['in_and_out', 'large'])

    const treasury = await signIn(url, staffOf('treasury'))
    const { runs, openDifferences } = await until('the books are compared', MONTHS_MS, async () => {
      const state = await get<Reconciliation>(url, '/reconciliation/administrative/state', treasury)
      return state.runs.every(({ finishedAt }) => finishedAt && Date.parse(finishedAt) > Date.now() - MONTHS_MS) ? state : undefined
    })
    expect([openDifferences, runs.filter(({ failedAt }) => failedAt !== null)]).toEqual([0, []])
  } finally {
    await living.end()
  }
}, 900_000)

/** One minute on a machine that is not busy. */
const MONTHS_MS = 300_000
const DAY_MS = 86_400_000
interface Reconciliation {
  readonly openDifferences: number
  readonly runs: readonly { part: string; finishedAt: string | null; failedAt: string | null }[]
}

async function changePassword({ email, password }: Credentials, newPassword: string): Promise<void> {
  const token = await signIn(product.url, { email, password })
  const body = { currentPassword: password, newPassword }
  const grant = await stepUpGrant(product.url, token, 'POST /api/password', { body }, email)
  await postAs(product.url, '/api/password', body, token, { 'step-up-grant': grant })
}

async function changeEmail({ email, password }: Credentials, newEmail: string): Promise<void> {
  const token = await signIn(product.url, { email, password })
  const body = { email: newEmail, password }
  const grant = await stepUpGrant(product.url, token, 'POST /api/email-change', { body }, email)
  const since = new Date(0)
  await postAs(product.url, '/api/email-change', body, token, { 'step-up-grant': grant })
  for (const mailbox of [email, newEmail]) {
    const link = await mailLink(product.url, mailbox, '/users/confirm-email/', since)
    await postAs(product.url, '/api/email-change/confirm', { token: link.split('/').at(-1) })
  }
}
