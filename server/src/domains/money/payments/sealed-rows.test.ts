/**
 * An attacker with the product's role in the database and without a key of a process: rows of pesos that they write are not paid, credited
 * or returned (docs/decisions/0045-sealed-rows.md). Every UPDATE here is made with that role.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { newOfficer } from './parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from './testing.ts'
import { openAttempts } from './withdrawals/attempt-store.ts'
import { proveUnpaid } from './withdrawals/prove-unpaid.ts'
import { findWithdrawal } from './withdrawals/withdrawal-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const REASON = 'Hablé con el cliente y revisé el origen.'
/** Account whose payouts stay in flight in the sandbox. */
const STAYS_OPEN = '55550099'
const LARGE = '40000000'
const AS_NEVER_SENT = `state = 'HELD', first_sent_at = NULL, last_sent_at = NULL, first_tried_at = NULL, payout_id = NULL`

let test: PaymentsTest
let notified: unknown[]
beforeAll(async () => {
  test = await startPaymentsTest({ WITHDRAWAL_TWO_OFFICERS_COP: LARGE })
})
afterAll(() => test.stop())
beforeEach(() => {
  notified = []
  const spy = vi.spyOn(test.platform.log, 'error').mockImplementation((facts) => void notified.push(facts))
  return () => {
    spy.mockRestore()
    test.sandbox.controls.apply({ action: 'reset' })
    test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0, webhookRetryDelaysMs: [] })
  }
})

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const ask = async ({ id, account }: Customer, amount = '30000'): Promise<string> => {
  const answer = await test.call(id, 'POST', '/payment/withdraw', { account, amount }, newId())
  expect([answer.status, answer.code]).toEqual([200, null])
  return answer.body.transactionId
}
const stateOf = async (withdrawal: string) =>
  (await sql<{ state: string }>`SELECT state FROM payments.withdrawal WHERE id = ${withdrawal}`.execute(test.platform.db)).rows[0]?.state
const cancel = ({ id }: Customer, withdrawal: string) => test.call(id, 'POST', `/payment/withdraw/${withdrawal}/cancel`)
const decide = (officer: string, withdrawalIds: string[], decision: string) =>
  test.call(officer, 'POST', '/payment/administrative/withdrawals/decide', { withdrawalIds, decision, reason: REASON })
const approve = (request: string) => test.call(newOfficer(), 'POST', `/api/administrative/approvals/${request}/approve`, { note: REASON })
const payoutsOf = (id: string) => test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === id)
const events = () =>
  notified.flatMap((facts) => (typeof facts === 'object' && facts && 'securityEvent' in facts ? [facts.securityEvent] : []))
/** Write with the product's role: its `table` is a name of this file. */
const rewrite = (table: 'withdrawal' | 'deposit' | 'bank_account', id: string, assignments: string) =>
  sql`UPDATE ${sql.table(`payments.${table}`)} SET ${sql.raw(assignments)} WHERE id = ${id}`.execute(test.platform.db)
const wait = async (ms: number) => {
  test.platform.clock.advance(ms)
  for (let round = 0; round < 5; round++) await test.platform.jobs.drain()
}
const completed = (id: string) =>
  test.until(async () => {
    test.platform.clock.advance(5 * MINUTE_MS)
    return (await stateOf(id)) === 'COMPLETED'
  })
const dropEvents = () => test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel: 'payouts', scope: 'reset' })

