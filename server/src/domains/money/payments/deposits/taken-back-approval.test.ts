/** E6: a credited payment that the provider took back: its record is sealed, and two officers end its credit. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { type Account, customerAccount, systemAccount } from '../../ledger/index.ts'
import { newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const CONFIRM_MS = 5 * MINUTE_MS
const REASON = 'El banco confirmó por escrito que anuló el pago.'

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest({ PAYOUT_UNPAID_CONFIRM_SECONDS: '300' })
  for (const channel of ['payments', 'payouts'] as const)
    test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel, scope: 'reset' })
  // A payment that the provider returns while another one is unknown.
  await credited()
  // The platform's own tokens, which cover a loss.
  await move(systemAccount('bank', 'COP'), systemAccount('float', 'COP'), 20_000_000n)
})
afterAll(() => test.stop())

type Transaction = Parameters<PaymentsTest['sandbox']['controls']['store']['transactions']['put']>[0]
const put = (row: Transaction) => test.sandbox.controls.store.transactions.put(row)
const after = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.compareRecords()
}
const move = async (debit: Account, credit: Account, amount: bigint) => {
  const { outcome } = await test.ledger.post([{ kind: 'post', id: newId(), code: 'test.moved', amount, debit, credit }])
  expect(outcome).toBe('posted')
}
const own = ({ id }: { id: string }) => customerAccount(id, 'COP')
const platformAccount = systemAccount('house', 'COP')
const posted = async (name: 'bank' | 'deposit_losses' | 'float') => (await test.ledger.balance(systemAccount(name, 'COP'))).posted

async function credited() {
  const customer = await test.customer()
  const link = (await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, newId())).body
  const transaction = () => {
    const ofLink = test.sandbox.controls.store.transactions.all().find(({ ticket }) => link.includes(ticket))
    if (!ofLink) throw new Error('no transaction')
    return ofLink
  }
  await test.answerAtBank(link, 'APPROVED')
  test.platform.clock.advance(MINUTE_MS)
  await test.until(async () => (await test.balance(customer.id)).posted === 5_000_000n)
  return { customer, id: transaction().request.reference, transaction: transaction() }
}
/** Credited, partly spent (`spent`), and twice reported as not approved. */
async function takenBack({ spent = 0n, status = 'DECLINED' }: { spent?: bigint; status?: Transaction['status'] } = {}) {
  const made = await credited()
  if (spent > 0n) await move(own(made.customer), platformAccount, spent)
  put({ ...made.transaction, status })
  await after(2 * DAY_MS)
  await after(CONFIRM_MS)
  expect(await test.takenBack()).toContain(made.id)
  return made
}

describe('SEC-76 E6 forged rows of payments that were taken back', () => {
  const insert = (depositId: string, change: string, number: number, seal = 'ab'.repeat(32)) =>
    sql`INSERT INTO payments.taken_back (id, deposit_id, number, change, status, at, seal)
      VALUES (${newId()}, ${depositId}, ${number}, ${change}, 'DECLINED', now(), ${seal})`.execute(test.platform.db)

  it('create no hold and no difference without a valid seal, regardless of their number, and are reported once', async () => {
    const { customer, id } = await credited()
    const logged = vi.spyOn(test.platform.log, 'error')
    for (let number = 1; number <= 600; number++) await insert(id, 'taken_back', number)
    await after(MINUTE_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    expect(await test.takenBack()).not.toContain(id)
    expect(await test.unprovedRows()).toContainEqual({ kind: 'taken_back', id })
    const reports = logged.mock.calls.filter(([facts]) => (facts as { fault?: string }).fault === 'taken_back')
    expect(reports.map(([facts]) => facts)).toEqual([expect.objectContaining({ securityEvent: 'payment_unproved', depositId: id })])
    logged.mockRestore()
  })

  it('end no hold and no difference, even with the seal of another row, and sealed rows cannot be changed or removed', async () => {
    const { customer, id, transaction } = await takenBack()
    put(transaction)
    await after(DAY_MS)
    put({ ...transaction, status: 'DECLINED' })
    await after(DAY_MS)
    await after(CONFIRM_MS)
    const rows = await sql<{ change: string; seal: string }>`SELECT change, seal FROM payments.taken_back WHERE deposit_id = ${id}
      ORDER BY number`.execute(test.platform.db)
    expect(rows.rows.map(({ change }) => change)).toEqual(['taken_back', 'restored', 'taken_back'])
    for (const { change, seal } of rows.rows) await insert(id, change === 'restored' ? 'restored' : 'ended', 9, seal)
    await move(platformAccount, own(customer), 1_000_000n)
    await after(MINUTE_MS)
    expect(await test.takenBack()).toContain(id)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 6_000_000n, held: 5_000_000n })
    for (const change of [sql`UPDATE payments.taken_back SET number = 9`, sql`DELETE FROM payments.taken_back`])
      await expect(change.execute(test.platform.db)).rejects.toThrow('permission denied')
  })
})

