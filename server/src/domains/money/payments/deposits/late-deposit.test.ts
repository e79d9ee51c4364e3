/** Pesos that arrive after their deposit was abandoned: counted, and above the limit of the month held for an officer (KYC-18, R38). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { systemAccount } from '../../ledger/index.ts'
import { newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const HOUR_MS = 3_600_000

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(() => test.stop())

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const list = async ({ id }: Customer) =>
  (await test.call(id, 'POST', '/payment/transactions/user/deposits', { pageIndex: 0, size: 10 })).body.results
const states = async (customer: Customer): Promise<string[]> => (await list(customer)).map(({ state }: { state: string }) => state).sort()
const statesAre = (customer: Customer, expected: string[]) =>
  test.until(async () => JSON.stringify(await states(customer)) === JSON.stringify(expected))
const used = async ({ id }: Customer) => (await test.call(id, 'GET', '/payment/volumes/users/deposit/volume')).body.deposit
const inReview = async () => (await test.ledger.balance(systemAccount('deposits_in_review', 'COP'))).posted

/** A deposit of the whole month's limit that expired; returns the transaction at the provider. */
async function expired(customer: Customer, amount = '13000000') {
  const key = newId()
  expect((await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount }, key)).status).toBe(200)
  const [{ transactionId }] = await list(customer)
  test.platform.clock.advance(25 * HOUR_MS)
  await test.until(async () => (await list(customer))[0].state === 'EXPIRED')
  const found = test.sandbox.controls.store.transactions.all().find(({ request }) => request.reference === transactionId)
  if (!found) throw new Error('no transaction')
  return found
}
/** The bank approves contrary to the agreement, after the link has expired. */
const answerLate = ({ id: transactionId }: { id: string }, status: 'APPROVED' | 'DECLINED' = 'APPROVED') =>
  test.sandbox.controls.apply({ action: 'set-transaction', transactionId, status })

describe('KYC-18 money of an abandoned deposit', () => {
  it('R38 three months’ limits paid late: one month is credited, the rest is held for review with its reason', async () => {
    const customer = await test.customer({ level: 1 })
    const before = await inReview()
    const late = [await expired(customer), await expired(customer), await expired(customer)]
    expect(await used(customer)).toBe('0')
    for (const transaction of late) answerLate(transaction)
    await statesAre(customer, ['COMPLETED', 'IN_REVIEW', 'IN_REVIEW'])
    expect(await test.balance(customer.id)).toMatchObject({ posted: 1_300_000_000n })
    expect((await inReview()) - before).toBe(2_600_000_000n)
    const held = (await list(customer)).find(({ state }: { state: string }) => state === 'IN_REVIEW')
    const { body } = await test.call(customer.id, 'GET', `/payment/transactions/user/${held.transactionId}`)
    expect(body).toMatchObject({ reason: expect.stringContaining('límite del mes'), paymentUrl: null, confirmationDate: null })
    expect(body.timeline.map(({ state }: { state: string }) => state)).toEqual(['PENDING', 'EXPIRED', 'IN_REVIEW'])
    // It is counted: nothing more is accepted in this month.
    expect(await used(customer)).toBe('39000000')
    const more = await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '10000' }, newId())
    expect(more.code).toBe('limits.monthly_exceeded')
  })

  it('R38 concurrently, each event many times: still one month credited and every peso posted once', async () => {
    const customer = await test.customer({ level: 1 })
    const before = await inReview()
    const late = [await expired(customer), await expired(customer), await expired(customer)]
    for (const transaction of late) for (let copy = 0; copy < 5; copy++) answerLate(transaction)
    await statesAre(customer, ['COMPLETED', 'IN_REVIEW', 'IN_REVIEW'])
    expect(await test.balance(customer.id)).toMatchObject({ posted: 1_300_000_000n })
    expect((await inReview()) - before).toBe(2_600_000_000n)
    const events = await sql<{ type: string }>`SELECT type FROM platform.event WHERE account_id = ${customer.id}
      AND type IN ('payments.deposit_credited', 'payments.deposit_held') ORDER BY type`.execute(test.platform.db)
    expect(events.rows.map(({ type }) => type)).toEqual(['payments.deposit_credited', 'payments.deposit_held', 'payments.deposit_held'])
  })

  it('R16 counts deposits that wait for officers, with the age of the oldest', async () => {
    const customer = await test.customer({ level: 1 })
    const before = (await test.figures.read()).deposits_in_review ?? 0
    for (const transaction of [await expired(customer), await expired(customer)]) answerLate(transaction)
    await statesAre(customer, ['COMPLETED', 'IN_REVIEW'])
    test.platform.clock.advance(2 * HOUR_MS)
    const { deposits_in_review: held, oldest_review_age_seconds: age } = await test.figures.read()
    expect(held).toBe(before + 1)
    expect(age).toBeGreaterThanOrEqual(7_200)
  })

  it('within the limit it is credited and counted again', async () => {
    const customer = await test.customer({ level: 1 })
    answerLate(await expired(customer, '50000'))
    await statesAre(customer, ['COMPLETED'])
    expect(await used(customer)).toBe('50000')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  })

  it('a held deposit that the provider then takes back moves nothing', async () => {
    const customer = await test.customer({ level: 1 })
    const [first, second] = [await expired(customer), await expired(customer)]
    answerLate(first)
    answerLate(second)
    await statesAre(customer, ['COMPLETED', 'IN_REVIEW'])
    const before = await inReview()
    answerLate(second, 'DECLINED')
    await test.platform.jobs.drain()
    expect(await states(customer)).toEqual(['COMPLETED', 'IN_REVIEW'])
    expect(await inReview()).toBe(before)
  })
})