describe('MON-06 SEC-76 the destination of a withdrawal', () => {
  it.each([
    ['account_number', `'99999999'`, `'12345678'`],
    ['bank_id', '2', '1'],
    ['account_type', '10', '9'],
    ['payee', `payee || '{"fullName":"Pedro Ladrón","documentNumber":"99"}'`, null],
    ['account_id', `'${newId()}'`, null],
  ])('is not paid while its %s is forged, is reported, and is paid once it is restored', async (column, forged, right) => {
    const customer = await test.customer({ pesos: 100_000n })
    const id = await ask(customer)
    const { rows } = await sql<{ was: unknown }>`SELECT ${sql.id(column)} AS was FROM payments.withdrawal WHERE id = ${id}`.execute(
      test.platform.db,
    )
    await rewrite('withdrawal', id, `${column} = ${forged}`)
    await wait(HOUR_MS)
    expect([payoutsOf(id), await stateOf(id)]).toEqual([[], 'HELD'])
    expect(events()).toContain('payment_unproved')
    const was = right ?? `'${typeof rows[0]?.was === 'string' ? rows[0].was : JSON.stringify(rows[0]?.was)}'`
    await rewrite('withdrawal', id, `${column} = ${was}`)
    await completed(id)
    expect(payoutsOf(id)).toMatchObject([{ transactions: [{ bank: { accountNumber: '12345678' }, name: 'Ana María Rojas' }] }])
  })

  it('R9 is not paid before its new account is old enough, whatever its row contains', async () => {
    const other = await startPaymentsTest({ BANK_ACCOUNT_HOLD_HOURS: '24' })
    try {
      const { id: owner, account } = await other.customer({ pesos: 100_000n })
      const { body } = await other.call(owner, 'POST', '/payment/withdraw', { account, amount: '30000' }, newId())
      await sql`UPDATE payments.withdrawal SET pay_after = now() - interval '1 day' WHERE id = ${body.transactionId}`.execute(
        other.platform.db,
      )
      await sql`UPDATE platform.job SET run_at = now() WHERE key = ${body.transactionId}`.execute(other.platform.db)
      other.platform.clock.advance(HOUR_MS)
      for (let round = 0; round < 5; round++) await other.platform.jobs.drain()
      expect(other.sandbox.controls.store.payouts.all()).toEqual([])
    } finally {
      await other.stop()
    }
  })

  it('stays as requested when the saved account is redirected afterwards', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    const id = await ask(customer)
    await rewrite('bank_account', customer.account, `number = '99999999'`)
    await completed(id)
    expect(payoutsOf(id)).toMatchObject([{ transactions: [{ bank: { accountNumber: '12345678' } }] }])
  })

  it.each([
    ['number', `'99999999'`],
    ['changed_at', `now() - interval '30 days'`],
  ])('is no saved account with a forged %s: no withdrawal is requested', async (column, forged) => {
    const customer = await test.customer({ pesos: 100_000n })
    await rewrite('bank_account', customer.account, `${column} = ${forged}`)
    const answer = await test.call(customer.id, 'POST', '/payment/withdraw', { account: customer.account, amount: '30000' }, newId())
    expect(answer).toMatchObject({ status: 503, code: 'ledger.unproved' })
    expect(events()).toContain('payment_unproved')
    expect(await test.balance(customer.id)).toMatchObject({ held: 0n })
  })
})

describe('R11 a withdrawal that waits for officers', () => {
  const rich = () => test.customer({ level: 3, pesos: 100_000_000n })

  it('does not leave because its row claims an approval', async () => {
    const customer = await rich()
    const id = await ask(customer, LARGE)
    await rewrite('withdrawal', id, `state = 'HELD', approval_state = 'APPROVED', review_cause = NULL, approver_id = '${newId()}'`)
    await wait(HOUR_MS)
    expect([payoutsOf(id), await stateOf(id)]).toEqual([[], 'HELD'])
    expect(events()).toContain('payment_unproved')
    await rewrite('withdrawal', id, `state = 'IN_REVIEW', review_cause = 'large'`)
    const { body } = await decide(newOfficer(), [id], 'approve')
    expect((await approve(body.approvalRequestId)).status).toBe(200)
    await completed(id)
  })

  it('does not leave by an approval from before it was held again', async () => {
    const customer = await rich()
    const id = await ask(customer, LARGE)
    const { body } = await decide(newOfficer(), [id], 'approve')
    await approve(body.approvalRequestId)
    const { rows } = await sql`SELECT * FROM payments.withdrawal WHERE id = ${id}`.execute(test.platform.db)
    const [approved] = rows as Record<string, string>[]
    expect((await decide(newOfficer(), [id], 'hold')).status).toBe(200)
    await rewrite(
      'withdrawal',
      id,
      `state = 'HELD', approval_state = 'APPROVED', approver_id = '${approved?.approver_id}', maker_id = '${approved?.maker_id}',
       checker_id = '${approved?.checker_id}', approval_seal = '${approved?.approval_seal}', review_seal = '${approved?.review_seal}'`,
    )
    await wait(HOUR_MS)
    expect(payoutsOf(id)).toEqual([])
  })

  it('takes two officers, whatever reason its row gives for waiting', async () => {
    const customer = await rich()
    await ask(customer, '39000000')
    const id = await ask(customer, '39000000')
    expect(await stateOf(id)).toBe('IN_REVIEW')
    await rewrite('withdrawal', id, `review_cause = 'officer'`)
    expect(await decide(newOfficer(), [id], 'approve')).toMatchObject({ status: 503, code: 'ledger.unproved' })
    await wait(HOUR_MS)
    expect(payoutsOf(id)).toEqual([])
  })

  it('is not approved with another destination than requested', async () => {
    const id = await ask(await rich(), LARGE)
    await rewrite('withdrawal', id, `account_number = '99999999'`)
    expect((await decide(newOfficer(), [id], 'approve')).code).toBe('ledger.unproved')
    await rewrite('withdrawal', id, `account_number = '12345678'`)
    const { body } = await decide(newOfficer(), [id], 'approve')
    await rewrite('withdrawal', id, `payee = payee || '{"documentNumber":"99"}'`)
    expect((await approve(body.approvalRequestId)).status).toBe(409)
    expect(await stateOf(id)).toBe('IN_REVIEW')
  })
})

