/**
 * Daily comparison of ended movements with the provider's record: a single wrong answer proves nothing, a second one is an anomaly (H5,
 * G5).
 */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { type Account, customerAccount, systemAccount } from '../../ledger/index.ts'
import { NO_PAYER_LISTED } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'
import { lastPaid } from '../withdrawals/withdrawal-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const CONFIRM_MS = 5 * MINUTE_MS

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest({ PAYOUT_UNPAID_CONFIRM_SECONDS: '300' })
  for (const channel of ['payments', 'payouts'] as const)
    test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel, scope: 'reset' })
  // A payment that the provider returns while another one is unknown.
  await credited()
})
afterAll(() => test.stop())

const put = (row: Transaction) => test.sandbox.controls.store.transactions.put(row)
type Transaction = Parameters<PaymentsTest['sandbox']['controls']['store']['transactions']['put']>[0]
const change = (transaction: Transaction, request: Partial<Transaction['request']>) =>
  put({ ...transaction, request: { ...transaction.request, ...request } })

async function pending() {
  const customer = await test.customer()
  const link = (await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, newId())).body
  const transaction = () => {
    const ofLink = test.sandbox.controls.store.transactions.all().find(({ ticket }) => link.includes(ticket))
    if (!ofLink) throw new Error('no transaction')
    return ofLink
  }
  const id = transaction().request.reference
  const show = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)).body
  return { customer, link, id, transaction, show }
}
async function credited() {
  const made = await pending()
  await test.answerAtBank(made.link, 'APPROVED')
  test.platform.clock.advance(MINUTE_MS)
  await test.until(async () => (await made.show()).state === 'COMPLETED')
  return { ...made, transaction: made.transaction() }
}
async function paidOut() {
  const customer = await test.customer({ pesos: 50_000n })
  const { body } = await test.call(customer.id, 'POST', '/payment/withdraw', { account: customer.account, amount: '30000' }, newId())
  const id: string = body.transactionId
  await test.until(async () => {
    test.platform.clock.advance(10_000)
    return (await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)).body.state === 'COMPLETED'
  })
  const payout = test.sandbox.controls.store.payouts.all().find(({ reference }) => reference === id)
  if (!payout) throw new Error('no payout')
  return { customer, id, payout }
}
const after = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.compareRecords()
}
const anomaliesOf = async (id: string) => (await test.anomalies()).filter((one) => one.id === id)
const seenOf = async (id: string): Promise<string[]> =>
  (
    await sql<{ kind: string }>`SELECT kind FROM payments.anomaly WHERE movement_id = ${id} AND ended_at IS NULL`.execute(test.platform.db)
  ).rows.map(({ kind }) => kind)

