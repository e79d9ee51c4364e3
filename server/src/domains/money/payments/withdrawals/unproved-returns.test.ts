/** A provider with wrong answers causes no return of a withdrawal that it may have paid (H1, H2, H4). A proxy changes its answers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { systemAccount } from '../../ledger/index.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Account whose result the sandbox's bank never reports. */
const NEVER_ANSWERED = '55550098'

interface Lies {
  /** The creation is not forwarded. */
  swallowed: boolean
  /** Sent instead of the answer to a creation. */
  creation: { status: number; body: object } | null
  /** References for which the provider denies that it has a payment. */
  hides: (reference: string) => boolean
}
const VALID: Lies = { swallowed: false, creation: null, hides: () => false }
const REFUSED = { status: 400, body: { code: 'EXC_019', message: 'La cuenta no existe.' } }
const UNAUTHORIZED = { status: 401, body: { code: 'UNAUTHORIZED', message: 'Las credenciales no son válidas.' } }

let test: PaymentsTest
let lies = VALID
const proxy = createServer(async (request, response) => {
  const reference = /\/transactions\/([^/?]+)/.exec(request.url ?? '')?.[1]
  const isCreation = request.method === 'POST' && (request.url ?? '').endsWith('/v1/payouts')
  const content: Buffer[] = []
  for await (const chunk of request) content.push(chunk)
  const body = content.length > 0 ? { body: Buffer.concat(content) } : {}
  const headers = ['x-api-key', 'user-principal-id', 'idempotency-key', 'content-type'].flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  const isAsked = !(isCreation && lies.swallowed)
  const url = `${test.sandbox.baseUrls.payouts}${request.url}`
  const truth = isAsked ? await fetch(url, { method: request.method ?? 'GET', headers, ...body }) : null
  const text = (await truth?.text()) ?? ''
  const lie = isCreation ? lies.creation : reference && lies.hides(reference) ? { status: 404, body: { code: 'NOT_FOUND' } } : null
  response.writeHead(lie?.status ?? truth?.status ?? 500, { 'content-type': 'application/json' })
  response.end(lie ? JSON.stringify(lie.body) : text)
})

beforeAll(async () => {
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  test = await startPaymentsTest({ PAYOUTS_URL: url, PAYOUT_UNPAID_CONFIRM_SECONDS: '300' })
  test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel: 'payouts', scope: 'reset' })
  const customer = await test.customer({ pesos: 50_000n })
  await becomes(customer, await ask(customer), 'COMPLETED')
  const { booked, balance } = await test.fundsAtProvider()
  // The books contain the prepaid balance at the provider, so that a missing sum is detected.
  const [debit, credit] = [systemAccount('payouts', 'COP'), systemAccount('bank', 'COP')]
  await test.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: balance - booked, code: 'test.gift' }])
})
afterEach(() => {
  lies = VALID
})
afterAll(async () => {
  await test.stop()
  proxy.closeAllConnections()
  proxy.close()
})

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const ask = async ({ id, account }: Customer): Promise<string> =>
  (await test.call(id, 'POST', '/payment/withdraw', { account, amount: '30000' }, newId())).body.transactionId
const show = async ({ id }: Customer, withdrawal: string) => (await test.call(id, 'GET', `/payment/transactions/user/${withdrawal}`)).body
const becomes = (customer: Customer, withdrawal: string, state: string) =>
  test.until(async () => (await show(customer, withdrawal)).state === state)
const later = async (ms: number) => {
  test.platform.clock.advance(ms)
  for (let round = 0; round < 3; round++) await test.platform.jobs.drain()
}
const HELD = { posted: 5_000_000n, held: 3_000_000n }

it('H2 a FAILED payout that is APPROVED a minute later is not returned; one that stays FAILED is returned', async () => {
  for (const isPaid of [true, false]) {
    const customer = await test.customer({ pesos: 50_000n, accountNumber: NEVER_ANSWERED })
    const withdrawal = await ask(customer)
    await becomes(customer, withdrawal, 'PROCESSING')
    test.setPayout(withdrawal, 'FAILED', 'C01')
    await later(MINUTE_MS)
    expect((await show(customer, withdrawal)).state).toBe('PROCESSING')
    expect(await test.balance(customer.id)).toMatchObject(HELD)
    if (isPaid) test.setPayout(withdrawal, 'APPROVED')
    test.platform.clock.advance(6 * MINUTE_MS)
    await becomes(customer, withdrawal, isPaid ? 'COMPLETED' : 'RETURNED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: isPaid ? 2_000_000n : 5_000_000n, held: 0n })
  }
})

it.each([
  ['a refusal', REFUSED],
  ['a temporary refusal', UNAUTHORIZED],
])(
  'H1 H4 a payout that was made, answered by %s and then denied, is neither returned nor cancelled: the account lacks the sum',
  async (_name, creation) => {
    const customer = await test.customer({ pesos: 50_000n })
    let withdrawal = ''
    lies = { swallowed: false, creation, hides: (reference) => reference === withdrawal }
    withdrawal = await ask(customer)
    for (const ms of [0, 2 * MINUTE_MS, 20 * MINUTE_MS, 20 * MINUTE_MS, 26 * HOUR_MS, 2 * HOUR_MS]) {
      await later(ms)
      expect(await show(customer, withdrawal)).toMatchObject({ state: 'UNKNOWN', cancellable: false })
      expect((await test.call(customer.id, 'POST', `/payment/withdraw/${withdrawal}/cancel`)).status).toBe(409)
      expect(await test.balance(customer.id)).toMatchObject(HELD)
    }
    lies = VALID
    test.platform.clock.advance(2 * HOUR_MS)
    await becomes(customer, withdrawal, 'PROCESSING')
    test.platform.clock.advance(HOUR_MS)
    await becomes(customer, withdrawal, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
  },
)

it('H1 a provider that denies a payout which it surely has proves nothing', async () => {
  const customer = await test.customer({ pesos: 50_000n })
  lies = { swallowed: true, creation: REFUSED, hides: () => true }
  const withdrawal = await ask(customer)
  for (const ms of [0, 20 * MINUTE_MS, 20 * MINUTE_MS, 26 * HOUR_MS, 2 * HOUR_MS]) {
    await later(ms)
    expect((await show(customer, withdrawal)).state).toBe('UNKNOWN')
  }
  // Once it shows what it has, its refusal is proved, by two answers with time between.
  lies = { ...lies, hides: () => false }
  await later(2 * HOUR_MS)
  expect(await test.balance(customer.id)).toMatchObject(HELD)
  test.platform.clock.advance(2 * HOUR_MS)
  await becomes(customer, withdrawal, 'RETURNED')
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
})