describe('MON-06 money of a payout that may have been made', () => {
  it.each([
    ['its customer cancels', (customer: Customer, id: string) => cancel(customer, id)],
    ['an officer rejects', (_customer: Customer, id: string) => decide(newOfficer(), [id], 'reject')],
    [
      'an officer rejects it in review',
      (_customer: Customer, id: string) =>
        rewrite('withdrawal', id, `state = 'IN_REVIEW'`).then(() => decide(newOfficer(), [id], 'reject')),
    ],
  ])('is not returned when %s: the bank has it, and its row claims that it was never sent', async (_who, returnSeal) => {
    dropEvents()
    const customer = await test.customer({ pesos: 50_000n, accountNumber: STAYS_OPEN })
    const id = await ask(customer)
    await test.until(async () => (await stateOf(id)) === 'PROCESSING')
    await rewrite('withdrawal', id, AS_NEVER_SENT)
    expect((await returnSeal(customer, id)).status).toBe(409)
    await wait(HOUR_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 3_000_000n })
    expect(payoutsOf(id)).toHaveLength(1)
    expect(events()).toContain('payment_unproved')
    test.sandbox.controls.apply({ action: 'release-hold', payoutId: payoutsOf(id)[0]?.id ?? '', decision: 'approve' })
    await rewrite('withdrawal', id, `state = 'PROCESSING'`)
    await completed(id)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
  })

  it('is not sent a second time when the provider dropped the key and the row lost the first attempt', async () => {
    dropEvents()
    const customer = await test.customer({ pesos: 50_000n, accountNumber: STAYS_OPEN })
    const id = await ask(customer)
    await test.until(async () => (await stateOf(id)) === 'PROCESSING')
    await rewrite('withdrawal', id, AS_NEVER_SENT)
    await sql`UPDATE platform.job SET run_at = now() + interval '30 hours' WHERE key = ${id}`.execute(test.platform.db)
    await wait(30 * HOUR_MS)
    await wait(HOUR_MS)
    expect(payoutsOf(id)).toHaveLength(1)
  })

  it.each([
    ['cancelled by its customer', AS_NEVER_SENT, true],
    ['given up by the job', `first_sent_at = now() - interval '30 hours', last_sent_at = now() - interval '30 hours'`, false],
  ])('is not returned while the attempt may still be in flight: %s', async (_who, forged, isCancelled) => {
    dropEvents()
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'timeout', point: 'payouts.create', scope: 'reset', value: 50 })
    const customer = await test.customer({ pesos: 50_000n })
    const id = await ask(customer)
    await test.until(async () => (await stateOf(id)) === 'UNKNOWN')
    await rewrite('withdrawal', id, forged)
    if (isCancelled) expect((await cancel(customer, id)).status).toBe(409)
    await wait(MINUTE_MS)
    expect(await test.balance(customer.id)).toMatchObject({ held: 3_000_000n })
  })

  it('is not returned while the provider does not answer, and is once it has reported no payment for long enough', async () => {
    dropEvents()
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'timeout', point: 'payouts.create', scope: 'reset', value: 50 })
    const customer = await test.customer({ pesos: 50_000n })
    const id = await ask(customer)
    await test.until(async () => (await stateOf(id)) === 'UNKNOWN')
    await rewrite('withdrawal', id, AS_NEVER_SENT)
    test.platform.clock.advance(20 * MINUTE_MS)
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'payouts.read', scope: 'reset' })
    expect(await cancel(customer, id)).toMatchObject({ status: 503, code: 'payments.provider_unavailable' })
    test.sandbox.controls.apply({ action: 'reset' })
    expect((await cancel(customer, id)).body.state).toBe('CANCELLED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    await wait(HOUR_MS)
    expect(payoutsOf(id)).toEqual([])
  })
})