describe('a credited payment', () => {
  it.each(['PENDING', 'DECLINED', 'VOIDED'] as const)(
    'H5 that the record calls %s later is taken back after two answers with time between, and restored once it is approved again',
    async (status) => {
      const { customer, id, transaction } = await credited()
      put({ ...transaction, status })
      await after(2 * DAY_MS)
      expect([await test.takenBack(), await seenOf(id)]).toEqual([expect.not.arrayContaining([id]), ['deposit_taken_back']])
      await after(CONFIRM_MS)
      expect(await test.takenBack()).toContain(id)
      // E6: the rest is held immediately, and is released to the customer automatically.
      expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 5_000_000n, available: 0n })
      put(transaction)
      await after(DAY_MS)
      expect([await test.takenBack(), await seenOf(id)]).toEqual([expect.not.arrayContaining([id]), []])
      expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    },
  )

  it('E6 that is taken back holds what is left of it, then incoming money up to its amount, and again when it is taken back once more', async () => {
    const { customer, id, transaction } = await credited()
    const [own, companyAccount] = [customerAccount(customer.id, 'COP'), systemAccount('house', 'COP')]
    const move = (debit: Account, credit: Account, amount: bigint) =>
      test.ledger.post([{ kind: 'post', id: newId(), code: 'test.moved', amount, debit, credit }])
    await move(own, companyAccount, 4_000_000n)
    put({ ...transaction, status: 'DECLINED' })
    await after(2 * DAY_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 1_000_000n, held: 0n })
    await after(CONFIRM_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 1_000_000n, held: 1_000_000n })
    // The customer receives 45,000 pesos: 40,000 are still missing.
    await move(companyAccount, own, 4_500_000n)
    await after(MINUTE_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_500_000n, held: 5_000_000n, available: 500_000n })
    const body = { account: customer.account, amount: '10000' }
    expect((await test.call(customer.id, 'POST', '/payment/withdraw', body, newId())).status).toBe(409)
    put(transaction)
    await after(DAY_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_500_000n, held: 0n })
    put({ ...transaction, status: 'VOIDED' })
    await after(DAY_MS)
    await after(CONFIRM_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_500_000n, held: 5_000_000n })
    expect(await test.takenBack()).toContain(id)
  })

  it('G5 whose record has one cent more, or names another person, is an anomaly of its kind; a single wrong answer is none', async () => {
    const [odd, more, other] = [await credited(), await credited(), await credited()]
    const logged = vi.spyOn(test.platform.log, 'error')
    for (const { transaction } of [odd, more]) change(transaction, { amount_in_cents: 5_000_001 })
    const { payment_method: method, customer_data: data } = other.transaction.request
    change(other.transaction, {
      customer_email: 'otra@correo.example',
      payment_method: { ...method, user_legal_id: '99887766' },
      customer_data: { ...data, full_name: 'Pedro Pérez Gil' },
    })
    await after(2 * DAY_MS)
    expect(await test.anomalies()).toEqual([])
    put(odd.transaction)
    await after(CONFIRM_MS)
    expect(await seenOf(odd.id)).toEqual([])
    const common = { accountId: more.customer.id, booked: 5_000_000n }
    expect(await anomaliesOf(more.id)).toEqual([{ ...common, kind: 'deposit_amount', id: more.id, amount: 5_000_001n }])
    expect(await anomaliesOf(other.id)).toMatchObject([{ kind: 'deposit_payer', accountId: other.customer.id, amount: 5_000_000n }])
    const said = logged.mock.calls.map(([facts]) => facts as object)
    expect(said).toContainEqual(
      expect.objectContaining({ securityEvent: 'provider_anomaly', kind: 'deposit_payer', fields: ['document', 'name', 'email'] }),
    )
    expect(said).toContainEqual(expect.objectContaining({ securityEvent: 'provider_anomaly', kind: 'deposit_amount', movementId: more.id }))
    logged.mockRestore()
    for (const { transaction } of [more, other]) put(transaction)
    await after(DAY_MS)
    expect(await test.anomalies()).toEqual([])
  })

  it('H5 is compared for ninety days, resumes after the provider was unreachable, and a record of another payment decides nothing', async () => {
    const { id, transaction } = await credited()
    const { reference } = transaction.request
    change(transaction, { reference: newId() })
    for (const ms of [2 * DAY_MS, CONFIRM_MS, DAY_MS]) await after(ms)
    // Reconciliation: without a payment under its own reference, nothing was paid for it.
    expect(await test.paidForDeposit(id)).toBe(0n)
    expect([await seenOf(id), await test.takenBack()]).toEqual([[], expect.not.arrayContaining([id])])
    change(transaction, { reference, amount_in_cents: 4_999_999 })
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'wompi.read', scope: 'next' })
    await after(80 * DAY_MS)
    await after(HOUR_MS)
    expect(await seenOf(id)).toEqual(['deposit_amount'])
    await after(CONFIRM_MS)
    expect(await anomaliesOf(id)).toHaveLength(1)
    put(transaction)
    await after(DAY_MS)
    change(transaction, { amount_in_cents: 4_999_999 })
    await after(20 * DAY_MS)
    expect(await seenOf(id)).toEqual([])
    // Outside the range that each run queries.
    const over = await sql`SELECT record_checked_at = 'infinity' AS "isOver" FROM payments.deposit WHERE id = ${id}`.execute(
      test.platform.db,
    )
    expect(over.rows).toEqual([{ isOver: true }])
  })

  it('G5 rows that cannot be read or recorded block no other row and no payout, and are retried', async () => {
    const unreadable = [await credited(), await credited(), await credited()]
    const [unrecorded, behind, payout] = [await credited(), await credited(), await paidOut()]
    for (const { transaction } of unreadable) put({ ...transaction, status: 'UNHEARD_OF' as never })
    for (const { transaction } of [unrecorded, behind]) change(transaction, { amount_in_cents: 5_000_001 })
    // In this order of comparison.
    await sql`UPDATE payments.deposit SET record_checked_at = ended_at WHERE record_checked_at IS NULL`.execute(test.platform.db)
    const { payouts } = test.sandbox.controls.store
    payouts.put({
      ...payout.payout,
      transactions: payout.payout.transactions.map((one) => ({ ...one, amountInCents: one.amountInCents - 1 })),
    })
    await test.database.pool.query(
      `ALTER TABLE payments.anomaly ADD CONSTRAINT unrecorded CHECK (movement_id <> '${unrecorded.id}') NOT VALID`,
    )
    await after(2 * DAY_MS)
    await after(MINUTE_MS)
    expect([await seenOf(behind.id), await seenOf(payout.id)]).toEqual([['deposit_amount'], ['payout_amount']])
    await test.database.pool.query('ALTER TABLE payments.anomaly DROP CONSTRAINT unrecorded')
    for (const { transaction } of unreadable) change(transaction, { amount_in_cents: 5_000_001 })
    await after(HOUR_MS)
    for (const { id } of [...unreadable, unrecorded]) expect(await seenOf(id)).toEqual(['deposit_amount'])
    for (const { transaction } of [...unreadable, unrecorded, behind]) put(transaction)
    payouts.put(payout.payout)
    await after(DAY_MS)
    for (const { id } of [...unreadable, unrecorded, behind, payout]) expect(await seenOf(id)).toEqual([])
  })

  it('G5 metrics show records that could not be read, or are about another payment, and since when, until they are read', async () => {
    const unread = async () => {
      const { provider_records_unread: records, oldest_unread_record_age_seconds: age } = await test.figures.read()
      return { records, hours: Math.floor(Number(age) / 3_600) }
    }
    await after(DAY_MS)
    expect(await unread()).toEqual({ records: 0, hours: 0 })
    const [{ transaction }, payout] = [await credited(), await paidOut()]
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'payouts.read', scope: 'reset' })
    change(transaction, { reference: newId() })
    await after(2 * DAY_MS)
    const { records } = await unread()
    expect(records).toBeGreaterThanOrEqual(2)
    await after(4 * HOUR_MS)
    expect((await unread()).hours).toBe(4)
    test.sandbox.controls.apply({ action: 'reset' })
    put(transaction)
    for (let page = 0; page < 3; page++) await after(DAY_MS)
    expect([await unread(), await seenOf(payout.id)]).toEqual([{ records: 0, hours: 0 }, []])
    for (const channel of ['payments', 'payouts'] as const)
      test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel, scope: 'reset' })
    test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0, webhookRetryDelaysMs: [] })
  })

  it('G5 a part that fails as a whole fails the schedule, after the other parts were compared', async () => {
    const { id, transaction } = await credited()
    change(transaction, { amount_in_cents: 5_000_001 })
    const rename = (from: string, to: string) => test.database.pool.query(`ALTER TABLE payments.withdrawal RENAME COLUMN ${from} TO ${to}`)
    await rename('record_checked_at', 'lost')
    test.platform.clock.advance(2 * DAY_MS)
    await expect(test.compareRecords()).rejects.toThrow('parts of the comparison')
    expect(await seenOf(id)).toEqual(['deposit_amount'])
    await rename('lost', 'record_checked_at')
    put(transaction)
    await after(DAY_MS)
    expect(await seenOf(id)).toEqual([])
  })

  it('H5 that the provider no longer has is taken back only while it returns one that it certainly has', async () => {
    const { id, transaction } = await credited()
    const canary = await credited()
    const bind = (deposit: string, to: string) =>
      sql`UPDATE payments.deposit SET provider_transaction_id = ${to} WHERE id = ${deposit}`.execute(test.platform.db)
    await bind(id, 'forgotten')
    await bind(canary.id, 'forgotten too')
    change(transaction, { reference: newId() })
    for (const ms of [2 * DAY_MS, CONFIRM_MS]) await after(ms)
    expect(await test.takenBack()).not.toContain(id)
    await bind(canary.id, canary.transaction.id)
    for (const ms of [DAY_MS, CONFIRM_MS]) await after(ms)
    expect(await test.takenBack()).toContain(id)
  })
})

