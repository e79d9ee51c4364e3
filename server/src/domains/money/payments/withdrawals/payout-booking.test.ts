/** Payouts that no book has, booked by two officers: after a restored copy, after their money was returned, and a second one (G2, H7). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backUpTestDatabase, createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { systemAccount } from '../../ledger/index.ts'
import { NO_PAYER_LISTED, newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const CONFIRM_MS = 5 * MINUTE_MS
const REASON = 'Revisé el comprobante con el proveedor de pagos.'
const ENV = { PAYOUT_UNPAID_CONFIRM_SECONDS: '300' }
type Payout = ReturnType<PaymentsTest['sandbox']['controls']['store']['payouts']['all']>[number]

let test: PaymentsTest
const quiet = ({ sandbox }: PaymentsTest) => {
  for (const channel of ['payments', 'payouts'] as const)
    sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel, scope: 'reset' })
}
const report = async () => {
  const day = bogotaDay(test.platform.clock.now())
  await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload: { day } })
  await test.platform.jobs.drain()
}
const after = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.compareRecords()
}
const payouts = () => test.sandbox.controls.store.payouts
const payoutOf = (id: string): Payout => {
  const found = payouts()
    .all()
    .find(({ reference }) => reference === id)
  if (!found) throw new Error('no payout')
  return found
}
const withStatus = (payout: Payout, status: Payout['transactions'][number]['status']) =>
  payouts().put({ ...payout, transactions: payout.transactions.map((one) => ({ ...one, status })) })
const stateOf = async (customer: string, id: string) => (await test.call(customer, 'GET', `/payment/transactions/user/${id}`)).body.state
const until = (customer: string, id: string, state: string) =>
  test.until(async () => {
    test.platform.clock.advance(10_000)
    return (await stateOf(customer, id)) === state
  })
const withdraw = ({ id, account }: { id: string; account: string }, amount: number) =>
  test.call(id, 'POST', '/payment/withdraw', { account, amount: String(amount) }, newId())
async function paidOut(pesos = 50_000n) {
  const customer = await test.customer({ pesos })
  const { body } = await withdraw(customer, 30_000)
  const id: string = body.transactionId
  await until(customer.id, id, 'COMPLETED')
  return { customer, id, payout: payoutOf(id) }
}
const rowOf = async (reference: string) =>
  (await test.call(newOfficer(), 'GET', '/payment/administrative/anomalies?size=100')).body.results.find(
    (one: { reference: string }) => one.reference === reference,
  )
type Target = 'customer' | 'suspense' | 'platform' | 'sent_back'
const propose = (id: string, target: Target, accountId: string | null = null) =>
  test.call(newOfficer(), 'POST', `/payment/administrative/anomalies/${id}/book`, { target, accountId, reason: REASON })
const approve = (request: { approvalRequestId: string }) =>
  test.call(newOfficer(), 'POST', `/api/administrative/approvals/${request.approvalRequestId}/approve`, { note: REASON })
async function book(...asked: Parameters<typeof propose>) {
  const proposed = await propose(...asked)
  expect([proposed.code, proposed.status]).toEqual([null, 202])
  const approved = await approve(proposed.body)
  expect([approved.code, approved.status]).toEqual([null, 200])
}
const system = async (name: 'unidentified_transfers' | 'deposit_losses' | 'float') =>
  (await test.ledger.balance(systemAccount(name, 'COP'))).posted
/** Cents that the provider has beside the books: its test balance is in no book. */
let beside = 0n
/** Cents that the provider lacks by the books; zero when they agree. */
async function missing(): Promise<bigint> {
  const { booked, balance, taken } = await test.fundsAtProvider()
  return beside + booked - balance - [...taken.values()].reduce((sum, amount) => sum + amount, 0n)
}
const open = async (id: string) => (await test.anomalies()).filter((one) => one.id === id)
const events = async (type: string) =>
  (await sql<{ payload: object }>`SELECT payload FROM platform.event WHERE type = ${type} ORDER BY id`.execute(test.platform.db)).rows.map(
    ({ payload }) => payload,
  )

