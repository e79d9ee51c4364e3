/**
 * Transactions that do not belong to a deposit: returned on its creation, several with its reference, or with an unknown reference (H6).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const CONFIRM_MS = 5 * MINUTE_MS

let test: PaymentsTest
/** Id of the transaction that is returned for a creation, and for each read of the created one. */
let answered: string | null = null
const proxy = createServer(async (request, response) => {
  const content: Buffer[] = []
  for await (const chunk of request) content.push(chunk)
  const isCreation = request.method === 'POST' && (request.url ?? '').endsWith('/transactions')
  const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' }
  const base = test.sandbox.baseUrls.wompi
  const truth = await fetch(`${base}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(content.length > 0 ? { body: Buffer.concat(content) } : {}),
  })
  const text = await truth.text()
  const lie = isCreation && answered ? await (await fetch(`${base}/transactions/${answered}`, { headers })).text() : null
  response.writeHead(truth.status, { 'content-type': 'application/json' })
  response.end(lie ?? text)
})

beforeAll(async () => {
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  test = await startPaymentsTest({ WOMPI_URL: url, PAYOUT_UNPAID_CONFIRM_SECONDS: '300' })
  test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel: 'payments', scope: 'reset' })
})
afterAll(async () => {
  await test.stop()
  proxy.closeAllConnections()
  proxy.close()
})

const transactions = () => test.sandbox.controls.store.transactions
async function begun() {
  const customer = await test.customer()
  const link = await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, newId())
  const [{ transactionId: id }] = (await test.call(customer.id, 'POST', '/payment/transactions/user/deposits', { pageIndex: 0, size: 10 }))
    .body.results
  const own = transactions()
    .all()
    .find(({ request }) => request.reference === id)
  if (!own) throw new Error('no transaction')
  const state = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)).body.state
  return { customer, link: link.body as string, id: id as string, own, state }
}
const askAbout = (subjectId: string) =>
  test.platform.jobs.enqueue(test.platform.db, {
    name: 'payments.ask-about-deposit',
    key: newId(),
    payload: { eventId: newId(), subjectId },
  })
const dailyReport = async () => {
  const day = bogotaDay(test.platform.clock.now())
  await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload: { day } })
  await test.platform.jobs.drain()
}
const after = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.compareRecords()
}
const anomaliesOf = async (id: string) => (await test.anomalies()).filter((one) => one.id === id)

it("H6 a creation that answers with another customer's transaction exposes no link to it: the deposit's own is found by its reference, and credited", async () => {
  const stranger = await begun()
  const logged = vi.spyOn(test.platform.log, 'error')
  answered = stranger.own.id
  const { customer, link, own, state } = await begun()
  answered = null
  expect(link).toContain(own.ticket)
  const facts = { securityEvent: 'payment_answer_mismatch', transactionId: stranger.own.id, fields: ['reference'] }
  expect(logged.mock.calls.map(([said]) => said)).toContainEqual(expect.objectContaining(facts))
  logged.mockRestore()
  await test.answerAtBank(link, 'APPROVED')
  test.platform.clock.advance(MINUTE_MS)
  await test.until(async () => (await state()) === 'COMPLETED')
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  expect(await test.balance(stranger.customer.id)).toMatchObject({ posted: 0n })
})

it("H6 an abandoned deposit that was bound to another one's transaction does not block that one's credit", async () => {
  const [wrong, owner] = [await begun(), await begun()]
  await sql`UPDATE payments.deposit SET provider_transaction_id = NULL WHERE id = ${owner.id}`.execute(test.platform.db)
  await sql`UPDATE payments.deposit SET provider_transaction_id = ${owner.own.id}, state = 'EXPIRED', ended_at = ${test.platform.clock.now()}
    WHERE id = ${wrong.id}`.execute(test.platform.db)
  await test.answerAtBank(owner.link, 'APPROVED')
  await askAbout(owner.own.id)
  await test.until(async () => (await owner.state()) === 'COMPLETED')
  expect(await test.balance(owner.customer.id)).toMatchObject({ posted: 5_000_000n })
  const bound = await sql`SELECT provider_transaction_id AS id FROM payments.deposit WHERE id = ${wrong.id}`.execute(test.platform.db)
  expect(bound.rows).toEqual([{ id: null }])
})

it('H6 of two transactions with one reference the paid one is credited, though the other came first and was declined', async () => {
  const { customer, own, state } = await begun()
  transactions().put({ ...own, status: 'DECLINED' })
  transactions().put({ ...own, id: `${own.id}-2`, ticket: newId(), status: 'APPROVED' })
  test.platform.clock.advance(MINUTE_MS)
  await test.until(async () => (await state()) === 'COMPLETED')
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  await dailyReport()
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
})

it('H6 of two concurrently checked paid transactions, one is credited and the other is a row that officers see', async () => {
  const { customer, id, own, state } = await begun()
  const second = { ...own, id: `${own.id}-2`, ticket: newId(), status: 'APPROVED' as const }
  transactions().put({ ...own, status: 'APPROVED' })
  transactions().put(second)
  for (const subject of [own.id, second.id, own.id, second.id]) await askAbout(subject)
  await Promise.all(Array.from({ length: 4 }, () => test.platform.jobs.drain()))
  await test.until(async () => (await state()) === 'COMPLETED')
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  expect(await anomaliesOf(id)).toEqual([])
  await after(CONFIRM_MS)
  const [found, ...more] = await anomaliesOf(id)
  expect([found, more]).toEqual([
    { kind: 'payment_twice', id, paymentId: expect.any(String), accountId: customer.id, booked: 0n, amount: 5_000_000n },
    [],
  ])
  expect([own.id, second.id]).toContain(found?.paymentId)
  // The provider returns the payment, regardless of which of both it was.
  for (const one of [own, second]) transactions().put({ ...one, status: 'VOIDED' })
  await after(DAY_MS)
  expect((await anomaliesOf(id)).filter(({ kind }) => kind === 'payment_twice')).toEqual([])
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
})

it('H6 an approved payment with an unknown reference is a row, and so is one with another amount; both end when they are annulled', async () => {
  const { id, own } = await begun()
  const unknown = {
    ...own,
    id: 'unknown-1',
    ticket: newId(),
    status: 'APPROVED' as const,
    request: { ...own.request, reference: 'otra-cosa' },
  }
  const less = { ...own, status: 'APPROVED' as const, request: { ...own.request, amount_in_cents: 4_000_000 } }
  // The product itself creates payments in pesos only.
  const currency = 'USD' as string as 'COP'
  const foreign = { ...unknown, id: 'foreign-1', ticket: newId(), request: { ...unknown.request, currency } }
  for (const one of [unknown, less, foreign]) transactions().put(one)
  await dailyReport()
  expect([await anomaliesOf('unknown-1'), await anomaliesOf(id)]).toEqual([[], []])
  await after(CONFIRM_MS)
  expect(await anomaliesOf('unknown-1')).toEqual([
    { kind: 'payment_unknown', id: 'unknown-1', accountId: null, booked: 0n, amount: 5_000_000n },
  ])
  expect(await anomaliesOf('foreign-1')).toMatchObject([{ kind: 'payment_unknown', booked: 0n, amount: 5_000_000n, currency: 'USD' }])
  expect(await anomaliesOf(id)).toMatchObject([{ kind: 'payment_mismatch', paymentId: own.id, booked: 0n, amount: 4_000_000n }])
  for (const one of [unknown, less, foreign]) transactions().put({ ...one, status: 'VOIDED' })
  await after(DAY_MS)
  expect([await anomaliesOf('unknown-1'), await anomaliesOf(id)]).toEqual([[], []])
})

it('H7 officers read each with its payer and customer in a list with pages and states; customers cannot', async () => {
  const { customer, id, own } = await begun()
  const listed = async (query = '') => (await test.call(newOfficer(), 'GET', `/payment/administrative/anomalies?size=100${query}`)).body
  const onePage = async (index: number) =>
    (await test.call(newOfficer(), 'GET', `/payment/administrative/anomalies?size=1&pageIndex=${index}`)).body
  const before = await listed()
  const payment = { ...own, status: 'APPROVED' as const, request: { ...own.request, amount_in_cents: 4_000_050 } }
  transactions().put(payment)
  transactions().put({ ...payment, id: `${own.id}-3`, ticket: newId(), request: { ...payment.request, reference: 'sin-deposito' } })
  await dailyReport()
  const ofState = async (state: string) =>
    (await listed(`&state=${state}`)).results.filter((one: { providerId: string }) => one.providerId.startsWith(own.id))
  expect(await ofState('OPEN')).toEqual([])
  expect(await ofState('SEEN')).toHaveLength(2)
  await after(CONFIRM_MS)
  const { customer_data: data, payment_method: method, customer_email: email } = own.request
  const common = {
    provider: 'wompi',
    booked: '0',
    amount: '40000.5',
    currency: 'COP',
    status: 'APPROVED',
    payer: { name: data.full_name, document: method.user_legal_id, email },
    state: 'OPEN',
    endedAt: null,
  }
  const open = await ofState('OPEN')
  expect(open).toHaveLength(2)
  expect(open).toContainEqual(
    expect.objectContaining({
      ...common,
      ...{ kind: 'payment_mismatch', providerId: own.id, reference: id, movementId: id, accountId: customer.id, fields: ['amount'] },
    }),
  )
  expect(open).toContainEqual(
    expect.objectContaining({
      ...common,
      ...{ kind: 'payment_unknown', providerId: `${own.id}-3`, reference: 'sin-deposito', movementId: null, accountId: null },
    }),
  )
  // Open ones first, each once over all pages.
  const all = await listed()
  expect(all.total).toBe(before.total + 2)
  const pages = await Promise.all(Array.from({ length: all.total }, (_, index) => onePage(index)))
  expect(pages.flatMap(({ results }) => results.map((one: { id: string }) => one.id))).toEqual(
    all.results.map((one: { id: string }) => one.id),
  )
  const states: string[] = all.results.map(({ state }: { state: string }) => state)
  expect(states).toEqual(['OPEN', 'SEEN', 'GONE'].flatMap((state) => states.filter((one) => one === state)))
  const refused = await Promise.all([
    test.call(customer.id, 'GET', '/payment/administrative/anomalies'),
    test.call(newOfficer(), 'GET', '/payment/administrative/anomalies?state=BOOKING'),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 400])
  for (const transaction of transactions()
    .all()
    .filter(({ id: one }) => one.startsWith(own.id)))
    transactions().put({ ...transaction, status: 'VOIDED' })
  await after(DAY_MS)
  expect(await ofState('OPEN')).toEqual([])
  expect(await ofState('GONE')).toHaveLength(2)
})