it('G5 a completed payout whose record has one cent less, or another payee, is an anomaly with its customer', async () => {
  const [less, other] = [await paidOut(), await paidOut()]
  const { payouts } = test.sandbox.controls.store
  payouts.put({ ...less.payout, transactions: less.payout.transactions.map((one) => ({ ...one, amountInCents: one.amountInCents - 1 })) })
  payouts.put({ ...other.payout, transactions: other.payout.transactions.map((one) => ({ ...one, name: 'Pedro Pérez Gil' })) })
  await after(2 * DAY_MS)
  expect(await anomaliesOf(less.id)).toEqual([])
  await after(CONFIRM_MS)
  const booked = 3_000_000n
  expect(await anomaliesOf(less.id)).toEqual([
    { kind: 'payout_amount', id: less.id, accountId: less.customer.id, booked, amount: booked - 1n },
  ])
  expect(await anomaliesOf(other.id)).toMatchObject([{ kind: 'payout_payee', accountId: other.customer.id }])
  const setState = (state: string, endedAt: Date | null) =>
    sql`UPDATE payments.withdrawal SET state = ${state}, ended_at = ${endedAt} WHERE id = ${other.id}`.execute(test.platform.db)
  await setState('HELD', null)
  await after(DAY_MS)
  expect(await seenOf(other.id)).toContain('payout_never_sent')
  // The payout was sent after all.
  await setState('COMPLETED', test.platform.clock.now())
  for (const { payout } of [less, other]) payouts.put(payout)
  test.setPayout(less.id, 'FAILED', 'D10')
  await after(DAY_MS)
  expect([await anomaliesOf(less.id), await seenOf(other.id)]).toEqual([[expect.anything()], []])
  // The bank sent it back: once refunded in the books, there is no difference.
  await test.until(async () => {
    test.platform.clock.advance(CONFIRM_MS)
    return (await test.balance(less.customer.id)).posted === 5_000_000n
  })
  await after(DAY_MS)
  expect(await anomaliesOf(less.id)).toEqual([])
})