describe('KYC-18 a deposit in review that the provider took back', () => {
  it('is reported, is not credited by officers while it is taken back, and may be sent back', async () => {
    const customer = await test.customer({ level: 1 })
    const [first, second] = [await expired(customer), await expired(customer)]
    answerLate(first)
    await statesAre(customer, ['COMPLETED', 'EXPIRED'])
    answerLate(second)
    await statesAre(customer, ['COMPLETED', 'IN_REVIEW'])
    const id = second.request.reference
    const decide = (decision: string) =>
      test.call(newOfficer(), 'POST', `/payment/administrative/deposits/${id}/decide`, { decision, reason: 'Revisé el pago con el banco.' })
    answerLate(second, 'DECLINED')
    await test.until(async () => (await test.takenBack()).includes(id))
    expect(await decide('credit')).toMatchObject({ status: 409, code: 'payments.deposit_taken_back' })
    answerLate(second)
    await test.until(async () => !(await test.takenBack()).includes(id))
    answerLate(second, 'DECLINED')
    await test.until(async () => (await test.takenBack()).includes(id))
    const { approvalRequestId } = (await decide('send_back')).body
    const approve = `/api/administrative/approvals/${approvalRequestId}/approve`
    expect((await test.call(newOfficer(), 'POST', approve, { note: '' })).status).toBe(200)
    expect(await test.takenBack()).not.toContain(id)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 1_300_000_000n })
  })
})