describe('after a restored copy of the database', () => {
  let lost: { customer: { id: string; account: string }; id: string }
  let databases: TestDatabase[]
  let first: PaymentsTest

  beforeEach(async () => {
    const database = await createTestDatabase()
    first = await startPaymentsTest(ENV, { beside: { database, ...NO_PAYER_LISTED } })
    quiet(first)
    test = first
    beside = (await test.fundsAtProvider()).balance
    const customer = await test.customer({ pesos: 50_000n })
    const { original, copy } = await backUpTestDatabase(database)
    databases = [original, copy]
    const parts = { ...NO_PAYER_LISTED, sandbox: first.sandbox }
    test = await startPaymentsTest(ENV, { beside: { ...parts, database: original } })
    const { body } = await withdraw(customer, 30_000)
    lost = { customer, id: body.transactionId }
    await until(customer.id, lost.id, 'COMPLETED')
    await test.stop()
    test = await startPaymentsTest(ENV, { beside: { ...parts, database: copy } })
    await report()
    await after(CONFIRM_MS)
  })
  afterEach(async () => {
    await test.stop()
    await first.sandbox.stop()
    await first.server.close()
    first.platform.remove()
    for (const database of databases) await database.drop()
  })

  it('G2 the drill: pesos stay frozen until two officers book the payout, and its customer cannot withdraw them again', async () => {
    const { customer, id } = lost
    expect([(await test.balance(customer.id)).posted, (await missing()) > 3_000_000n]).toEqual([5_000_000n, true])
    const row = await rowOf(id)
    expect(row).toMatchObject({ state: 'OPEN', kind: 'payout_unknown', amount: '30000', accountId: null })
    // No freeze of pesos is lifted while it is in no book.
    expect(await test.unbookedPayments()).toBe(1)
    await inTransaction(test.database.db, (tx) => test.ledger.freeze(tx, { asset: 'COP', reason: 'provider.payouts' }))
    expect((await withdraw(customer, 30_000)).code).toBe('ledger.asset_frozen')
    expect((await propose(row.id, 'customer')).code).toBe('payments.line_customer_unknown')
    for (const target of ['platform', 'sent_back'] as const)
      expect((await propose(row.id, target)).code).toBe('payments.anomaly_not_bookable')
    const proposed = (await propose(row.id, 'customer', customer.id)).body
    const answers = await Promise.all([approve(proposed), approve(proposed), approve(proposed)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect([await missing(), await open(id), await test.unbookedPayments()]).toEqual([0n, [], 0])
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
    expect(await rowOf(id)).toMatchObject({ state: 'BOOKED', booked: '30000', isInSuspense: false })
    expect(await events('payments.payout_booked')).toEqual([{ payoutRef: id, amount: '3000000' }])
    expect(await events('payments.payout_charged')).toEqual([{ accountId: customer.id, anomalyId: row.id, amount: '3000000' }])
    await inTransaction(test.database.db, (tx) => test.ledger.lift(tx, 'COP'))
    expect((await withdraw(customer, 30_000)).code).toBe('ledger.insufficient_funds')
    // Later reports and comparisons find nothing more to do.
    await report()
    await after(DAY_MS)
    expect([await missing(), (await rowOf(id)).state, await open(id), await test.unprovedRows()]).toEqual([0n, 'BOOKED', [], []])
    expect((await propose(row.id, 'customer', customer.id)).code).toBe('payments.anomaly_not_bookable')
  })

  it('G2 without a known customer it waits in suspense, and is then charged to its customer or borne by the platform', async () => {
    const { customer, id } = lost
    const row = await rowOf(id)
    await book(row.id, 'suspense')
    expect([await missing(), await open(id), await test.unbookedPayments()]).toEqual([0n, [], 0])
    expect([await system('unidentified_transfers'), (await test.balance(customer.id)).posted]).toEqual([-3_000_000n, 5_000_000n])
    expect(await rowOf(id)).toMatchObject({ state: 'BOOKED', isInSuspense: true })
    await book(row.id, 'customer', customer.id)
    expect([await system('unidentified_transfers'), (await test.balance(customer.id)).posted]).toEqual([0n, 2_000_000n])
    for (const target of ['customer', 'suspense', 'platform'] as const)
      expect((await propose(row.id, target, customer.id)).code).toBe('payments.anomaly_not_bookable')
    expect(await missing()).toBe(0n)
  })

  it('G2 the platform bears what is of no customer, and its booking is reversed when the bank sends it back', async () => {
    const { id } = lost
    const row = await rowOf(id)
    const float = await system('float')
    await book(row.id, 'suspense')
    await book(row.id, 'platform')
    expect([await system('unidentified_transfers'), (await system('float')) - float]).toEqual([0n, -3_000_000n])
    test.setPayout(id, 'FAILED', 'C01')
    await after(DAY_MS)
    await after(CONFIRM_MS)
    expect(await open(id)).toMatchObject([{ booked: 3_000_000n, amount: 0n }])
    await book(row.id, 'sent_back')
    expect([await system('unidentified_transfers'), await system('float'), await missing()]).toEqual([0n, float, 0n])
    expect([await open(id), (await rowOf(id)).state]).toEqual([[], 'BOOKED'])
    expect(await events('payments.payout_sent_back')).toEqual([{ payoutRef: id, amount: '3000000' }])
    await after(DAY_MS)
    expect([await open(id), (await propose(row.id, 'sent_back')).code]).toEqual([[], 'payments.anomaly_not_bookable'])
  })
})

describe('in running books', () => {
  beforeAll(async () => {
    test = await startPaymentsTest(ENV)
    beside = (await test.fundsAtProvider()).balance
    quiet(test)
  })
  afterAll(() => test.stop())

  it('H7 a withdrawal that was returned and then paid is charged to its customer, and the platform bears what was spent', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const id: string = (await withdraw(customer, 30_000)).body.transactionId
    await until(customer.id, id, 'PROCESSING')
    test.setPayout(id, 'FAILED', 'C01')
    await until(customer.id, id, 'RETURNED')
    // The customer withdraws what came back.
    const again: string = (await withdraw(customer, 40_000)).body.transactionId
    await until(customer.id, again, 'COMPLETED')
    test.setPayout(id, 'APPROVED')
    test.platform.clock.advance(120 * MINUTE_MS)
    await test.until(async () => (await rowOf(id)) !== undefined)
    await after(CONFIRM_MS)
    const row = await rowOf(id)
    expect(row).toMatchObject({ state: 'OPEN', kind: 'payout_after_return', accountId: customer.id })
    expect(await test.unbookedPayments()).toBe(1)
    expect((await propose(row.id, 'customer', (await test.customer()).id)).code).toBe('payments.line_customer_unknown')
    // Without own pesos the platform cannot bear the loss: its tokens would not cover the burn.
    expect((await propose(row.id, 'customer')).code).toBe('payments.loss_uncovered')
    const [bank, float] = [systemAccount('bank', 'COP'), systemAccount('float', 'COP')]
    await test.ledger.post([{ kind: 'post', id: newId(), code: 'test.capital', amount: 10_000_000n, debit: bank, credit: float }])
    const losses = await system('deposit_losses')
    await book(row.id, 'customer')
    expect([(await test.balance(customer.id)).posted, (await system('deposit_losses')) - losses]).toEqual([0n, -2_000_000n])
    expect([await missing(), await open(id), await test.unbookedPayments()]).toEqual([0n, [], 0])
    await after(DAY_MS)
    expect([await open(id), (await rowOf(id)).state, await test.unprovedRows()]).toEqual([[], 'BOOKED', []])
  })

  it('H7 a second payout of a withdrawal is charged once, with the costs of the second alone', async () => {
    const { customer, id, payout } = await paidOut(100_000n)
    const other = { ...payout, id: newId(), transactions: payout.transactions.map((one) => ({ ...one, id: newId() })) }
    payouts().put(other)
    await report()
    await after(CONFIRM_MS)
    const row = await rowOf(id)
    expect(row).toMatchObject({ state: 'OPEN', kind: 'payout_twice', booked: '30000', amount: '60000', accountId: customer.id })
    await book(row.id, 'customer')
    expect((await test.balance(customer.id)).posted).toBe(4_000_000n)
    expect([await open(id), await test.unbookedPayments()]).toEqual([[], 0])
    const { rows } = await sql<{ code: string; amount: string }>`SELECT code, sum(amount)::text AS amount FROM ledger.entry
      WHERE ref = ${row.id} AND side = 'credit' AND code <> 'payments.payout_booked' GROUP BY code ORDER BY code`.execute(test.platform.db)
    const own = await sql<{ code: string; amount: string }>`SELECT code, sum(amount)::text AS amount FROM ledger.entry
      WHERE ref = ${id} AND side = 'credit' AND code <> 'payments.withdrawal' GROUP BY code ORDER BY code`.execute(test.platform.db)
    expect([rows.length > 0, rows]).toEqual([true, own.rows])
    // The provider stops the second one after all: its booking differs, and ends as sent back.
    withStatus(other, 'CANCELLED')
    await after(DAY_MS)
    await after(CONFIRM_MS)
    expect(await open(id)).toMatchObject([{ booked: 6_000_000n, amount: 3_000_000n }])
    expect((await propose(row.id, 'customer')).code).toBe('payments.anomaly_not_bookable')
    await book(row.id, 'sent_back')
    await after(DAY_MS)
    expect([(await test.balance(customer.id)).posted, await open(id), (await rowOf(id)).state]).toEqual([7_000_000n, [], 'BOOKED'])
  })

  it('H7 one officer books nothing, and a payout that the provider no longer reports as paid is refused', async () => {
    const { payout } = await paidOut()
    const reference = newId()
    const other = {
      ...payout,
      id: newId(),
      reference,
      transactions: payout.transactions.map((one) => ({ ...one, id: newId(), reference: null })),
    }
    payouts().put(other)
    await report()
    await after(CONFIRM_MS)
    const row = await rowOf(reference)
    const maker = newOfficer()
    const path = `/payment/administrative/anomalies/${row.id}/book`
    const { body: proposed } = await test.call(maker, 'POST', path, { target: 'suspense', accountId: null, reason: REASON })
    const alone = await test.call(maker, 'POST', `/api/administrative/approvals/${proposed.approvalRequestId}/approve`, { note: REASON })
    expect(alone.status).toBe(403)
    withStatus(other, 'CANCELLED')
    const refused = await approve(proposed)
    expect([refused.status >= 400, await system('unidentified_transfers')]).toEqual([true, 0n])
    expect((await propose(row.id, 'suspense')).code).toBe('payments.anomaly_changed')
    await after(DAY_MS)
    expect((await rowOf(reference)).state).toBe('GONE')
  })
})