it('H1 a completed payout whose record omits the id counts as one that the provider certainly has', async () => {
  const { id } = await paidOut()
  await test.database.pool.query('UPDATE payments.withdrawal SET payout_id = NULL WHERE id = $1', [id])
  expect(await lastPaid(test.platform.db, newId())).toMatchObject({ id, payoutId: null })
})

it.each([
  ['APPROVED', 'COMPLETED', 2_000_000n],
  ['FAILED', 'RETURNED', 5_000_000n],
] as const)('G5 a payout %s whose record names the payout of another withdrawal is %s, without that id', async (status, state, posted) => {
  const other = await paidOut()
  const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550098' })
  const asked = await test.call(customer.id, 'POST', '/payment/withdraw', { account: customer.account, amount: '30000' }, newId())
  const id: string = asked.body.transactionId
  const show = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)).body.state
  await test.until(async () => (await show()) === 'PROCESSING')
  const setPayoutId = (withdrawal: string, payoutId: string | null) =>
    test.database.pool.query('UPDATE payments.withdrawal SET payout_id = $2 WHERE id = $1', [withdrawal, payoutId])
  await setPayoutId(id, null)
  await setPayoutId(other.id, test.sandbox.controls.store.payouts.all().find(({ reference }) => reference === id)?.id ?? null)
  test.setPayout(id, status, 'C01')
  await test.until(async () => {
    test.platform.clock.advance(CONFIRM_MS)
    return (await show()) === state
  })
  const { rows } = await test.database.pool.query('SELECT payout_id FROM payments.withdrawal WHERE id = $1', [id])
  expect([rows, await test.balance(customer.id)]).toMatchObject([[{ payout_id: null }], { posted, held: 0n }])
})