describe('R13 a process without the key of payouts', () => {
  it('has the worker prove that nothing was paid, and returns nothing before', async () => {
    dropEvents()
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'timeout', point: 'payouts.create', scope: 'reset', value: 50 })
    const customer = await test.customer({ pesos: 50_000n })
    const id = await ask(customer)
    await test.until(async () => (await stateOf(id)) === 'UNKNOWN')
    await rewrite('withdrawal', id, AS_NEVER_SENT)
    test.platform.clock.advance(20 * MINUTE_MS)
    test.sandbox.controls.apply({ action: 'reset' })
    const { clock, db, log, secrets } = test.platform
    // Without the job that pays, which verifies it too.
    await sql`DELETE FROM platform.job WHERE name = 'payments.pay-withdrawal' AND key = ${id}`.execute(db)
    const seals = evidenceSeals(secrets)
    const withdrawal = await findWithdrawal(db, id)
    const prove = (waitMs: number) => {
      const settings = { payouts: { key: null }, link: { waitMs } }
      return withdrawal && proveUnpaid({ clock, db, log, seals, isNews: () => true, settings } as never, withdrawal)
    }
    await expect(prove(0)).rejects.toMatchObject({ refusal: { code: 'payments.provider_unavailable' } })
    expect(await openAttempts(seals, db, id)).toHaveLength(1)
    const proving = prove(30_000)
    await test.until(async () => (await openAttempts(seals, db, id)).length === 0)
    await proving
    expect((await cancel(customer, id)).body.state).toBe('CANCELLED')
  })
})

describe('MON-04 SEC-76 the customer of a deposit', () => {
  const begin = async (customer: Customer) => {
    const link = await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, newId())
    const { results } = (await test.call(customer.id, 'POST', '/payment/transactions/user/deposits', {})).body
    return { link: link.body as string, id: results[0].transactionId as string }
  }

  it('is credited to no customer while its owner is forged, until it is restored', async () => {
    const [customer, thief] = [await test.customer(), await test.customer()]
    const { link, id } = await begin(customer)
    await rewrite('deposit', id, `account_id = '${thief.id}'`)
    await test.answerAtBank(link, 'APPROVED')
    await wait(HOUR_MS)
    expect([await test.balance(thief.id), await test.balance(customer.id)]).toMatchObject([{ posted: 0n }, { posted: 0n }])
    expect(events()).toContain('payment_unproved')
    await wait(30 * HOUR_MS)
    await rewrite('deposit', id, `account_id = '${customer.id}'`)
    await test.until(async () => {
      test.platform.clock.advance(HOUR_MS)
      return (await test.balance(customer.id)).posted === 5_000_000n
    })
    expect(await test.balance(thief.id)).toMatchObject({ posted: 0n })
  })

  it('KYC-18 is not changed while two officers review it', async () => {
    const customer = await test.customer({ level: 1 })
    const thief = await test.customer()
    const ids: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '13000000' }, newId())
      await wait(25 * HOUR_MS)
      const { results } = (await test.call(customer.id, 'POST', '/payment/transactions/user/deposits', {})).body
      ids.push(results[0].transactionId)
    }
    for (const { id, request } of test.sandbox.controls.store.transactions.all())
      if (ids.includes(request.reference)) {
        test.sandbox.controls.apply({ action: 'set-transaction', transactionId: id, status: 'APPROVED' })
        await wait(2 * HOUR_MS)
      }
    const { rows } = await sql<{
      id: string
    }>`SELECT id FROM payments.deposit WHERE account_id = ${customer.id} AND state = 'IN_REVIEW'`.execute(test.platform.db)
    const [held] = rows
    await rewrite('deposit', held?.id ?? '', `account_id = '${thief.id}'`)
    const decision = { decision: 'credit', reason: REASON }
    const answer = await test.call(newOfficer(), 'POST', `/payment/administrative/deposits/${held?.id}/decide`, decision)
    expect(answer).toMatchObject({ status: 503, code: 'ledger.unproved' })
    expect(await test.balance(thief.id)).toMatchObject({ posted: 0n })
  })
})

