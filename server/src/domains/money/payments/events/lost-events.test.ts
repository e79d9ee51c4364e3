/** Recovery from lost events, and from outcomes that the bank changes later, by polling (MON-04, MON-06). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { changesOnly } from '../../../../platform/database/log-changes-only.ts'
import { readPaymentsSettings } from '../config.ts'
import type { PaymentsContext } from '../context.ts'
import { sandboxEnvironment } from '../parts.testing.ts'
import { AnswerMismatch } from '../providers/http.ts'
import { createWompi } from '../providers/wompi.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'
import { compareWithProviders } from './daily-report.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
  for (const channel of ['payments', 'payouts'] as const)
    test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel, scope: 'reset' })
})
afterAll(() => test.stop())

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const movement = async ({ id }: Customer) => (await test.call(id, 'POST', '/payment/transactions/user/history', {})).body.results[0]
const stateIs = (customer: Customer, state: string) => test.until(async () => (await movement(customer)).state === state)
const wait = async (ms: number) => {
  test.platform.clock.advance(ms)
  for (let round = 0; round < 3; round++) await test.platform.jobs.drain()
}
const answer = (transactionId: string, status: 'APPROVED' | 'DECLINED') =>
  test.sandbox.controls.apply({ action: 'set-transaction', transactionId, status })

async function pending() {
  const customer = await test.customer()
  const body = { accountID: customer.account, amount: '50000' }
  await test.call(customer.id, 'POST', '/payment/deposit', body, newId())
  const { transactionId } = await movement(customer)
  const transaction = test.sandbox.controls.store.transactions.all().find(({ request }) => request.reference === transactionId)
  if (!transaction) throw new Error('no transaction')
  return { customer, transaction }
}
async function paidOut() {
  const customer = await test.customer({ pesos: 50_000n })
  const body = { account: customer.account, amount: '30000' }
  const { transactionId } = (await test.call(customer.id, 'POST', '/payment/withdraw', body, newId())).body
  await test.until(async () => {
    test.platform.clock.advance(10_000)
    return (await movement(customer)).state === 'COMPLETED'
  })
  const payout = test.sandbox.controls.store.payouts.all().find(({ reference }) => reference === transactionId)
  if (!payout) throw new Error('no payout')
  return { customer, payout }
}
const bankReturns = ({ id: payoutId, transactions }: Awaited<ReturnType<typeof paidOut>>['payout']) =>
  test.sandbox.controls.apply({
    action: 'set-payout-transaction',
    payoutId,
    transactionId: transactions[0]?.id ?? '',
    status: 'FAILED',
    failureCode: 'D10',
  })

describe('a deposit that was closed', () => {
  it('MON-04 while the bank still reported pending, approved at 25 hours, is credited without any event', async () => {
    const { customer, transaction } = await pending()
    await wait(24 * HOUR_MS)
    await stateIs(customer, 'EXPIRED')
    answer(transaction.id, 'APPROVED')
    await wait(HOUR_MS)
    await stateIs(customer, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
    await wait(10 * DAY_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  })

  it('MON-04 as declined, and approved after 50 days, is credited once', async () => {
    const { customer, transaction } = await pending()
    answer(transaction.id, 'DECLINED')
    await wait(60_000)
    await stateIs(customer, 'FAILED')
    await wait(50 * DAY_MS)
    answer(transaction.id, 'APPROVED')
    await wait(10 * DAY_MS)
    await stateIs(customer, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  })

  it('is checked again after the provider did not answer, and no more after 60 days', async () => {
    const { customer, transaction } = await pending()
    await wait(25 * HOUR_MS)
    await stateIs(customer, 'EXPIRED')
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'wompi.read', scope: 'next' })
    await wait(2 * HOUR_MS)
    const job = async () =>
      (
        await sql<{ done: boolean }>`SELECT done_at IS NOT NULL AS done FROM platform.job
          WHERE name = 'payments.follow-deposit' AND key = ${transaction.request.reference}`.execute(test.platform.db)
      ).rows[0]?.done
    expect(await job()).toBe(false)
    for (const days of [1, 2, 4, 8, 16, 30]) await wait(days * DAY_MS)
    expect(await job()).toBe(true)
    expect((await movement(customer)).state).toBe('EXPIRED')
  })
})

describe('a deposit that was credited', () => {
  async function credited() {
    const made = await pending()
    answer(made.transaction.id, 'APPROVED')
    await wait(60_000)
    await stateIs(made.customer, 'COMPLETED')
    return { ...made, id: made.transaction.request.reference }
  }
  const since = async (id: string) => (await test.takenBack()).includes(id)

  it.each([1, 20, 55])(
    'MON-04 and taken back by the provider after %i days is reported without any event; E6 what is left of the pesos is held',
    async (days) => {
      const { customer, transaction, id } = await credited()
      for (let day = 1; day < days; day++) await wait(DAY_MS)
      const logged = vi.spyOn(test.platform.log, 'error')
      answer(transaction.id, 'DECLINED')
      expect(await since(id)).toBe(false)
      for (let day = days; day <= 60; day++) await wait(DAY_MS)
      expect(await since(id)).toBe(true)
      expect(logged.mock.calls.map(([facts]) => facts)).toContainEqual(
        expect.objectContaining({ securityEvent: 'deposit_taken_back', reference: id, status: 'DECLINED' }),
      )
      logged.mockRestore()
      expect((await movement(customer)).state).toBe('COMPLETED')
      expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 5_000_000n })
      expect((await test.figures.read()).taken_back).toBe((await test.takenBack()).length)
    },
  )

  it('MON-04 is no longer taken back when the provider approves it again, and stays credited once', async () => {
    const { customer, transaction, id } = await credited()
    answer(transaction.id, 'DECLINED')
    await wait(2 * HOUR_MS)
    expect(await since(id)).toBe(true)
    answer(transaction.id, 'APPROVED')
    await wait(DAY_MS)
    expect(await since(id)).toBe(false)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  })

  it('MON-04 and that the provider no longer has is reported too', async () => {
    // Another payment that the provider has: without it an absence decides nothing.
    await credited()
    const { id } = await credited()
    await sql`UPDATE payments.deposit SET provider_transaction_id = 'forgotten' WHERE id = ${id}`.execute(test.platform.db)
    await wait(2 * HOUR_MS)
    expect(await since(id)).toBe(true)
  })

  it('MON-04 is found by the daily report when every check was lost', async () => {
    const { transaction, id } = await credited()
    await sql`DELETE FROM platform.job WHERE name = 'payments.follow-deposit'`.execute(test.platform.db)
    answer(transaction.id, 'DECLINED')
    const day = bogotaDay(test.platform.clock.now())
    await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload: { day } })
    await test.platform.jobs.drain()
    expect(await since(id)).toBe(true)
  })
})

describe('a payout that was made', () => {
  it('MON-06 and is sent back by the bank days later is found without its event, and refunded once', async () => {
    const { customer, payout } = await paidOut()
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
    await wait(3 * DAY_MS)
    bankReturns(payout)
    await wait(2 * DAY_MS)
    await stateIs(customer, 'RETURNED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    await wait(20 * DAY_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    expect(test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === payout.reference)).toHaveLength(1)
  })
})

describe('a repeated event', () => {
  it('MON-04 with the same checksum causes another check at the provider, and a flood of it does not', async () => {
    const { customer, transaction } = await pending()
    answer(transaction.id, 'APPROVED')
    const sent = test.sandbox.controls.store.webhooks.all().findLast(({ body }) => body.includes(transaction.id))
    const send = () => test.call(null, 'POST', '/payment/webhooks/wompi', sent?.body)
    test.sandbox.controls.store.transactions.put({ ...transaction, status: 'PENDING' })
    await send()
    await test.platform.jobs.drain()
    expect((await movement(customer)).state).toBe('PENDING')
    answer(transaction.id, 'APPROVED')
    for (let copy = 0; copy < 30; copy++) expect((await send()).status).toBe(200)
    await stateIs(customer, 'COMPLETED')
    const asked = await sql`SELECT 1 FROM platform.job WHERE payload ->> 'subjectId' = ${transaction.id}`.execute(test.platform.db)
    // The first check, and one for each minute in which copies arrived.
    expect(asked.rows.length).toBeGreaterThanOrEqual(2)
    expect(asked.rows.length).toBeLessThanOrEqual(3)
  })
})

describe('the daily report', () => {
  const report = async () => {
    const day = bogotaDay(test.platform.clock.now())
    await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload: { day } })
    await test.platform.jobs.drain()
  }

  it('MON-04 credits once a payment whose every event and check was lost, regardless of repeated runs', async () => {
    const { customer, transaction } = await pending()
    await sql`DELETE FROM platform.job WHERE name = 'payments.follow-deposit'`.execute(test.platform.db)
    answer(transaction.id, 'APPROVED')
    await wait(DAY_MS)
    expect((await movement(customer)).state).toBe('PENDING')
    await report()
    expect((await movement(customer)).state).toBe('COMPLETED')
    await report()
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  })

  it('is retried when the provider does not answer', async () => {
    const { customer, transaction } = await pending()
    await sql`DELETE FROM platform.job WHERE name = 'payments.follow-deposit'`.execute(test.platform.db)
    answer(transaction.id, 'APPROVED')
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'wompi.read', scope: 'next' })
    await report()
    expect((await movement(customer)).state).toBe('PENDING')
    await wait(10 * 60_000)
    await stateIs(customer, 'COMPLETED')
  })

  it('H7 continues after a payout without a reference and one whose answer is about another, and is requested again within a minute', async () => {
    const [odd, unknown] = [`odd-${newId()}`, `unknown-${newId()}`]
    const paid = { payoutId: null, state: 'paid', amountCop: 5n, failureCode: null, gmfCop: 0n, feeCop: 0n } as const
    let isOdd = true
    const allOfReference = vi.fn(async (reference: string) => {
      if (reference === odd && isOdd) throw new AnswerMismatch(['reference'])
      return [{ ...paid, payee: { name: '', document: '', email: '' } }]
    })
    const log = { ...test.platform.log, warn: vi.fn(), error: vi.fn() }
    const pse = { transactionsBetween: async () => [] }
    const payouts = { referencesBetween: async () => ['', odd, unknown], allOfReference }
    const settings = { confirmUnpaidMs: 300_000 }
    const context = { ...test.platform, isNews: changesOnly(), log, pse, payouts, settings } as unknown as PaymentsContext
    const day = bogotaDay(test.platform.clock.now())
    expect(await compareWithProviders(context, day)).toEqual({ againInMs: 50_000 })
    expect(log.error.mock.calls[0]).toMatchObject([{ securityEvent: 'payout_unnamed', payouts: 1 }, expect.anything()])
    const recorded = async () =>
      (await sql`SELECT 1 FROM payments.anomaly WHERE provider_id IN (${odd}, ${unknown})`.execute(test.platform.db)).rows.length
    expect(await recorded()).toBe(1)
    isOdd = false
    expect([await compareWithProviders(context, day), await recorded()]).toEqual([undefined, 2])
    // Each of them is one security event, regardless of how many times the report is read.
    const events = () => log.error.mock.calls.map(([facts]) => facts.securityEvent).toSorted()
    const logged = events()
    expect(logged.filter((event) => event === 'payout_unknown' || event === 'payout_unnamed')).toEqual([
      'payout_unknown',
      'payout_unknown',
      'payout_unnamed',
    ])
    expect([await compareWithProviders(context, day), events()]).toEqual([undefined, logged])
    expect(allOfReference).not.toHaveBeenCalledWith('')
  })

  it('reads every page of the provider', async () => {
    const day = bogotaDay(test.platform.clock.now())
    const { transaction } = await pending()
    const { transactions } = test.sandbox.controls.store
    for (let copy = 0; copy < 120; copy++) transactions.put({ ...transaction, id: `copy-${copy}`, ticket: newId() })
    const { wompi } = readPaymentsSettings(sandboxEnvironment(test.sandbox), { profile: 'demo' })
    const found = await createWompi(wompi).transactionsBetween(day, day)
    expect(found.filter(({ id }) => id.startsWith('copy-'))).toHaveLength(120)
  })
})
