/**
 * Booking of an approved payment that is in no book, by two officers, once, to its customer or to suspense; the provider's answer decides
 * last (G2, H6, H7).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { systemAccount } from '../../ledger/index.ts'
import { NO_PAYER_LISTED, newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const DAY_MS = 86_400_000
const CONFIRM_MS = 300_000
const REASON = 'Revisé el comprobante con el proveedor de pagos.'

let test: PaymentsTest
/** Hook that runs after the provider was asked for a payment and before the caller has the answer; it may replace the answer. */
let onRead: ((path: string, answer: string) => Promise<string | undefined>) | null = null
let statusOfRead: ((path: string) => number | null) | null = null
const proxy = createServer(async (request, response) => {
  const content: Buffer[] = []
  for await (const chunk of request) content.push(chunk)
  const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' }
  const body = content.length > 0 ? { body: Buffer.concat(content) } : {}
  const answer = await fetch(`${test.sandbox.baseUrls.wompi}${request.url}`, { method: request.method ?? 'GET', headers, ...body })
  const text = await answer.text()
  const changed = await onRead?.(request.url ?? '', text)
  response.writeHead(statusOfRead?.(request.url ?? '') ?? answer.status, { 'content-type': 'application/json' })
  response.end(changed ?? text)
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
  const own = transactions()
    .all()
    .find(({ ticket }) => link.body.includes(ticket))
  if (!own) throw new Error('no transaction')
  return { customer, id: own.request.reference, own, link: link.body as string }
}
async function credited() {
  const made = await begun()
  await test.answerAtBank(made.link, 'APPROVED')
  test.platform.clock.advance(60_000)
  await test.until(async () => (await test.balance(made.customer.id)).posted === 5_000_000n)
  return made
}
const report = async () => {
  const day = bogotaDay(test.platform.clock.now())
  await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload: { day } })
  await test.platform.jobs.drain()
}
const askAbout = (subjectId: string) =>
  test.platform.jobs.enqueue(test.platform.db, {
    name: 'payments.ask-about-deposit',
    key: newId(),
    payload: { eventId: newId(), subjectId },
  })
const after = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.compareRecords()
}
/** A payment that the daily report finds and that a later check confirms. Returns its row as officers see it. */
async function found(payment: ReturnType<ReturnType<typeof transactions>['all']>[number]) {
  transactions().put(payment)
  await report()
  await after(CONFIRM_MS)
  return rowOf(payment.id)
}
const rowOf = async (providerId: string) =>
  (await test.call(newOfficer(), 'GET', '/payment/administrative/anomalies?size=100')).body.results.find(
    (one: { providerId: string }) => one.providerId === providerId,
  )
const propose = (id: string, target: 'customer' | 'suspense', accountId: string | null = null) =>
  test.call(newOfficer(), 'POST', `/payment/administrative/anomalies/${id}/book`, { target, accountId, reason: REASON })
const approve = (request: { approvalRequestId: string }) =>
  test.call(newOfficer(), 'POST', `/api/administrative/approvals/${request.approvalRequestId}/approve`, { note: REASON })
const book = async (...asked: Parameters<typeof propose>) => {
  const proposed = await propose(...asked)
  expect(proposed.status).toBe(202)
  return approve(proposed.body)
}
const unprovedOf = async (id: string) => (await test.unprovedFacts()).filter((row) => row.id === id)
const suspense = async () => (await test.ledger.balance(systemAccount('deposits_in_review', 'COP'))).posted
const openOf = async (id: string) => (await test.anomalies()).filter((one) => one.id === id || one.paymentId === id)
const showDeposit = async (accountId: string, id: string) => (await test.call(accountId, 'GET', `/payment/transactions/user/${id}`)).body
const decide = async (id: string, decision: 'credit' | 'send_back') => {
  const path = `/payment/administrative/deposits/${id}/decide`
  const proposed = await test.call(newOfficer(), 'POST', path, { decision, reason: REASON })
  return proposed.status === 202 ? approve(proposed.body) : proposed
}
const second = ({ own }: { own: Awaited<ReturnType<typeof begun>>['own'] }) => ({
  ...own,
  id: `${own.id}-2`,
  ticket: newId(),
  status: 'APPROVED' as const,
})