it('G5 a payment approved with another payer’s document waits for officers, once among many concurrent events', async () => {
  const [prepared, asked] = [vi.spyOn(NO_PAYER_LISTED.screening, 'preparePayers'), vi.spyOn(NO_PAYER_LISTED.screening, 'isPayerListed')]
  const made = await pending()
  const { payment_method: method, customer_data: data } = made.transaction().request
  change(made.transaction(), {
    payment_method: { ...method, user_legal_id: '99887766' },
    customer_data: { ...data, full_name: 'Pedro Pérez Gil' },
  })
  await test.answerAtBank(made.link, 'APPROVED')
  for (let copy = 0; copy < 5; copy++)
    await test.platform.jobs.enqueue(test.platform.db, {
      name: 'payments.ask-about-deposit',
      key: newId(),
      payload: { eventId: newId(), subjectId: made.transaction().id },
    })
  await Promise.all(Array.from({ length: 5 }, () => test.platform.jobs.drain()))
  await test.until(async () => (await made.show()).state !== 'PENDING')
  expect(await made.show()).toMatchObject({ state: 'IN_REVIEW', reason: expect.stringContaining('no pudimos confirmar que lo hiciste tú') })
  expect(await test.balance(made.customer.id)).toMatchObject({ posted: 0n })
  const found = await sql`SELECT is_of_other_payer, other_payer FROM payments.deposit WHERE id = ${made.id}`.execute(test.platform.db)
  expect(found.rows).toEqual([{ is_of_other_payer: true, other_payer: { name: 'Pedro Pérez Gil', document: '99887766' } }])
  const payers = await sql`SELECT payer FROM payments.third_party_deposit WHERE id = ${made.id}`.execute(test.platform.db)
  expect(payers.rows).toEqual([{ payer: 'bank 99887766' }])
  const events = await sql`SELECT payload ->> 'method' AS method FROM platform.event WHERE type = 'payments.deposit_held'
    AND payload ->> 'depositId' = ${made.id}`.execute(test.platform.db)
  expect(events.rows).toEqual([{ method: 'PSE' }])
  // Called before the transaction that locks the month.
  const [first = 0] = prepared.mock.invocationCallOrder
  expect(asked.mock.invocationCallOrder).toEqual([expect.toSatisfy((order: number) => first > 0 && first < order)])
  for (const spied of [prepared, asked]) spied.mockRestore()
  // Officers know it: there is nothing more to report.
  for (const ms of [2 * DAY_MS, CONFIRM_MS]) await after(ms)
  expect(await seenOf(made.id)).toEqual([])
})

