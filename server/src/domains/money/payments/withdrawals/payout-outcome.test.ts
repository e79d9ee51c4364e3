/**
 * Withdrawals without a definite answer of the provider (ADM-15, MON-06): they are shown, checked again, and ended by two officers, once.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REASON = 'El banco lo confirmó por escrito hoy.'
/** Account whose result the sandbox's bank never reports. */
const NEVER_ANSWERED = '55550098'

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(() => test.stop())

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const ask = async ({ id, account }: Customer): Promise<string> =>
  (await test.call(id, 'POST', '/payment/withdraw', { account, amount: '30000' }, newId())).body.transactionId
const stateOf = async ({ id }: Customer, withdrawal: string): Promise<string> =>
  (await test.call(id, 'GET', `/payment/transactions/user/${withdrawal}`)).body.state
const becomes = (customer: Customer, withdrawal: string, state: string) =>
  test.until(async () => (await stateOf(customer, withdrawal)) === state)
const propose = (withdrawal: string, outcome: string, officer = newOfficer()) =>
  test.call(officer, 'POST', `/payment/administrative/withdrawals/${withdrawal}/bank-word`, {
    outcome,
    bankReference: 'ACH-20261126-77',
    reason: REASON,
  })
const approve = (request: string, officer = newOfficer()) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${request}/approve`, { note: REASON })
const later = async (ms: number) => {
  test.platform.clock.advance(ms)
  for (let round = 0; round < 3; round++) await test.platform.jobs.drain()
}
const withdrawals = () => {
  const source = test.stopped.find(({ kind }) => kind === 'bank_withdrawal')
  if (!source) throw new Error('payments find their stopped withdrawals')
  return source
}
const stopped = async (withdrawal: string) => (await withdrawals().list(100)).find(({ id }) => id === withdrawal) ?? null
const unanswered = async () => {
  const customer = await test.customer({ pesos: 50_000n, accountNumber: NEVER_ANSWERED })
  const withdrawal = await ask(customer)
  await becomes(customer, withdrawal, 'PROCESSING')
  return { customer, withdrawal }
}
const payoutsOf = (id: string) => test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === id)

describe('ADM-15 a withdrawal that takes too long', () => {
  it('is shown when its time has passed and not before, with the reason why it waits', async () => {
    const { withdrawal } = await unanswered()
    expect(await stopped(withdrawal)).toBeNull()
    await later(7 * DAY_MS)
    expect(await stopped(withdrawal)).toMatchObject({
      state: 'PROCESSING',
      waits: 'bank',
      asset: 'COP',
      amount: 3_000_000n,
      lastError: null,
    })
    expect((await stopped(withdrawal))?.nextTryAt).toBeInstanceOf(Date)
    expect(await withdrawals().count()).toBeGreaterThan(0)
  })

  it('shows that its job failed permanently, and is paid once by many concurrent retries', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const withdrawal = await ask(customer)
    const dead = await sql`UPDATE platform.job SET dead_at = now(), attempts = 1000, last_error = 'the provider said nonsense'
      WHERE name = 'payments.pay-withdrawal' AND key = ${withdrawal}`.execute(test.platform.db)
    expect(dead.numAffectedRows).toBe(1n)
    await later(HOUR_MS)
    expect(await stateOf(customer, withdrawal)).toBe('HELD')
    expect(await stopped(withdrawal)).toMatchObject({ waits: 'job_dead', lastError: 'the provider said nonsense', nextTryAt: null })
    await Promise.all(Array.from({ length: 10 }, () => withdrawals().checkAgain(withdrawal)))
    await becomes(customer, withdrawal, 'COMPLETED')
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    expect(await stopped(withdrawal)).toBeNull()
    expect(await withdrawals().isOpen(withdrawal)).toBe(false)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
  })

  it('gets a new job when its job has ended or is missing', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const withdrawal = await ask(customer)
    await sql`DELETE FROM platform.job WHERE name = 'payments.pay-withdrawal' AND key = ${withdrawal}`.execute(test.database.owner)
    expect(await stopped(withdrawal)).toMatchObject({ waits: 'nobody' })
    await withdrawals().checkAgain(withdrawal)
    await becomes(customer, withdrawal, 'COMPLETED')
  })

  it('R9 is not paid sooner by a retry', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    test.suspended.add(customer.id)
    const held = await sql<{ id: string }>`SELECT id FROM payments.withdrawal WHERE account_id = ${customer.id}`.execute(test.platform.db)
    expect(held.rows).toEqual([])
    test.suspended.delete(customer.id)
    const withdrawal = await ask(customer)
    test.suspended.add(customer.id)
    await withdrawals().checkAgain(withdrawal)
    await later(0)
    expect([await stateOf(customer, withdrawal), payoutsOf(withdrawal)]).toEqual(['HELD', []])
    test.suspended.delete(customer.id)
  })
})

describe('MON-06 what two officers read at the bank', () => {
  it('is refused while the provider is still asked, and takes two officers', async () => {
    const { withdrawal } = await unanswered()
    expect((await propose(withdrawal, 'paid')).code).toBe('payments.payout_still_asked')
    await later(2 * DAY_MS)
    const maker = newOfficer()
    const proposed = await propose(withdrawal, 'paid', maker)
    expect(proposed.status).toBe(202)
    expect((await propose(withdrawal, 'not_paid')).code).toBe('approvals.already_waiting')
    expect((await approve(proposed.body.approvalRequestId, maker)).status).toBe(403)
  })

  it('D4 is not applied when another attempt was made since the proposal', async () => {
    const { customer, withdrawal } = await unanswered()
    await later(2 * DAY_MS)
    const { body } = await propose(withdrawal, 'not_paid')
    const at = new Date(test.platform.clock.now().getTime() - DAY_MS)
    await sql`INSERT INTO payments.payout_attempt (id, withdrawal_id, at) VALUES (${newId()}, ${withdrawal}, ${at})`.execute(
      test.platform.db,
    )
    expect((await approve(body.approvalRequestId)).code).toBe('approvals.facts_changed')
    expect(await stateOf(customer, withdrawal)).toBe('PROCESSING')
  })

  it('completes a payout that the bank paid, without costs, once by twenty concurrent approvals', async () => {
    const { customer, withdrawal } = await unanswered()
    await later(2 * DAY_MS)
    const { body } = await propose(withdrawal, 'paid')
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(body.approvalRequestId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await Promise.all([test.platform.jobs.drain(), withdrawals().checkAgain(withdrawal), test.platform.jobs.drain()])
    await becomes(customer, withdrawal, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
    expect(await stopped(withdrawal)).toBeNull()
    expect((await propose(withdrawal, 'not_paid')).code).toBe('payments.withdrawal_not_decidable')
    expect(await auditTrail(test.database.db, { action: 'payments.payout_decided', objectId: withdrawal })).toMatchObject([
      { before: 'PROCESSING', after: { outcome: 'paid', bankReference: 'ACH-20261126-77' }, reason: REASON },
    ])
  })

  it('returns the money once, and only after the bank’s business days while the provider may still pay', async () => {
    const { customer, withdrawal } = await unanswered()
    await later(2 * DAY_MS)
    const { body } = await propose(withdrawal, 'not_paid')
    expect((await approve(body.approvalRequestId)).status).toBe(200)
    await later(HOUR_MS)
    expect(await stateOf(customer, withdrawal)).toBe('PROCESSING')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 3_000_000n })
    await later(3 * DAY_MS)
    // Business days of the bank, on any day of the test.
    await later(7 * DAY_MS)
    await becomes(customer, withdrawal, 'RETURNED')
    await later(2 * HOUR_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
  })

  it.each([
    ['not_paid', 'APPROVED', 'COMPLETED', 2_000_000n],
    ['paid', 'FAILED', 'RETURNED', 5_000_000n],
  ] as const)('yields to the provider: officers read %s, the provider reports %s', async (outcome, status, state, posted) => {
    const { customer, withdrawal } = await unanswered()
    await later(2 * DAY_MS)
    const { body } = await propose(withdrawal, outcome)
    test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel: 'payouts', scope: 'reset' })
    test.setPayout(withdrawal, status, status === 'FAILED' ? 'C01' : undefined)
    expect((await propose(withdrawal, outcome)).code).toBe('payments.payout_answered')
    expect((await approve(body.approvalRequestId)).status).toBe(200)
    await becomes(customer, withdrawal, state)
    expect(await test.balance(customer.id)).toMatchObject({ posted, held: 0n })
    test.sandbox.controls.apply({ action: 'reset' })
    test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0, webhookRetryDelaysMs: [] })
  })

  it('is withdrawn by two officers and replaced by another result, as long as it was not applied', async () => {
    const { customer, withdrawal } = await unanswered()
    await later(2 * DAY_MS)
    expect((await propose(withdrawal, 'withdrawn')).code).toBe('payments.payout_word_missing')
    const agreed = async (outcome: string) => {
      const { body } = await propose(withdrawal, outcome)
      expect((await approve(body.approvalRequestId)).status).toBe(200)
    }
    await agreed('not_paid')
    expect((await propose(withdrawal, 'not_paid')).code).toBe('payments.payout_word_known')
    await agreed('withdrawn')
    // Long after a bank would have paid: an entry that is no longer valid returns nothing.
    await later(20 * DAY_MS)
    expect(await stateOf(customer, withdrawal)).toBe('PROCESSING')
    await agreed('paid')
    await becomes(customer, withdrawal, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
  })

  it('SEC-76 is reported and blocks no other result when an attacker inserted it into the database, also more than once', async () => {
    const { customer, withdrawal } = await unanswered()
    await later(2 * DAY_MS)
    const forge = (number: number, seal: string) => sql`INSERT INTO payments.payout_word
      (withdrawal_id, number, outcome, bank_reference, reason, maker_id, checker_id, at, seal)
      VALUES (${withdrawal}, ${number}, 'not_paid', 'ACH-1', ${REASON}, ${newId()}, ${newId()}, now(), ${seal})`
    for (const number of [1, 2, 2_147_483_647]) await forge(number, 'forged').execute(test.platform.db)
    expect(await test.unprovedRows()).toContainEqual({ kind: 'payout_word', id: withdrawal })
    for (const outcome of ['not_paid', 'withdrawn']) {
      const { body } = await propose(withdrawal, outcome)
      expect((await approve(body.approvalRequestId)).status).toBe(200)
    }
    await sql`INSERT INTO payments.payout_word (withdrawal_id, number, outcome, bank_reference, reason, maker_id, checker_id, at, seal)
      SELECT withdrawal_id, 9, outcome, bank_reference, reason, maker_id, checker_id, at, seal FROM payments.payout_word
      WHERE withdrawal_id = ${withdrawal} AND outcome = 'not_paid' AND seal <> 'forged'`.execute(test.platform.db)
    await later(20 * DAY_MS)
    expect(await stateOf(customer, withdrawal)).toBe('PROCESSING')
  })

  it('SEC-76 more forged rows than officers ever write block neither other withdrawals nor the result of two officers', async () => {
    const { customer, withdrawal } = await unanswered()
    await later(2 * DAY_MS)
    const log = vi.spyOn(test.platform.log, 'error')
    await sql`INSERT INTO payments.payout_word (withdrawal_id, number, outcome, bank_reference, reason, maker_id, checker_id, at, seal)
      SELECT ${withdrawal}, 2147483647 - number, 'not_paid', 'ACH-1', ${REASON}, gen_random_uuid(), gen_random_uuid(), 'infinity', 'forged'
      FROM generate_series(0, 10000) AS number`.execute(test.platform.db)
    expect(await test.unprovedRows()).toContainEqual({ kind: 'payout_word', id: withdrawal })
    expect(await test.unprovedRows()).toContainEqual({ kind: 'payout_word', id: withdrawal })
    expect(await test.figures.read()).toMatchObject({ unproved_rows: expect.any(Number) })
    const other = await test.customer({ pesos: 50_000n })
    await becomes(other, await ask(other), 'COMPLETED')
    const { body } = await propose(withdrawal, 'paid')
    expect((await approve(body.approvalRequestId)).status).toBe(200)
    await becomes(customer, withdrawal, 'COMPLETED')
    expect(log.mock.calls.filter(([facts]) => (facts as { fault?: string }).fault === 'word')).toEqual([
      [{ securityEvent: 'payment_unproved', withdrawalId: withdrawal, fault: 'word' }, expect.any(String)],
    ])
    log.mockRestore()
  })

  it.each(['payout_twice', 'payout_lost'] as const)('%s is logged once for any number of answers of the provider', async (event) => {
    const { withdrawal } = await unanswered()
    const [payout] = payoutsOf(withdrawal)
    if (!payout) throw new Error('no payout')
    const { payouts } = test.sandbox.controls.store
    if (event === 'payout_twice') payouts.put({ ...payout, id: newId() })
    else payouts.put({ ...payout, reference: newId() })
    const log = vi.spyOn(test.platform.log, 'error')
    for (let round = 0; round < 5; round++) await later(HOUR_MS)
    const facts = log.mock.calls.map(([said]) => said as { securityEvent?: string; withdrawalId?: string })
    log.mockRestore()
    expect(facts.filter(({ securityEvent, withdrawalId }) => securityEvent === event && withdrawalId === withdrawal)).toHaveLength(1)
  })

  it.each([
    ['an infinite time of the row', (id: string) => sql`UPDATE payments.withdrawal SET sendable_from = 'infinity' WHERE id = ${id}`],
    [
      'an infinite time of an attempt',
      (id: string) => sql`INSERT INTO payments.payout_attempt (id, withdrawal_id, at) VALUES (${newId()}, ${id}, 'infinity')`,
    ],
  ])('SEC-76 %s is reported as an unproved row, and stops no other withdrawal', async (_what, forge) => {
    const { withdrawal } = await unanswered()
    await forge(withdrawal).execute(test.platform.db)
    expect(await test.unprovedRows()).toContainEqual({ kind: 'withdrawal', id: withdrawal })
    const other = await test.customer({ pesos: 50_000n })
    await becomes(other, await ask(other), 'COMPLETED')
  })

  it('SEC-76 is not trusted when an attacker inserted it into the database', async () => {
    const { customer, withdrawal } = await unanswered()
    await later(20 * DAY_MS)
    await sql`INSERT INTO payments.payout_word (withdrawal_id, outcome, bank_reference, reason, maker_id, checker_id, at, seal)
      VALUES (${withdrawal}, 'not_paid', 'ACH-1', ${REASON}, ${newId()}, ${newId()}, now(), 'forged')`.execute(test.platform.db)
    await withdrawals().checkAgain(withdrawal)
    await later(2 * HOUR_MS)
    expect(await stateOf(customer, withdrawal)).toBe('PROCESSING')
  })
})