const pathOf = (id: string, act: string) => `/payment/administrative/deposits/${id}/${act}`
const show = async (id: string) => test.call(newOfficer(), 'GET', pathOf(id, 'taken-back'))
const propose = (id: string, officer = newOfficer(), key = newId()) =>
  test.call(officer, 'POST', pathOf(id, 'end-taken-back'), { reason: REASON }, key)
const approve = (request: string, officer = newOfficer()) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${request}/approve`, { note: REASON })
const proposed = async (id: string): Promise<string> => {
  const { status, body, code } = await propose(id)
  expect([status, code]).toEqual([202, null])
  return body.approvalRequestId
}
const ofCustomer = async (customer: { id: string }, id: string) =>
  (await test.call(customer.id, 'GET', `/payment/transactions/user/${id}`)).body
const anomalyState = async (id: string) =>
  (await sql<{ state: string }>`SELECT state FROM payments.anomaly WHERE movement_id = ${id}`.execute(test.platform.db)).rows.map(
    ({ state }) => state,
  )

describe('E6 the end of a credit whose payment the provider took back', () => {
  it('returns the held money to the bank by two officers, once, and no difference remains', async () => {
    const { customer, id } = await takenBack()
    expect((await show(id)).body).toMatchObject({ amount: '50000', held: '50000', missing: '0', status: 'DECLINED', waits: null })
    const [bank, losses] = [await posted('bank'), await posted('deposit_losses')]
    const maker = newOfficer()
    const asked = await propose(id, maker)
    expect([asked.status, (await approve(asked.body.approvalRequestId, maker)).code]).toEqual([202, 'approvals.own_request'])
    expect((await show(id)).body.waits).toBe('approval')
    expect((await propose(id)).code).toBe('approvals.already_waiting')
    const answers = await Promise.all(Array.from({ length: 5 }, () => approve(asked.body.approvalRequestId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n, held: 0n })
    expect([await posted('bank'), await posted('deposit_losses')]).toEqual([bank + 5_000_000n, losses])
    expect([await test.takenBack(), await anomalyState(id)]).toEqual([expect.not.arrayContaining([id]), ['GONE']])
    expect(await test.paidForDeposit(id)).toBe(5_000_000n)
    expect(await ofCustomer(customer, id)).toMatchObject({ state: 'RETURNED', reason: expect.stringContaining('anuló este pago') })
    expect((await propose(id)).code).toBe('payments.deposit_not_taken_back')
    await after(2 * DAY_MS)
    await after(CONFIRM_MS)
    expect([(await test.balance(customer.id)).posted, await anomalyState(id)]).toEqual([0n, ['GONE']])
    expect((await test.ledger.verify()).faults).toEqual([])
  })

  it('books the spent part as a loss of the platform, never more than the officers saw', async () => {
    const { customer, id } = await takenBack({ spent: 4_000_000n })
    expect((await show(id)).body).toMatchObject({ held: '10000', missing: '40000', waits: null })
    const [bank, losses] = [await posted('bank'), await posted('deposit_losses')]
    const request = await proposed(id)
    // Too small for a separate hold before the end: it pays first.
    await move(platformAccount, own(customer), 200_000n)
    expect((await approve(request)).status).toBe(200)
    expect([await posted('bank'), await posted('deposit_losses')]).toEqual([bank + 5_000_000n, losses - 3_800_000n])
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n, held: 0n })
    const [row] = (
      await sql<{ loss: string }>`SELECT loss::text AS loss FROM payments.taken_back WHERE deposit_id = ${id} AND change = 'ended'`.execute(
        test.platform.db,
      )
    ).rows
    expect([row, (await test.ledger.verify()).faults]).toEqual([{ loss: '3800000' }, []])
  })

  it('goes back to its maker when the provider approves the payment again, which is automatically released to the customer', async () => {
    const { customer, id, transaction } = await takenBack()
    const request = await proposed(id)
    put(transaction)
    expect(await approve(request)).toMatchObject({ status: 409 })
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 5_000_000n })
    await after(DAY_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n, available: 5_000_000n })
    expect([(await show(id)).code, (await propose(id)).code, await test.takenBack()]).toEqual([
      'payments.deposit_not_taken_back',
      'payments.deposit_not_taken_back',
      expect.not.arrayContaining([id]),
    ])
  })

  it('is refused when the provider approves the payment meanwhile, and when the sum differs from what officers saw', async () => {
    const { customer, id, transaction } = await takenBack({ spent: 4_000_000n })
    put(transaction)
    expect((await propose(id)).code).toBe('payments.anomaly_changed')
    put({ ...transaction, status: 'DECLINED' })
    const request = await proposed(id)
    await move(platformAccount, own(customer), 1_000_000n)
    await after(MINUTE_MS)
    expect((await approve(request)).status).toBe(409)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 2_000_000n })
  })

  it('waits while a withdrawal holds a part of the balance, and for capital while the platform’s own pesos do not cover the loss', async () => {
    const made = await credited()
    await test.platform.jobs.drain()
    const asked = await test.call(
      made.customer.id,
      'POST',
      '/payment/withdraw',
      { account: made.customer.account, amount: '30000' },
      newId(),
    )
    expect(asked.status).toBe(200)
    put({ ...made.transaction, status: 'DECLINED' })
    await after(2 * DAY_MS)
    await after(CONFIRM_MS)
    expect([(await show(made.id)).body.waits, (await propose(made.id)).code]).toEqual(['held', 'payments.taken_back_held'])
    expect(
      (await test.call(made.customer.id, 'POST', `/payment/withdraw/${asked.body.transactionId}/cancel`, undefined, newId())).status,
    ).toBe(200)
    await after(MINUTE_MS)
    expect((await show(made.id)).body).toMatchObject({ missing: '0', waits: null })
    const poor = await takenBack({ spent: 4_000_000n })
    const [floats, losses] = [await posted('float'), await posted('deposit_losses')]
    await move(systemAccount('float', 'COP'), platformAccount, floats + losses)
    expect([(await show(poor.id)).body.waits, (await propose(poor.id)).code]).toEqual(['capital', 'payments.loss_uncovered'])
    await move(platformAccount, systemAccount('float', 'COP'), floats + losses)
    expect((await show(poor.id)).body.waits).toBeNull()
  })

  it('SEC-58 the same proposal fifty times concurrently is one request, and a concurrent withdrawal comes wholly before or after', async () => {
    const { customer, id } = await takenBack({ spent: 1_000_000n })
    const [officer, key] = [newOfficer(), newId()]
    const answers = await Promise.all(Array.from({ length: 50 }, () => propose(id, officer, key)))
    const requests = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.approvalRequestId))
    expect(requests.size).toBe(1)
    await move(platformAccount, own(customer), 3_000_000n)
    const losses = await posted('deposit_losses')
    const [request = ''] = requests
    const [ended, withdrawn] = await Promise.all([
      approve(request),
      test.call(customer.id, 'POST', '/payment/withdraw', { account: customer.account, amount: '25000' }, newId()),
    ])
    const { posted: left, held } = await test.balance(customer.id)
    // If the withdrawal comes after the end, it has the excess; if before, its pesos were not spent, so the end waits.
    if (ended.status === 200) expect([left, held, await posted('deposit_losses')]).toEqual([2_000_000n, 0n, losses])
    else expect([ended.status, withdrawn.status, left]).toEqual([409, 200, 7_000_000n])
    expect((await test.ledger.verify()).faults).toEqual([])
  })

  it('R21 is refused to customers, to the person concerned, and for a deposit that was not taken back', async () => {
    const { customer, id } = await takenBack()
    expect((await test.call(customer.id, 'POST', pathOf(id, 'end-taken-back'), { reason: REASON }, newId())).status).toBe(403)
    expect((await propose(id, `officer:${customer.id}`)).code).toBe('approvals.person_concerned')
    const other = await credited()
    expect([(await propose(other.id)).code, (await propose(newId())).code, (await show('no-uuid')).code]).toEqual([
      'payments.deposit_not_taken_back',
      'payments.transaction_not_found',
      'payments.transaction_not_found',
    ])
  })

  const rowOf = async (kind: string, providerId: string) =>
    (await test.call(newOfficer(), 'GET', '/payment/administrative/anomalies?size=100')).body.results.find(
      (one: { kind: string; providerId: string }) => one.kind === kind && one.providerId === providerId,
    )
  const book = async (anomalyId: string) => {
    const path = `/payment/administrative/anomalies/${anomalyId}/book`
    const { status, body, code } = await test.call(
      newOfficer(),
      'POST',
      path,
      { target: 'customer', accountId: null, reason: REASON },
      newId(),
    )
    return status === 202 ? approve(body.approvalRequestId) : { status, code }
  }
  const decide = async (id: string, decision: string) =>
    approve(
      (await test.call(newOfficer(), 'POST', `/payment/administrative/deposits/${id}/decide`, { decision, reason: REASON })).body
        .approvalRequestId,
    )
  const ended = async () => {
    const made = await takenBack()
    expect((await approve(await proposed(made.id))).status).toBe(200)
    return made
  }
  const differences = async (id: string) => (await test.anomalies()).filter((one) => one.id === id || one.paymentId === id)

  it('MON-04 is booked by two officers when the provider approves the payment again: one new deposit in review, no second credit', async () => {
    const { customer, id, transaction } = await ended()
    // Without any event: the daily comparison of the record finds it.
    put(transaction)
    await after(2 * DAY_MS)
    expect(await differences(id)).toEqual([])
    await after(CONFIRM_MS)
    expect(await differences(id)).toMatchObject([{ kind: 'payment_again', booked: 0n, amount: 5_000_000n, paymentId: transaction.id }])
    expect([(await test.balance(customer.id)).posted, await test.unbookedPayments()]).toEqual([0n, 1])
    const row = await rowOf('payment_again', transaction.id)
    expect(row).toMatchObject({ state: 'OPEN', accountId: customer.id, reference: id, booked: '0', amount: '50000' })
    const bank = await posted('bank')
    const booked = await Promise.all(Array.from({ length: 3 }, () => book(row.id)))
    expect(booked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await posted('bank'), (await test.balance(customer.id)).posted, await differences(id)]).toEqual([bank - 5_000_000n, 0n, []])
    expect(await ofCustomer(customer, row.id)).toMatchObject({ state: 'IN_REVIEW', amount: '50000' })
    expect((await decide(row.id, 'credit')).status).toBe(200)
    for (const wait of [2 * DAY_MS, CONFIRM_MS]) await after(wait)
    expect([(await test.balance(customer.id)).posted, await test.paidForDeposit(row.id), await test.unbookedPayments()]).toEqual([
      5_000_000n,
      5_000_000n,
      0,
    ])
    expect([await ofCustomer(customer, id), (await book(row.id)).code]).toMatchObject([
      { state: 'RETURNED' },
      'payments.anomaly_not_bookable',
    ])
    expect((await test.ledger.verify()).faults).toEqual([])
  })

  it('is no difference any more when the provider declines the payment before officers book it', async () => {
    const { id, transaction } = await ended()
    put(transaction)
    await after(2 * DAY_MS)
    await after(CONFIRM_MS)
    expect(await differences(id)).toHaveLength(1)
    put({ ...transaction, status: 'DECLINED' })
    await after(2 * DAY_MS)
    const row = await rowOf('payment_again', transaction.id)
    expect([await differences(id), row.state, (await book(row.id)).code]).toEqual([[], 'GONE', 'payments.anomaly_changed'])
  })

  it('stops pesos when a payment that was booked so is taken back, ended and approved once more', async () => {
    const { customer, transaction } = await ended()
    put(transaction)
    await after(2 * DAY_MS)
    await after(CONFIRM_MS)
    const row = await rowOf('payment_again', transaction.id)
    expect((await book(row.id)).status).toBe(200)
    expect((await decide(row.id, 'credit')).status).toBe(200)
    put({ ...transaction, status: 'DECLINED' })
    await after(2 * DAY_MS)
    await after(CONFIRM_MS)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 5_000_000n })
    expect((await approve(await proposed(row.id))).status).toBe(200)
    expect([(await test.balance(customer.id)).posted, await differences(row.id)]).toEqual([0n, []])
    put(transaction)
    await after(2 * DAY_MS)
    await after(CONFIRM_MS)
    expect(await differences(row.id)).toMatchObject([{ kind: 'deposit_amount', booked: 0n, amount: 5_000_000n }])
    expect([(await test.balance(customer.id)).posted, (await book(row.id)).code]).toEqual([0n, 'payments.anomaly_not_bookable'])
    expect((await test.ledger.verify()).faults).toEqual([])
  })
})