it('G5 B2 other amounts are listed first, payments that were taken back are not, and no number of rows hides another', async () => {
  const insert = (kind: string, confirmedAt: Date, many: number) =>
    test.database.pool.query(
      `INSERT INTO payments.anomaly (id, kind, provider, provider_id, reference, booked, amount, currency, status, payer, fields, state, first_seen_at,
        last_seen_at, checked_at, confirmed_at)
      SELECT gen_random_uuid(), $1, 'wompi', $1 || n, 'many', 0, 1, 'COP', 'APPROVED', '{}', '{}', 'OPEN', $2, $2, 'infinity', $2
      FROM generate_series(1, $3::int) AS n`,
      [kind, confirmedAt, many],
    )
  const day = (ago: number) => new Date(test.platform.clock.now().getTime() - ago * DAY_MS)
  const isListed = async (kind: string) => (await test.anomalies()).some((one) => one.kind === kind && one.id.startsWith(kind))
  await insert('deposit_taken_back', day(3), 500)
  await insert('payment_twice', day(2), 1)
  expect(await isListed('payment_twice')).toBe(true)
  await insert('payment_unknown', day(2), 500)
  await insert('deposit_amount', day(1), 1)
  expect(await isListed('deposit_amount')).toBe(true)
  const ofMany = (await test.anomalies()).filter(({ kind, id }) => id.startsWith(kind)).map(({ kind }) => kind)
  expect([ofMany[0], ofMany.length]).toEqual(['deposit_amount', 502])
  await test.database.pool.query(`DELETE FROM payments.anomaly WHERE reference = 'many'`)
})

it('H7 two payouts for one withdrawal, and a payout without a withdrawal, are rows with their sums until the provider stops them', async () => {
  const { customer, id, payout } = await paidOut()
  const { payouts } = test.sandbox.controls.store
  const others = [
    { ...payout, id: newId(), transactions: payout.transactions.map((one) => ({ ...one, id: newId() })) },
    {
      ...payout,
      id: newId(),
      reference: 'unknown reference',
      transactions: payout.transactions.map((one) => ({ ...one, id: newId(), reference: null })),
    },
  ]
  for (const other of others) payouts.put(other)
  const day = bogotaDay(test.platform.clock.now())
  await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload: { day } })
  await test.platform.jobs.drain()
  // A single answer is no proof.
  expect([await seenOf(id), await anomaliesOf(id), await anomaliesOf('unknown reference')]).toEqual([['payout_twice'], [], []])
  await after(CONFIRM_MS)
  expect(await anomaliesOf(id)).toEqual([{ kind: 'payout_twice', id, accountId: customer.id, booked: 3_000_000n, amount: 6_000_000n }])
  expect(await anomaliesOf('unknown reference')).toEqual([
    { kind: 'payout_unknown', id: 'unknown reference', accountId: null, booked: 0n, amount: 3_000_000n },
  ])
  for (const other of others)
    payouts.put({ ...other, transactions: other.transactions.map((one) => ({ ...one, status: 'CANCELLED' as const })) })
  await after(DAY_MS)
  expect([await anomaliesOf(id), await anomaliesOf('unknown reference')]).toEqual([[], []])
})

it('H7 a payout that was paid after its money was returned is a row with its withdrawal, sum and customer', async () => {
  const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550098' })
  const { body } = await test.call(customer.id, 'POST', '/payment/withdraw', { account: customer.account, amount: '30000' }, newId())
  const id: string = body.transactionId
  const stateIs = (state: string) =>
    test.until(async () => {
      test.platform.clock.advance(MINUTE_MS)
      return (await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)).body.state === state
    })
  await stateIs('PROCESSING')
  test.setPayout(id, 'FAILED', 'C01')
  await stateIs('RETURNED')
  test.setPayout(id, 'APPROVED')
  const logged = vi.spyOn(test.platform.log, 'error')
  test.platform.clock.advance(2 * 60 * MINUTE_MS)
  await test.until(async () => (await seenOf(id)).length > 0)
  expect(await anomaliesOf(id)).toEqual([])
  await after(CONFIRM_MS)
  expect(await anomaliesOf(id)).toEqual([{ kind: 'payout_after_return', id, accountId: customer.id, booked: 0n, amount: 3_000_000n }])
  const facts = { withdrawalId: id, accountId: customer.id, amountCop: '3000000' }
  expect(logged.mock.calls.map(([said]) => said)).toContainEqual(
    expect.objectContaining({ securityEvent: 'payout_paid_after_return', ...facts }),
  )
  logged.mockRestore()
  expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
})
