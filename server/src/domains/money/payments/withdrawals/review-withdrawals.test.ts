/**
 * Withdrawals that wait for officers (ADM-15, R11): which ones, what one officer decides alone and what takes two, and how customers are
 * notified.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'
import { reviewCause } from './review-rules.ts'

const REASON = 'Hablé con el cliente y revisé el origen.'
const CENTS = 100n

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest({
    WITHDRAWAL_TWO_OFFICERS_COP: '40000000',
    WITHDRAWAL_IN_AND_OUT_COP: '5000000',
    WITHDRAWALS_PER_DAY: '100',
  })
})
afterAll(() => test.stop())

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const rich = () => test.customer({ level: 3, pesos: 500_000_000n })
async function ask({ id, account }: Customer, amount: string): Promise<string> {
  const answer = await test.call(id, 'POST', '/payment/withdraw', { account, amount }, newId())
  expect([answer.status, answer.code]).toEqual([200, null])
  return answer.body.transactionId
}
const show = async ({ id }: Customer, withdrawal: string) => (await test.call(id, 'GET', `/payment/transactions/user/${withdrawal}`)).body
const stateOf = async (customer: Customer, withdrawal: string) => (await show(customer, withdrawal)).state
const decide = (officer: string, withdrawalIds: string[], decision: string) =>
  test.call(officer, 'POST', '/payment/administrative/withdrawals/decide', { withdrawalIds, decision, reason: REASON })
const approve = (officer: string, request: string) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${request}/approve`, { note: REASON })
const stored = async (id: string) =>
  (
    await sql<{ approval_state: string; approver_id: string | null; review_cause: string | null }>`
      SELECT approval_state, approver_id, review_cause FROM payments.withdrawal WHERE id = ${id}`.execute(test.platform.db)
  ).rows[0]
const events = async ({ id }: Customer) =>
  (
    await sql<{ type: string }>`SELECT type FROM platform.event WHERE account_id = ${id} AND type LIKE 'payments.withdrawal%'
      AND type <> 'payments.withdrawal_updated' ORDER BY id`.execute(test.platform.db)
  ).rows.map(({ type }) => type.replace('payments.withdrawal_', ''))
const payoutsOf = (id: string) => test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === id)
const later = async () => {
  test.platform.clock.advance(20_000)
  await test.platform.jobs.drain()
}
const accountOf = (officer: string) => officer.replace('officer:', '')

describe('ADM-15 withdrawals that wait for officers', () => {
  const policy = { twoOfficersFrom: 40_000_000n * CENTS, inAndOutFrom: 5_000_000n * CENTS }
  const facts = (amount: bigint, cameIn = 0n, goesOut = amount, unseen = amount) => ({
    amount: amount * CENTS,
    cameIn: cameIn * CENTS,
    isCameInUnknown: false,
    goesOut: goesOut * CENTS,
    unseen: unseen * CENTS,
    waiting: 0n,
  })

  it('from 40 million pesos on, and nearly everything of five million or more that came in that day', () => {
    expect(reviewCause(facts(39_999_999n), policy)).toBeNull()
    expect(reviewCause(facts(40_000_000n), policy)).toBe('large')
    expect(reviewCause(facts(4_500_000n, 5_000_000n), policy)).toBe('in_and_out')
    expect(reviewCause(facts(4_499_999n, 5_000_000n), policy)).toBeNull()
    expect(reviewCause(facts(1_000_000n, 5_000_000n, 4_600_000n), policy)).toBe('in_and_out')
    expect(reviewCause(facts(4_999_999n, 4_999_999n), policy)).toBeNull()
    expect(reviewCause(facts(10_000n, 0n, 90_000_000n, 39_999_999n), policy)).toBeNull()
    expect(reviewCause(facts(10_000n, 0n, 40_000_000n, 40_000_000n), policy)).toBe('large')
  })

  it('what one officer may still approve alone counts with it, and an unknown value is reviewed', () => {
    expect(reviewCause({ ...facts(10_000_000n), waiting: 29_999_999n * CENTS }, policy)).toBeNull()
    expect(reviewCause({ ...facts(10_000_000n), waiting: 30_000_000n * CENTS }, policy)).toBe('large')
    expect(reviewCause({ ...facts(4_500_000n), isCameInUnknown: true }, policy)).toBe('in_and_out')
    expect(reviewCause({ ...facts(4_499_999n), isCameInUnknown: true }, policy)).toBeNull()
    expect(reviewCause({ ...facts(4_600_000n, 4_000_000n), isCameInUnknown: true }, policy)).toBe('in_and_out')
    expect(reviewCause({ ...facts(8_000_000n, 20_000_000n), isCameInUnknown: true }, policy)).toBeNull()
  })

  it('R11 several of a day, each below the threshold, wait for two officers from the one that reaches it', async () => {
    const customer = await rich()
    await ask(customer, '15000000')
    await ask(customer, '15000000')
    const [third, fourth] = [await ask(customer, '15000000'), await ask(customer, '9000000')]
    await later()
    expect([await stateOf(customer, third), await stateOf(customer, fourth)]).toEqual(['IN_REVIEW', expect.not.stringMatching('IN_REVIEW')])
    expect(await stored(third)).toMatchObject({ review_cause: 'large' })
    const maker = newOfficer()
    const proposed = await decide(maker, [third], 'approve')
    expect(proposed.status).toBe(202)
    expect((await approve(newOfficer(), proposed.body.approvalRequestId)).status).toBe(200)
    expect(await stored(third)).toMatchObject({ approval_state: 'APPROVED' })
  })

  it('R11 of twelve concurrent ones only those up to the threshold leave without officers', async () => {
    const customer = await rich()
    const ids = await Promise.all(Array.from({ length: 12 }, () => ask(customer, '9000000')))
    await later()
    const states = await Promise.all(ids.map((id) => stateOf(customer, id)))
    expect(states.filter((state) => state !== 'IN_REVIEW')).toHaveLength(4)
  })

  it('a small one leaves without an officer', async () => {
    const customer = await rich()
    const id = await ask(customer, '39999999')
    await test.until(async () => (await stateOf(customer, id)) === 'COMPLETED')
    expect(await stored(id)).toEqual({ approval_state: 'AUTOMATIC', approver_id: null, review_cause: null })
  })

  it('a sum that came in by PSE and leaves the same day goes to review, and its customer is notified', async () => {
    const customer = await test.customer({ level: 3 })
    const link = await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '6000000' }, newId())
    await test.answerAtBank(link.body, 'APPROVED')
    await test.until(async () => (await test.balance(customer.id)).posted > 0n)
    const id = await ask(customer, '5500000')
    await later()
    expect(await show(customer, id)).toMatchObject({ state: 'IN_REVIEW', cancellable: true, reason: expect.stringContaining('revisando') })
    expect(await stored(id)).toMatchObject({ approval_state: 'PENDING', review_cause: 'in_and_out' })
    expect(await events(customer)).toEqual(['requested', 'in_review'])
    // One officer is enough for it.
    const officer = newOfficer()
    expect((await decide(officer, [id], 'approve')).body).toEqual({ results: [{ transactionId: id, state: 'HELD' }] })
    await test.until(async () => {
      test.platform.clock.advance(20_000)
      return (await stateOf(customer, id)) === 'COMPLETED'
    })
    expect(await stored(id)).toMatchObject({ approval_state: 'APPROVED', approver_id: accountOf(officer) })
    expect((await show(customer, id)).timeline.map(({ state }: { state: string }) => state)).toEqual(
      expect.arrayContaining(['HELD', 'IN_REVIEW', 'COMPLETED']),
    )
  })
})

/** Insert tokens as the scanner and the crediting of module crypto leave them. `value` in pesos. */
async function tokensCameIn(accountId: string, value: bigint | null): Promise<void> {
  const [id, at] = [newId(), test.platform.clock.now()]
  await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
      block_number, block_hash, state, try_at, created_at, updated_at, value_cop)
    VALUES (${id}, 1, ${id}, 0, ${accountId}, ${id}, 'USDT', 1500000000, '0x1', 1, '0x', 'COMPLETED', ${at}, ${at}, ${at},
      ${value === null ? null : value * CENTS})`.execute(test.platform.db)
}

describe('E5 money that came in as tokens and leaves as pesos the same day', () => {
  const pass = async (value: bigint | null, amount: string, waitHours = 0) => {
    const customer = await rich()
    await tokensCameIn(customer.id, value)
    test.platform.clock.advance(waitHours * 3_600_000)
    return (await stored(await ask(customer, amount)))?.review_cause
  }
  it('waits for an officer as pesos would', async () => {
    expect(await pass(6_000_000n, '5500000')).toBe('in_and_out')
    expect(await pass(6_000_000n, '5000000')).toBeNull()
    expect(await pass(4_900_000n, '4900000')).toBeNull()
    expect(await pass(6_000_000n, '5500000', 25)).toBeNull()
  })

  it('waits too when its value is not known', async () => {
    expect(await pass(null, '4500000')).toBe('in_and_out')
    expect(await pass(null, '4499999')).toBeNull()
    expect(await pass(null, '4500000', 25)).toBeNull()
  })
})

describe('R11 a large sum in pieces', () => {
  /** Four withdrawals of a day on which five million came in by PSE: each waits for an officer. */
  async function fourOfOneDay(): Promise<string[]> {
    const customer = await rich()
    const link = await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '5000000' }, newId())
    await test.answerAtBank(link.body, 'APPROVED')
    await test.until(async () => (await test.balance(customer.id)).posted > 50_000_000_000n)
    const ids: string[] = []
    for (let index = 0; index < 4; index++) ids.push(await ask(customer, '39900000'))
    return ids
  }

  it('E1 of a customer whose withdrawals wait for another cause takes two officers, in one call', async () => {
    const ids = await fourOfOneDay()
    const causes = await Promise.all(ids.map(async (id) => (await stored(id))?.review_cause))
    // The officer sees the causes before the decision.
    expect(causes).toEqual(['in_and_out', 'large', 'large', 'large'])
    const proposed = await decide(newOfficer(), ids, 'approve')
    expect(proposed.status).toBe(202)
    expect(await Promise.all(ids.map((id) => stored(id)))).toMatchObject(ids.map(() => ({ approval_state: 'PENDING' })))
    expect((await approve(newOfficer(), proposed.body.approvalRequestId)).status).toBe(200)
    expect(await Promise.all(ids.map((id) => stored(id)))).toMatchObject(ids.map(() => ({ approval_state: 'APPROVED' })))
  })

  it('E1 of a customer whose withdrawals wait for another cause takes two officers, in four concurrent calls of one officer', async () => {
    const ids = await fourOfOneDay()
    const officer = newOfficer()
    const answers = await Promise.all(ids.map((id) => decide(officer, [id], 'approve')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202, 202, 202])
  })

  /** Withdrawals that an accomplice of the customer, an officer, sent to review. */
  async function withdrawalsInReview(count: number, amount: string, customers = 1): Promise<string[]> {
    const accomplice = newOfficer()
    const ids: string[] = []
    for (let index = 0; index < count; index++) {
      const customer = index < customers ? await rich() : lastRich
      lastRich = customer
      const id = await ask(customer, amount)
      // A withdrawal that reaches the threshold together with waiting ones goes to review without the accomplice.
      if ((await stateOf(customer, id)) !== 'IN_REVIEW') expect((await decide(accomplice, [id], 'hold')).status).toBe(200)
      ids.push(id)
    }
    return ids
  }
  let lastRich: Customer

  it('takes two officers in one decision, also for many customers', async () => {
    const ids = await withdrawalsInReview(3, '15000000', 3)
    expect((await decide(newOfficer(), ids, 'approve')).status).toBe(202)
    expect(await Promise.all(ids.map((id) => stored(id)))).toMatchObject(ids.map(() => ({ approval_state: 'PENDING' })))
  })

  it('takes two officers in consecutive and concurrent decisions of the same officer for many customers', async () => {
    const ids = await withdrawalsInReview(6, '15000000', 6)
    const officer = newOfficer()
    const answers = await Promise.all(ids.map((id) => decide(officer, [id], 'approve')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202, 202, 202, 202])
  })

  it('takes two officers for one customer, for any officer who decides each, and what follows them is large', async () => {
    const ids = await withdrawalsInReview(3, '15000000')
    const answers: number[] = []
    for (const id of ids) answers.push((await decide(newOfficer(), [id], 'approve')).status)
    expect(answers).toEqual([200, 200, 202])
    const next = await ask(lastRich, '10000000')
    await later()
    expect(await stored(next)).toMatchObject({ review_cause: 'large' })
  })

  it('counts from the approval of each, for any time of the request', async () => {
    const customer = await rich()
    const ids: string[] = []
    for (let day = 0; day < 2; day++) {
      const id = await ask(customer, '39000000')
      expect((await decide(newOfficer(), [id], 'hold')).status).toBe(200)
      ids.push(id)
      test.platform.clock.advance(25 * 3_600_000)
    }
    const answers: number[] = []
    for (const id of ids) answers.push((await decide(newOfficer(), [id], 'approve')).status)
    expect(answers).toEqual([200, 202])
    expect(await stored(await ask(customer, '10000000'))).toMatchObject({ review_cause: 'large' })
  })

  it('counts a concurrent request of the customer while an officer approves another withdrawal', async () => {
    for (let round = 0; round < 5; round++) {
      const customer = await rich()
      const first = await ask(customer, '39000000')
      expect((await decide(newOfficer(), [first], 'hold')).status).toBe(200)
      const [approval, second] = await Promise.all([decide(newOfficer(), [first], 'approve'), ask(customer, '39000000')])
      const isSeen = approval.status === 202 || (await stored(second))?.review_cause === 'large'
      expect(isSeen).toBe(true)
    }
  })
})

describe('R11 a large withdrawal', () => {
  it('is not paid until two officers agree, and then once, for any number of concurrent approvals', async () => {
    const customer = await rich()
    const id = await ask(customer, '40000000')
    await later()
    expect(await stateOf(customer, id)).toBe('IN_REVIEW')
    expect(payoutsOf(id)).toEqual([])
    const maker = newOfficer()
    const proposed = await decide(maker, [id], 'approve')
    expect(proposed.status).toBe(202)
    const request = proposed.body.approvalRequestId
    expect((await decide(newOfficer(), [id], 'approve')).code).toBe('approvals.already_waiting')
    expect((await approve(maker, request)).code).toBe('approvals.own_request')
    const alone = await test.call(maker, 'POST', `/api/administrative/approvals/${request}/break-glass`, { note: REASON })
    expect(alone.code).toBe('approvals.never_alone')
    await later()
    expect(payoutsOf(id)).toEqual([])
    const checkers = Array.from({ length: 10 }, newOfficer)
    const answers = await Promise.all(checkers.map((checker) => approve(checker, request)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const agreed = checkers[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect(await stored(id)).toMatchObject({ approval_state: 'APPROVED', approver_id: accountOf(agreed) })
    await test.until(async () => {
      test.platform.clock.advance(20_000)
      return (await stateOf(customer, id)) === 'COMPLETED'
    })
    expect(payoutsOf(id)).toHaveLength(1)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 46_000_000_000n, held: 0n })
    expect(await auditTrail(test.database.db, { action: 'payments.withdrawal_decided', objectId: id })).toMatchObject([
      { before: 'IN_REVIEW', after: { decision: 'approve', state: 'HELD', approvalRequestId: request }, reason: REASON },
    ])
  })

  it('can still be cancelled by its customer, and can then no longer be approved', async () => {
    const customer = await rich()
    const id = await ask(customer, '50000000')
    const request = (await decide(newOfficer(), [id], 'approve')).body.approvalRequestId
    expect((await test.call(customer.id, 'POST', `/payment/withdraw/${id}/cancel`)).body.state).toBe('CANCELLED')
    expect((await approve(newOfficer(), request)).code).toBe('approvals.facts_changed')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 50_000_000_000n, held: 0n })
    expect(await stateOf(customer, id)).toBe('CANCELLED')
  })

  it('is returned once by one officer, among twenty concurrent rejections, approvals and cancellations', async () => {
    const customer = await rich()
    const id = await ask(customer, '45000000')
    await Promise.all([
      ...Array.from({ length: 18 }, () => decide(newOfficer(), [id], 'reject')),
      decide(newOfficer(), [id], 'approve'),
      test.call(customer.id, 'POST', `/payment/withdraw/${id}/cancel`),
    ])
    expect(await test.balance(customer.id)).toMatchObject({ posted: 50_000_000_000n, held: 0n })
    expect(['RETURNED', 'CANCELLED']).toContain(await stateOf(customer, id))
    expect((await events(customer)).filter((type) => type === 'returned')).toHaveLength(1)
  })
})

describe('ADM-15 decisions of one officer', () => {
  it('a rejection returns the money and the use of the month, and is shown without the officer’s reason', async () => {
    const customer = await rich()
    const id = await ask(customer, '60000000')
    const officer = newOfficer()
    expect((await decide(officer, [id], 'reject')).body).toEqual({ results: [{ transactionId: id, state: 'RETURNED' }] })
    const shown = await show(customer, id)
    expect(shown).toMatchObject({ state: 'RETURNED', reason: expect.stringContaining('no lo aprobamos') })
    expect(JSON.stringify(shown)).not.toContain(REASON)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 50_000_000_000n, held: 0n })
    expect((await test.call(customer.id, 'GET', '/payment/volumes/users/withdrawal/volume')).body.withdrawal).toBe('0')
    expect(await stored(id)).toMatchObject({ approval_state: 'REJECTED', approver_id: accountOf(officer) })
    expect(await events(customer)).toEqual(['requested', 'in_review', 'returned'])
    await later()
    expect(payoutsOf(id)).toEqual([])
  })

  it('sends one that was about to leave to review, and approves it again', async () => {
    const customer = await rich()
    const id = await ask(customer, '20000')
    expect((await decide(newOfficer(), [id], 'hold')).body).toEqual({ results: [{ transactionId: id, state: 'IN_REVIEW' }] })
    await later()
    expect(payoutsOf(id)).toEqual([])
    expect(await stored(id)).toMatchObject({ approval_state: 'PENDING', review_cause: 'officer' })
    expect((await decide(newOfficer(), [id], 'hold')).code).toBe('payments.withdrawal_not_decidable')
    expect((await decide(newOfficer(), [id], 'approve')).status).toBe(200)
    await test.until(async () => {
      test.platform.clock.advance(20_000)
      return (await stateOf(customer, id)) === 'COMPLETED'
    })
  })

  it('several at once: all of them or none', async () => {
    const [one, other] = [await rich(), await rich()]
    const ids = [await ask(one, '41000000'), await ask(other, '42000000')]
    const ended = await ask(one, '43000000')
    await decide(newOfficer(), [ended], 'reject')
    expect((await decide(newOfficer(), [...ids, ended], 'reject')).code).toBe('payments.withdrawal_not_decidable')
    expect((await decide(newOfficer(), [...ids, newId()], 'reject')).code).toBe('payments.transaction_not_found')
    expect(await Promise.all([stateOf(one, ids[0] ?? ''), stateOf(other, ids[1] ?? '')])).toEqual(['IN_REVIEW', 'IN_REVIEW'])
    const request = (await decide(newOfficer(), ids, 'approve')).body.approvalRequestId
    expect((await approve(newOfficer(), request)).status).toBe(200)
    expect(await Promise.all(ids.map(async (id) => (await stored(id))?.approval_state))).toEqual(['APPROVED', 'APPROVED'])
  })

  it('R21 a customer decides nothing, and no officer about their own, alone or among others', async () => {
    const [customer, other] = [await rich(), await rich()]
    const ids = [await ask(customer, '41000000'), await ask(other, '42000000')]
    expect((await decide(customer.id, ids, 'approve')).status).toBe(403)
    expect((await decide(`officer:${customer.id}`, [ids[0] ?? ''], 'approve')).code).toBe('approvals.person_concerned')
    expect((await decide(`officer:${customer.id}`, ids, 'reject')).code).toBe('approvals.person_concerned')
    const request = (await decide(newOfficer(), ids, 'approve')).body.approvalRequestId
    expect((await approve(`officer:${customer.id}`, request)).code).toBe('approvals.execution_failed')
    expect(await stateOf(customer, ids[0] ?? '')).toBe('IN_REVIEW')
  })
})