it('H6 MON-04 two officers book a second payment to its customer: a deposit in review, credited by two more, and no difference remains', async () => {
  const made = await credited()
  const { customer, id } = made
  const payment = second(made)
  const row = await found(payment)
  expect([row.state, row.kind, await openOf(payment.id)]).toMatchObject(['OPEN', 'payment_twice', [{ id, amount: 5_000_000n }]])
  // G2: a pause of pesos is not lifted while it is open.
  expect(await test.unbookedPayments()).toBe(1)
  const before = await suspense()
  // Neither to another customer, nor by a customer.
  expect((await propose(row.id, 'customer', (await test.customer()).id)).code).toBe('payments.line_customer_unknown')
  expect((await test.call(customer.id, 'POST', `/payment/administrative/anomalies/${row.id}/book`, {})).status).toBe(403)
  const proposed = (await propose(row.id, 'customer')).body
  expect((await propose(row.id, 'suspense')).code).toBe('approvals.already_waiting')
  const answers = await Promise.all([approve(proposed), approve(proposed), approve(proposed)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', booked: '50000', isInSuspense: false })
  expect(await test.unbookedPayments()).toBe(0)
  expect([await suspense(), await openOf(payment.id)]).toEqual([before + 5_000_000n, []])
  expect(await showDeposit(customer.id, row.id)).toMatchObject({ state: 'IN_REVIEW', amount: '50000' })
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  expect((await propose(row.id, 'customer')).code).toBe('payments.anomaly_not_bookable')
  expect((await decide(row.id, 'credit')).status).toBe(200)
  expect([await suspense(), (await test.balance(customer.id)).posted]).toEqual([before, 10_000_000n])
  const { body: volume } = await test.call(customer.id, 'GET', '/payment/volumes/users/deposit/volume')
  expect(volume.deposit).toBe('100000')
  // Later reports and comparisons find nothing more to do.
  await report()
  await after(DAY_MS)
  expect([await openOf(payment.id), (await test.balance(customer.id)).posted, await test.unprovedRows()]).toEqual([[], 10_000_000n, []])
  expect(await test.paidForDeposit(row.id)).toBe(5_000_000n)
})

it('H7 a booked payment that the provider takes back is open again, cannot be credited, and is booked again when the record agrees', async () => {
  const made = await credited()
  const payment = second(made)
  const row = await found(payment)
  expect((await book(row.id, 'customer')).status).toBe(200)
  transactions().put({ ...payment, status: 'VOIDED' })
  await after(DAY_MS)
  expect([(await rowOf(payment.id)).state, await openOf(payment.id)]).toEqual(['SEEN', []])
  await after(CONFIRM_MS)
  expect(await openOf(payment.id)).toMatchObject([{ booked: 5_000_000n, amount: 0n }])
  expect((await decide(row.id, 'credit')).code).toBe('payments.deposit_taken_back')
  expect((await propose(row.id, 'suspense')).status).toBe(409)
  transactions().put(payment)
  await after(DAY_MS)
  expect([(await rowOf(payment.id)).state, await openOf(payment.id)]).toEqual(['BOOKED', []])
  transactions().put({ ...payment, request: { ...payment.request, amount_in_cents: 5_000_001 } })
  await after(DAY_MS)
  await after(CONFIRM_MS)
  expect(await openOf(payment.id)).toMatchObject([{ booked: 5_000_000n, amount: 5_000_001n }])
  expect((await decide(row.id, 'send_back')).status).toBe(200)
  // A payment that was sent back is finished, also when the provider voided it therefore.
  transactions().put({ ...payment, status: 'VOIDED' })
  await after(DAY_MS)
  expect([(await rowOf(payment.id)).state, await openOf(payment.id)]).toEqual(['BOOKED', []])
  await after(DAY_MS)
  expect((await rowOf(payment.id)).state).toBe('BOOKED')
})

it('E6 a booked and credited payment is held when the provider takes it back, and released when the record agrees', async () => {
  const made = await credited()
  const payment = second(made)
  const row = await found(payment)
  expect((await book(row.id, 'customer')).status).toBe(200)
  expect((await decide(row.id, 'credit')).status).toBe(200)
  transactions().put({ ...payment, status: 'VOIDED' })
  await after(DAY_MS)
  await after(CONFIRM_MS)
  expect(await test.balance(made.customer.id)).toMatchObject({ posted: 10_000_000n, held: 5_000_000n })
  transactions().put(payment)
  await after(DAY_MS)
  expect(await test.balance(made.customer.id)).toMatchObject({ posted: 10_000_000n, held: 0n })
})

it('H7 a payment that was sent back stays finished when the provider no longer has it', async () => {
  const made = await credited()
  const payment = second(made)
  const row = await found(payment)
  expect((await book(row.id, 'customer')).status).toBe(200)
  expect((await decide(row.id, 'send_back')).status).toBe(200)
  onRead = async (path) => (path.includes(payment.id) ? JSON.stringify({ error: 'unknown' }) : undefined)
  statusOfRead = (path) => (path.includes(payment.id) ? 404 : null)
  await after(DAY_MS)
  onRead = null
  statusOfRead = null
  expect((await rowOf(payment.id)).state).toBe('BOOKED')
})

it('H6 the customer of a payment is that of the sealed deposit with its reference, whatever its row contains', async () => {
  const made = await credited()
  const { customer, id } = made
  const other = await test.customer()
  const payment = second(made)
  const row = await found(payment)
  await test.database.pool.query('UPDATE payments.anomaly SET account_id = $1 WHERE id = $2', [other.id, row.id])
  expect((await propose(row.id, 'customer', other.id)).code).toBe('payments.line_customer_unknown')
  const own = (account: string) => test.database.pool.query('UPDATE payments.deposit SET account_id = $1 WHERE id = $2', [account, id])
  await own(other.id)
  expect((await propose(row.id, 'customer', other.id)).code).toBe('ledger.unproved')
  expect((await propose(row.id, 'customer')).code).toBe('ledger.unproved')
  await own(customer.id)
  expect((await book(row.id, 'customer')).status).toBe(200)
  expect(await showDeposit(customer.id, row.id)).toMatchObject({ state: 'IN_REVIEW', amount: '50000' })
})

it('H6 an answer about another payment counts as a change, not as an unreachable provider', async () => {
  const made = await credited()
  const payment = second(made)
  const row = await found(payment)
  onRead = async (path, answer) => (path.includes(payment.id) ? answer.replace(payment.id, 'other') : undefined)
  const { code } = await propose(row.id, 'customer')
  onRead = null
  expect(code).toBe('payments.anomaly_changed')
})

it('H6 payer lists are loaded before the deposit and the anomaly are locked', async () => {
  const made = await credited()
  const row = await found(second(made))
  const { body: proposed } = await propose(row.id, 'customer')
  const free: boolean[] = []
  const prepare = vi.spyOn(NO_PAYER_LISTED.screening, 'preparePayers').mockImplementation(async () => {
    const { rows } = await test.database.pool.query(
      'SELECT 1 FROM payments.anomaly, payments.deposit WHERE anomaly.id = $1 AND deposit.id = $2 FOR UPDATE SKIP LOCKED',
      [row.id, made.id],
    )
    free.push(rows.length === 1)
  })
  expect((await approve(proposed)).status).toBe(200)
  prepare.mockRestore()
  expect(free).toEqual([true])
})

it('H6 a payment that was booked or credited as one kind leaves no anomaly of another kind open', async () => {
  const kinds = async (providerId: string) =>
    Object.fromEntries(
      (
        await sql<{ kind: string; state: string }>`SELECT kind, state FROM payments.anomaly WHERE provider_id = ${providerId}`.execute(
          test.platform.db,
        )
      ).rows.map(({ kind, state }) => [kind, state]),
    )
  const made = await credited()
  const payment = second(made)
  await found({ ...payment, request: { ...payment.request, reference: 'otra' } })
  await found(payment)
  expect(await kinds(payment.id)).toEqual({ payment_unknown: 'OPEN', payment_twice: 'OPEN' })
  const { rows } = await sql<{ id: string }>`SELECT id FROM payments.anomaly WHERE provider_id = ${payment.id}
    AND kind = 'payment_twice'`.execute(test.platform.db)
  expect((await book(rows[0]?.id ?? '', 'customer')).status).toBe(200)
  expect(await kinds(payment.id)).toEqual({ payment_unknown: 'GONE', payment_twice: 'BOOKED' })
  await sql`UPDATE payments.anomaly SET state = 'OPEN', ended_at = NULL WHERE provider_id = ${payment.id}
    AND kind = 'payment_unknown'`.execute(test.platform.db)
  await after(DAY_MS)
  expect(await kinds(payment.id)).toEqual({ payment_unknown: 'GONE', payment_twice: 'BOOKED' })
  // Second case: a payment that is credited after all.
  const { customer, own } = await begun()
  const paid = { ...own, status: 'APPROVED' as const }
  await found({ ...paid, request: { ...own.request, reference: 'otra' } })
  expect(await kinds(own.id)).toEqual({ payment_unknown: 'OPEN' })
  transactions().put(paid)
  await after(DAY_MS)
  expect([await kinds(own.id), (await test.balance(customer.id)).posted]).toEqual([{ payment_unknown: 'GONE' }, 5_000_000n])
})

it('G2 a payment without a matching deposit waits in suspense until its customer is known, whose deposit is then in review', async () => {
  const { customer, own } = await begun()
  const { payment_method: method, customer_data: data } = own.request
  const payment = {
    ...own,
    id: `${own.id}-3`,
    ticket: newId(),
    status: 'APPROVED' as const,
    request: {
      ...own.request,
      reference: 'otra-cosa',
      payment_method: { ...method, user_legal_id: '99887766' },
      customer_data: { ...data, full_name: 'Pedro Pérez Gil' },
    },
  }
  const row = await found(payment)
  const before = await suspense()
  expect((await propose(row.id, 'customer')).code).toBe('payments.line_customer_unknown')
  expect((await book(row.id, 'suspense')).status).toBe(200)
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', isInSuspense: true })
  expect([await suspense(), await openOf(payment.id), await test.paidForDeposit(row.id)]).toEqual([before + 5_000_000n, [], 5_000_000n])
  expect((await propose(row.id, 'suspense')).code).toBe('payments.anomaly_not_bookable')
  expect((await book(row.id, 'customer', customer.id)).status).toBe(200)
  // No posting: it is in suspense until the deposit is decided.
  expect([await suspense(), (await rowOf(payment.id)).isInSuspense]).toEqual([before + 5_000_000n, false])
  const stored = await sql<{
    state: string
    other: boolean
    payer: { document: string }
  }>`SELECT state, is_of_other_payer AS other, other_payer AS payer
    FROM payments.deposit WHERE id = ${row.id}`.execute(test.platform.db)
  expect(stored.rows).toMatchObject([{ state: 'IN_REVIEW', other: true, payer: { document: '99887766' } }])
  expect((await decide(row.id, 'credit')).status).toBe(200)
  expect([await suspense(), (await test.balance(customer.id)).posted]).toEqual([before, 5_000_000n])
})

it('G2 a row that claims a booking without the sealed decision of two officers credits no customer, is reported, and can be booked', async () => {
  const { customer, own } = await begun()
  const payment = {
    ...own,
    id: `${own.id}-4`,
    ticket: newId(),
    status: 'APPROVED' as const,
    request: { ...own.request, reference: 'nada' },
  }
  const row = await found(payment)
  await sql`UPDATE payments.anomaly SET booked_at = now(), ended_at = now(), state = 'BOOKED' WHERE id = ${row.id}`.execute(
    test.platform.db,
  )
  // Officers see the true state, and the forged row prevents no decision.
  expect(await rowOf(payment.id)).toMatchObject({ state: 'OPEN', bookedAt: null, isInSuspense: false, isAltered: true })
  expect(await test.unprovedRows()).toContainEqual({ kind: 'anomaly_booking', id: row.id })
  expect([await showDeposit(customer.id, row.id), await test.paidForDeposit(row.id)]).toEqual([null, 0n])
  expect((await book(row.id, 'suspense')).status).toBe(200)
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', isInSuspense: true, isAltered: false })
  expect(await test.unprovedRows()).not.toContainEqual({ kind: 'anomaly_booking', id: row.id })
  // The row's amount differs from the booked one.
  await sql`UPDATE payments.anomaly SET amount = amount + 1 WHERE id = ${row.id}`.execute(test.platform.db)
  transactions().put({ ...payment, request: { ...payment.request, amount_in_cents: 5_000_001 } })
  expect((await propose(row.id, 'customer', customer.id)).code).toBe('ledger.unproved')
  expect(await showDeposit(customer.id, row.id)).toBeNull()
})

it('G2 a row that hides the booking of two officers is reported, and the payment in suspense can still be assigned to its customer', async () => {
  const { customer, own } = await begun()
  const request = { ...own.request, reference: 'oculto' }
  const payment = { ...own, id: `${own.id}-5`, ticket: newId(), status: 'APPROVED' as const, request }
  const row = await found(payment)
  const before = await suspense()
  expect((await book(row.id, 'suspense')).status).toBe(200)
  const hide = () => sql`UPDATE payments.anomaly SET booked_at = NULL, state = 'GONE' WHERE id = ${row.id}`.execute(test.platform.db)
  await hide()
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', isInSuspense: true, isAltered: true })
  expect(await test.unprovedRows()).toContainEqual({ kind: 'anomaly_booking', id: row.id })
  // The next check of the provider's record corrects the row; decisions of officers do not wait for it.
  await report()
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', isInSuspense: true, isAltered: false })
  await hide()
  expect((await propose(row.id, 'suspense')).code).toBe('payments.anomaly_not_bookable')
  expect((await book(row.id, 'customer', customer.id)).status).toBe(200)
  expect([await suspense(), (await showDeposit(customer.id, row.id)).state]).toEqual([before + 5_000_000n, 'IN_REVIEW'])
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', isInSuspense: false, isAltered: false })
  expect(await test.unprovedRows()).not.toContainEqual({ kind: 'anomaly_booking', id: row.id })
})

it("E2 a booking that its row hides or backdates beyond the daily report's window is compared again by the booking itself", async () => {
  const { own } = await begun()
  const request = { ...own.request, reference: 'antiguo' }
  const payment = { ...own, id: `${own.id}-6`, ticket: newId(), status: 'APPROVED' as const, request }
  const row = await found(payment)
  expect((await book(row.id, 'suspense')).status).toBe(200)
  const DAYS = 24 * 3_600_000
  await after(6 * DAYS)
  const write = (set: ReturnType<typeof sql>) => sql`UPDATE payments.anomaly SET ${set} WHERE id = ${row.id}`.execute(test.platform.db)
  await write(sql`booked_at = NULL, state = 'GONE', checked_at = '9999-01-01'`)
  expect(await unprovedOf(row.id)).toMatchObject([{ kind: 'anomaly_booking', isHidden: true }])
  await after(2 * DAYS)
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', isAltered: false })
  expect(await unprovedOf(row.id)).toEqual([])
  // The provider takes the payment back, and the row claims that this ended long ago.
  await write(sql`booked_at = '2020-01-01', checked_at = 'infinity'`)
  transactions().put({ ...payment, status: 'VOIDED' })
  await after(2 * DAYS)
  expect(await rowOf(payment.id)).toMatchObject({ state: 'SEEN' })
  await write(sql`booked_at = NULL, state = 'GONE', ended_at = now()`)
  await after(2 * DAYS)
  expect(await rowOf(payment.id)).toMatchObject({ status: 'VOIDED' })
  transactions().put(payment)
  await after(2 * DAYS)
  expect(await rowOf(payment.id)).toMatchObject({ state: 'BOOKED', isAltered: false })
})

it("H6 refuses a booking when the provider's record no longer matches what the officers saw, or is no approved payment in pesos", async () => {
  const made = await credited()
  const payment = second(made)
  const row = await found(payment)
  const { body: proposed } = await propose(row.id, 'customer')
  const before = await suspense()
  transactions().put({ ...payment, status: 'VOIDED' })
  expect((await approve(proposed)).status).toBe(409)
  expect((await propose(row.id, 'customer')).code).toBe('payments.anomaly_changed')
  transactions().put({ ...payment, request: { ...payment.request, amount_in_cents: 4_999_999 } })
  expect((await propose(row.id, 'customer')).code).toBe('payments.anomaly_changed')
  expect([await suspense(), (await rowOf(payment.id)).state]).toEqual([before, 'OPEN'])
  const foreign = {
    ...payment,
    id: `${payment.id}-usd`,
    ticket: newId(),
    request: { ...payment.request, currency: 'USD' as string as 'COP' },
  }
  const other = await found(foreign)
  expect((await propose(other.id, 'suspense')).code).toBe('payments.anomaly_not_bookable')
  expect((await propose(newId(), 'suspense')).status).toBe(404)
})

it.each(['booking', 'deposit'] as const)(
  'H6 a payment whose deposit is credited while officers book it is in the books once, also when the %s comes first',
  async (first) => {
    const { customer, id, own } = await begun()
    const payment = { ...own, status: 'APPROVED' as const, request: { ...own.request, amount_in_cents: 4_000_000 } }
    const row = await found(payment)
    expect(row).toMatchObject({ kind: 'payment_mismatch', state: 'OPEN' })
    const { body: proposed } = await propose(row.id, 'customer')
    const before = await suspense()
    const drain = async () => {
      await askAbout(own.id)
      await Promise.all(Array.from({ length: 3 }, () => test.platform.jobs.drain()))
    }
    // The provider corrects the amount right after it answered the officers, so that the payment fits its deposit.
    let credit: Promise<void> | null = null
    const correct = () => {
      transactions().put({ ...payment, request: own.request })
      credit ??= drain()
    }
    if (first === 'booking')
      onRead = async (path) => {
        if (path.includes(own.id) && credit === null) correct()
        return undefined
      }
    else correct()
    if (first === 'deposit') await credit
    const approved = await approve(proposed)
    await credit
    onRead = null
    const { posted } = await test.balance(customer.id)
    const inSuspense = (await suspense()) - before
    expect(approved.status).toBe(first === 'booking' ? 200 : 409)
    expect([posted, inSuspense]).toEqual(first === 'booking' ? [0n, 4_000_000n] : [5_000_000n, 0n])
    expect((await showDeposit(customer.id, id)).state).toBe(first === 'booking' ? 'PENDING' : 'COMPLETED')
    await report()
    expect([(await test.balance(customer.id)).posted, (await suspense()) - before]).toEqual([posted, inSuspense])
    // The corrected amount is a difference from the booking.
    if (first === 'booking') {
      await after(CONFIRM_MS)
      expect(await openOf(own.id)).toMatchObject([{ booked: 4_000_000n, amount: 5_000_000n }])
    }
  },
)

describe('SEC-76 forged rows that claim a booking by officers', () => {
  /** Forged rows as with the stolen database role of the product: it may insert, and has no seal. */
  const forge = (anomalyId: string, { accountId = null as string | null, amount = '5000000', at = 'now', count = 1 } = {}) =>
    sql`INSERT INTO payments.anomaly_booking
      (id, anomaly_id, provider, provider_id, reference, amount, account_id, maker_id, checker_id, at, seal)
      SELECT gen_random_uuid(), ${anomalyId}, 'wompi', 'forged', 'forged', ${amount}::numeric, ${accountId}, gen_random_uuid(),
        gen_random_uuid(), ${at}::timestamptz, 'forged' FROM generate_series(1, ${count})`.execute(test.platform.db)
  const unproved = (log: { mock: { calls: unknown[][] } }, anomalyId: string) =>
    log.mock.calls.map(([facts]) => facts as Record<string, unknown>).filter((facts) => facts.anomalyId === anomalyId)
  async function withoutOwner() {
    const { customer, own } = await begun()
    const request = { ...own.request, reference: 'sin-deposito' }
    const row = await found({ ...own, id: `${own.id}-f`, ticket: newId(), status: 'APPROVED', request })
    return { customer, row, providerId: `${own.id}-f` }
  }

  it('do not block two officers, move nothing, are one security event, and are shown to officers as forged', async () => {
    const { customer, row, providerId } = await withoutOwner()
    const before = await suspense()
    const log = vi.spyOn(test.platform.log, 'error')
    await forge(row.id)
    await forge(row.id, { accountId: customer.id })
    expect(await test.unprovedRows()).toContainEqual({ kind: 'anomaly_booking', id: row.id })
    expect(await rowOf(providerId)).toMatchObject({ state: 'OPEN', booked: '0', bookedAt: null, isInSuspense: false, forgedBookings: 2 })
    expect([await suspense(), await test.paidForDeposit(row.id), await showDeposit(customer.id, row.id)]).toEqual([before, 0n, null])
    expect((await book(row.id, 'suspense')).status).toBe(200)
    expect(await rowOf(providerId)).toMatchObject({ state: 'BOOKED', isInSuspense: true, forgedBookings: 2 })
    await forge(row.id, { accountId: customer.id })
    expect((await rowOf(providerId)).isInSuspense).toBe(true)
    expect((await book(row.id, 'customer', customer.id)).status).toBe(200)
    expect(await rowOf(providerId)).toMatchObject({ state: 'BOOKED', isInSuspense: false, forgedBookings: 3 })
    expect([await suspense(), (await showDeposit(customer.id, row.id)).state]).toEqual([before + 5_000_000n, 'IN_REVIEW'])
    // Reported once, regardless of the number of reads.
    expect(unproved(log, row.id)).toEqual([{ securityEvent: 'payment_unproved', anomalyId: row.id, fault: 'booking' }])
    log.mockRestore()
    expect((await propose(row.id, 'customer', customer.id)).code).toBe('payments.anomaly_not_bookable')
    expect(await test.paidForDeposit(row.id)).toBe(5_000_000n)
  })

  it('hide no valid booking, whatever their number and content', async () => {
    const { customer, row, providerId } = await withoutOwner()
    await forge(row.id, { amount: '9'.repeat(78), at: 'infinity', accountId: customer.id, count: 600 })
    expect((await book(row.id, 'suspense')).status).toBe(200)
    await forge(row.id, { amount: '9'.repeat(78), at: '-infinity', count: 600 })
    expect(await rowOf(providerId)).toMatchObject({ state: 'BOOKED', isInSuspense: true, forgedBookings: 1_200 })
    expect(await test.paidForDeposit(row.id)).toBe(5_000_000n)
    await after(DAY_MS)
    expect((await rowOf(providerId)).state).toBe('BOOKED')
    expect((await propose(row.id, 'suspense')).code).toBe('payments.anomaly_not_bookable')
    expect(await test.unprovedRows()).toContainEqual({ kind: 'anomaly_booking', id: row.id })
  })

  it('are booked once, also when officers decide at the same time', async () => {
    const { row } = await withoutOwner()
    await forge(row.id)
    const before = await suspense()
    const { body: proposed } = await propose(row.id, 'suspense')
    const answers = await Promise.all([approve(proposed), approve(proposed), approve(proposed)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await suspense()).toBe(before + 5_000_000n)
  })
})

it('MON-10 finally the ledger verifies and adds up to zero', async () => {
  const { rows } = await test.database.pool.query('SELECT sum(posted) AS total FROM ledger.account')
  expect(rows[0].total).toBe(0n)
  expect((await test.ledger.verify()).faults).toEqual([])
})