describe('rows that differ from the request', () => {
  it('are listed while in flight, and are counted by a metric', async () => {
    const customer = await test.customer({ level: 3, pesos: 100_000_000n })
    const before = new Set((await test.unprovedRows()).map(({ id }) => id))
    const [small, large] = [await ask(customer), await ask(customer, LARGE)]
    await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, newId())
    const { results } = (await test.call(customer.id, 'POST', '/payment/transactions/user/deposits', {})).body
    const since = async () => (await test.unprovedRows()).filter(({ id }) => !before.has(id))
    expect(await since()).toEqual([])
    await rewrite('withdrawal', small, 'amount = amount + 1')
    await rewrite('withdrawal', large, `state = 'HELD'`)
    await rewrite('deposit', results[0].transactionId, `account_id = '${newId()}'`)
    expect(await since()).toEqual([
      { kind: 'withdrawal', id: small },
      { kind: 'withdrawal', id: large },
      { kind: 'deposit', id: results[0].transactionId },
    ])
    expect((await test.figures.read()).unproved_rows).toBe(before.size + 3)
    // Officers return the money, to the account whose hold is in the ledger.
    const wrong = await decide(newOfficer(), [large], 'reject')
    expect(wrong.status).toBe(200)
    expect(await test.balance(customer.id)).toMatchObject({ held: 3_000_000n })
  })
})

describe('rows from before the introduction of seals', () => {
  const asOwner = (statement: string) => test.database.pool.query(statement)
  const writtenDown = (table: string, expression: string) =>
    asOwner(
      `UPDATE payments.before_seals SET rows = (SELECT coalesce(jsonb_agg(${expression}), '[]') FROM payments.${table}) WHERE kind = '${table}'`,
    )

  async function upgrade(): Promise<void> {
    await asOwner(`UPDATE payments.withdrawal SET seal = NULL, review_seal = NULL, approval_seal = NULL, maker_id = NULL, checker_id = NULL;
      UPDATE payments.deposit SET seal = NULL; UPDATE payments.bank_account SET seal = NULL`)
    await writtenDown(
      'bank_account',
      `jsonb_build_object('id', id, 'accountId', account_id, 'bankId', bank_id, 'accountType', account_type, 'number', number, 'changedAt', changed_at)`,
    )
    await writtenDown('deposit', `jsonb_build_object('id', id, 'accountId', account_id, 'method', method, 'amount', amount::text)`)
    await writtenDown(
      'withdrawal',
      `jsonb_build_object('id', id, 'accountId', account_id, 'bankId', bank_id, 'accountType', account_type, 'accountNumber', account_number,
        'amount', amount::text, 'payee', payee, 'sendableFrom', sendable_from, 'reviewCause', review_cause,
        'isApproved', state <> 'IN_REVIEW' AND approval_state = 'APPROVED', 'approverId', approver_id, 'reviews',
        (SELECT count(*) FROM payments.state_history h WHERE h.subject_id = withdrawal.id::text AND h.to_state = 'IN_REVIEW'))`,
    )
  }

  it('are sealed once, at a start, while they are as the owner of the database recorded them; a removed seal does not come back', async () => {
    const customer = await test.customer({ level: 3, pesos: 200_000_000n })
    const [waiting, inReview, released, changed] = [
      await ask(customer),
      await ask(customer, LARGE),
      await ask(customer, LARGE),
      await ask(customer, '50000'),
    ]
    await approve((await decide(newOfficer(), [released], 'approve')).body.approvalRequestId)
    await upgrade()
    const later = await ask(await test.customer({ pesos: 50_000n }))
    await rewrite('withdrawal', changed, `account_number = '99999999'`)
    await rewrite('withdrawal', later, 'seal = NULL')
    const listed = async (ids: string[]) => {
      const unproved = new Set((await test.unprovedRows()).map(({ id }) => id))
      return ids.map((id) => unproved.has(id))
    }
    const all = [waiting, inReview, released, changed, later]
    expect(await listed(all)).toEqual([true, true, true, true, true])
    await test.sealOldRows()
    await test.sealOldRows()
    expect(await listed(all)).toEqual([false, false, false, true, true])
    expect((await ask(customer, '20000')).length).toBe(36)
    await approve((await decide(newOfficer(), [inReview], 'approve')).body.approvalRequestId)
    await test.until(async () => {
      test.platform.clock.advance(5 * MINUTE_MS)
      return (await Promise.all([waiting, inReview, released].map(stateOf))).every((state) => state === 'COMPLETED')
    })
    expect([payoutsOf(changed), payoutsOf(later)]).toEqual([[], []])
    // The table belongs to the owner role: the product's role adds nothing to it.
    await expect(sql`UPDATE payments.before_seals SET rows = '[]'`.execute(test.platform.db)).rejects.toThrow('permission denied')
    await expect(sql`INSERT INTO payments.before_seals VALUES ('withdrawal', '[]')`.execute(test.platform.db)).rejects.toThrow(
      'duplicate key',
    )
  })
})