describe('KYC-18 R11 decisions of two officers about a deposit in review', () => {
  const REASON = 'Revisé el origen del pago con el cliente.'
  const decide = (officer: string, id: string, decision: string) =>
    test.call(officer, 'POST', `/payment/administrative/deposits/${id}/decide`, { decision, reason: REASON })
  const approve = (officer: string, request: string) =>
    test.call(officer, 'POST', `/api/administrative/approvals/${request}/approve`, { note: REASON })
  /** One month's limit credited, another one in review. */
  async function oneInReview() {
    const customer = await test.customer({ level: 1 })
    for (const transaction of [await expired(customer), await expired(customer)]) answerLate(transaction)
    await statesAre(customer, ['COMPLETED', 'IN_REVIEW'])
    const held = (await list(customer)).find(({ state }: { state: string }) => state === 'IN_REVIEW')
    return { customer, id: held.transactionId as string }
  }
  const waitingPage = async (pageIndex: number, size: number): Promise<{ results: { transactionId: string }[]; pagesNumber: number }> =>
    (await test.call(newOfficer(), 'GET', `/payment/administrative/deposits/in-review?pageIndex=${pageIndex}&size=${size}`)).body
  const state = async (customer: Customer, id: string) =>
    (await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)).body.state

  it('credited: waits for a second officer, and is then credited once, regardless of concurrent approvals', async () => {
    const { customer, id } = await oneInReview()
    const before = await inReview()
    const [waiting] = (await waitingPage(0, 100)).results.filter(({ transactionId }) => transactionId === id)
    expect(waiting).toMatchObject({ accountId: customer.id, amount: '13000000', reason: expect.stringContaining('límite del mes') })
    const maker = newOfficer()
    const proposed = await decide(maker, id, 'credit')
    expect(proposed.status).toBe(202)
    expect(await state(customer, id)).toBe('IN_REVIEW')
    const request = proposed.body.approvalRequestId
    expect((await approve(maker, request)).code).toBe('approvals.own_request')
    const alone = await test.call(maker, 'POST', `/api/administrative/approvals/${request}/break-glass`, { note: REASON })
    expect(alone.code).toBe('approvals.never_alone')
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(newOfficer(), request)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await state(customer, id)).toBe('COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_600_000_000n })
    expect(before - (await inReview())).toBe(1_300_000_000n)
    expect((await decide(newOfficer(), id, 'send_back')).code).toBe('payments.deposit_not_in_review')
    expect(await auditTrail(test.database.db, { action: 'payments.deposit_decided', objectId: id })).toMatchObject([
      { before: 'IN_REVIEW', after: { state: 'COMPLETED', approvalRequestId: request }, reason: REASON },
    ])
  })

  it('D4 is not credited by a request from before another payer was found', async () => {
    const { customer, id } = await oneInReview()
    const { approvalRequestId } = (await decide(newOfficer(), id, 'credit')).body
    await sql`UPDATE payments.deposit SET is_of_other_payer = true WHERE id = ${id}`.execute(test.platform.db)
    expect((await approve(newOfficer(), approvalRequestId)).code).toBe('approvals.facts_changed')
    expect(await state(customer, id)).toBe('IN_REVIEW')
  })

  it('B2 is hidden by no number of others: each is on one page of the list, the oldest first', async () => {
    const { id } = await oneInReview()
    const others = await sql<{ id: string }>`INSERT INTO payments.deposit SELECT (jsonb_populate_record(deposit, jsonb_build_object(
        'id', gen_random_uuid(), 'provider_transaction_id', 'other-' || n, 'created_at', created_at - interval '1 day'))).*
      FROM payments.deposit, generate_series(1, 220) AS n WHERE id = ${id} RETURNING id`.execute(test.database.owner)
    const ids: string[] = []
    const { pagesNumber } = await waitingPage(0, 100)
    for (let page = 0; page < pagesNumber; page++) ids.push(...(await waitingPage(page, 100)).results.map((one) => one.transactionId))
    expect([pagesNumber, new Set(ids).size - ids.length, ids.at(-1)]).toEqual([3, 0, id])
    expect(ids).toEqual(expect.arrayContaining(others.rows.map((one) => one.id)))
    await sql`DELETE FROM payments.deposit WHERE id = ANY(${others.rows.map((one) => one.id)}::uuid[])`.execute(test.database.owner)
  })

  it("sent back: the month's use is freed, the customer sees it, and the platform's bank account decreases", async () => {
    const { customer, id } = await oneInReview()
    const bank = async () => (await test.ledger.balance(systemAccount('bank', 'COP'))).posted
    const [before, bankBefore] = [await inReview(), await bank()]
    await approve(newOfficer(), (await decide(newOfficer(), id, 'send_back')).body.approvalRequestId)
    const { body } = await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)
    expect(body).toMatchObject({ state: 'RETURNED', reason: expect.stringContaining('Devolvimos el pago') })
    expect([before - (await inReview()), (await bank()) - bankBefore]).toEqual([1_300_000_000n, 1_300_000_000n])
    expect(await used(customer)).toBe('13000000')
    // The provider still reports it as paid.
    const again = test.sandbox.controls.store.transactions.all().find(({ request }) => request.reference === id)
    if (again) answerLate(again)
    await test.platform.jobs.drain()
    expect(await state(customer, id)).toBe('RETURNED')
  })

  it('R21 a customer can neither see the list nor decide, and an officer cannot decide about their own deposit', async () => {
    const { customer, id } = await oneInReview()
    expect((await test.call(customer.id, 'GET', '/payment/administrative/deposits/in-review')).status).toBe(403)
    expect((await decide(customer.id, id, 'credit')).status).toBe(403)
    expect((await decide(`officer:${customer.id}`, id, 'credit')).code).toBe('approvals.person_concerned')
    expect((await decide(newOfficer(), newId(), 'credit')).code).toBe('payments.transaction_not_found')
  })
})
