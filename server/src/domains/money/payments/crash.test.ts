import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { newId } from '../../../platform/database/ids.ts'
import { systemAccount } from '../ledger/index.ts'
import { dyingProcesses } from './kill.testing.ts'
import { callApi, newOfficer } from './parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from './testing.ts'

const TIMEOUT_MS = 60_000

let test: PaymentsTest
let processes: ReturnType<typeof dyingProcesses>
beforeAll(async () => {
  test = await startPaymentsTest()
  processes = dyingProcesses(test)
})
afterAll(async () => {
  await processes.stop()
  await test.stop()
})

/** A process of the product that receives the provider's events and dies, as by kill -9, when it reaches `faultAt`. */
async function startDyingProcess(faultAt: string) {
  const { url, died } = await processes.start(faultAt)
  return { url, died: async () => expect(await died()).toBe(true) }
}

const WITHDRAWAL_POINTS = [
  'units.decided',
  'units.written',
  'payments.withdrawal_recorded',
  'payments.marked_sending',
  'payments.payout_created',
  'payments.payout_processing',
  'payments.event_stored',
  'payments.settle_posted',
  'payments.payout_confirmed',
]
const RETURN_POINTS = ['payments.release_posted', 'payments.payout_confirmed']
const DEPOSIT_POINTS = [
  'payments.deposit_recorded',
  'payments.deposit_created_at_provider',
  'payments.event_stored',
  'units.decided',
  'units.written',
  'payments.deposit_credited',
]

describe('R17 kill -9', () => {
  const withdrawThroughDeath = async (point: string, accountNumber: string) => {
    const customer = await test.customer({ pesos: 50_000n, accountNumber })
    const key = newId()
    const ask = (url: string) => callApi(url, customer.id, 'POST', '/payment/withdraw', { account: customer.account, amount: '30000' }, key)
    const dying = await startDyingProcess(point)
    await ask(dying.url).catch(() => null)
    await dying.died()
    const { body } = await ask(test.server.url)
    const show = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${body.transactionId}`)).body
    await test.until(async () => ['COMPLETED', 'RETURNED'].includes((await show()).state))
    const payouts = test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === body.transactionId)
    expect(payouts).toHaveLength(1)
    expect((await test.call(customer.id, 'POST', '/payment/transactions/user/withdrawals', {})).body.total).toBe(1)
    const { body: volume } = await test.call(customer.id, 'GET', '/payment/volumes/users/withdrawal/volume')
    return { ended: await show(), volume, balance: await test.balance(customer.id) }
  }

  it.each(WITHDRAWAL_POINTS)(
    'MON-06 at %s: a withdrawal is paid once and nothing is lost',
    async (point) => {
      const { ended, volume, balance } = await withdrawThroughDeath(point, '12345678')
      expect(ended.state).toBe('COMPLETED')
      expect(balance).toMatchObject({ posted: 2_000_000n, held: 0n })
      expect(volume.withdrawal).toBe('-30000')
    },
    TIMEOUT_MS,
  )

  it.each(RETURN_POINTS)(
    'MON-06 at %s: a rejected withdrawal returns the money once',
    async (point) => {
      const { ended, volume, balance } = await withdrawThroughDeath(point, '55550007')
      expect(ended.state).toBe('RETURNED')
      expect(balance).toMatchObject({ posted: 5_000_000n, held: 0n })
      expect(volume.withdrawal).toBe('0')
    },
    TIMEOUT_MS,
  )

  it.each(DEPOSIT_POINTS)(
    'MON-04 at %s: a deposit is one transaction and is credited once',
    async (point) => {
      const customer = await test.customer()
      const key = newId()
      const ask = (url: string) =>
        callApi(url, customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, key)
      const dying = await startDyingProcess(point)
      const link = await ask(dying.url).catch(() => null)
      if (link) await test.answerAtBank(link.body, 'APPROVED')
      await dying.died()
      const again = await ask(test.server.url)
      expect(again.status).toBe(200)
      if (!link) await test.answerAtBank(again.body, 'APPROVED')
      const list = async () => (await test.call(customer.id, 'POST', '/payment/transactions/user/deposits', {})).body
      await test.until(async () => (await list()).results[0].state === 'COMPLETED')
      const ended = await list()
      expect(ended.total).toBe(1)
      const { transactionId } = ended.results[0]
      expect(test.sandbox.controls.store.transactions.all().filter(({ request }) => request.reference === transactionId)).toHaveLength(1)
      expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    },
    TIMEOUT_MS,
  )

  const list = async (id: string) => (await test.call(id, 'POST', '/payment/transactions/user/deposits', {})).body.results
  const inReview = async () => (await test.ledger.balance(systemAccount('deposits_in_review', 'COP'))).posted
  const isHeld = async (id: string) => (await list(id)).some(({ state }: { state: string }) => state === 'IN_REVIEW')

  /**
   * Twice the monthly limit: the first deposit is paid late and credited, the second would exceed it. Returns the function that pays it.
   */
  async function monthPaidLate() {
    const customer = await test.customer({ level: 1 })
    for (let deposit = 0; deposit < 2; deposit++) {
      const body = { accountID: customer.account, amount: '13000000' }
      await test.call(customer.id, 'POST', '/payment/deposit', body, newId())
      test.platform.clock.advance(25 * 3_600_000)
      await test.until(async () => (await list(customer.id))[0].state === 'EXPIRED')
    }
    const ids = new Set((await list(customer.id)).map(({ transactionId }: { transactionId: string }) => transactionId))
    const late = test.sandbox.controls.store.transactions.all().filter(({ request }) => ids.has(request.reference))
    const approve = (transactionId: string | undefined) =>
      test.sandbox.controls.apply({ action: 'set-transaction', transactionId: transactionId ?? '', status: 'APPROVED' })
    approve(late[0]?.id)
    await test.until(async () => (await test.balance(customer.id)).posted > 0n)
    return { customer, payAgain: () => approve(late[1]?.id) }
  }

  it.each(['payments.credit_posted', 'payments.deposit_credited'])(
    'MON-04 at %s: a payment after the deposit was closed is credited once, in a transaction of its own',
    async (point) => {
      const customer = await test.customer()
      const body = { accountID: customer.account, amount: '50000' }
      await test.call(customer.id, 'POST', '/payment/deposit', body, newId())
      test.platform.clock.advance(25 * 3_600_000)
      await test.until(async () => (await list(customer.id))[0].state === 'EXPIRED')
      const [{ transactionId: id }] = await list(customer.id)
      const payment = test.sandbox.controls.store.transactions.all().find(({ request }) => request.reference === id)
      const dying = await startDyingProcess(point)
      test.sandbox.controls.apply({ action: 'set-transaction', transactionId: payment?.id ?? '', status: 'APPROVED' })
      await dying.died()
      await test.until(async () => (await list(customer.id))[0].state === 'COMPLETED')
      expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    },
    TIMEOUT_MS,
  )

  it.each(['payments.review_posted', 'payments.deposit_held'])(
    'KYC-18 at %s: a late payment above the limit is held once',
    async (point) => {
      const { customer, payAgain } = await monthPaidLate()
      const before = await inReview()
      const dying = await startDyingProcess(point)
      payAgain()
      await dying.died()
      await test.until(() => isHeld(customer.id))
      expect([await inReview(), (await test.balance(customer.id)).posted]).toEqual([before + 1_300_000_000n, 1_300_000_000n])
    },
    TIMEOUT_MS,
  )

  it(
    'KYC-18 at payments.review_decided: a decision of two officers is executed once, by the process that survived',
    async () => {
      const { customer, payAgain } = await monthPaidLate()
      const before = await inReview()
      payAgain()
      await test.until(() => isHeld(customer.id))
      const { transactionId } = (await list(customer.id)).find(({ state }: { state: string }) => state === 'IN_REVIEW')
      const reason = 'Revisé el origen del pago con el cliente.'
      const decided = { decision: 'credit', reason }
      const proposed = await test.call(newOfficer(), 'POST', `/payment/administrative/deposits/${transactionId}/decide`, decided)
      const checker = newOfficer()
      const path = `/api/administrative/approvals/${proposed.body.approvalRequestId}/approve`
      const dying = await startDyingProcess('payments.review_decided')
      expect(await callApi(dying.url, checker, 'POST', path, { note: reason }).catch(() => null)).toBeNull()
      await dying.died()
      expect([await isHeld(customer.id), await inReview()]).toEqual([true, before + 1_300_000_000n])
      expect((await test.call(checker, 'POST', path, { note: reason })).status).toBe(200)
      expect((await test.call(checker, 'POST', path, { note: reason })).status).toBe(409)
      expect([await inReview(), (await test.balance(customer.id)).posted]).toEqual([before, 2_600_000_000n])
    },
    TIMEOUT_MS,
  )

  it.each(['approve', 'reject'] as const)(
    'R11 at payments.withdrawals_decided: officers\' decision "%s" is executed once, by the process that survived',
    async (decision) => {
      const customer = await test.customer({ pesos: 50_000n })
      const body = { account: customer.account, amount: '30000' }
      const { transactionId } = (await test.call(customer.id, 'POST', '/payment/withdraw', body, newId())).body
      const decide = (url: string, decided: string) =>
        callApi(url, newOfficer(), 'POST', '/payment/administrative/withdrawals/decide', {
          withdrawalIds: [transactionId],
          decision: decided,
          reason: 'Revisé el origen del pago con el cliente.',
        })
      expect((await decide(test.server.url, 'hold')).status).toBe(200)
      const dying = await startDyingProcess('payments.withdrawals_decided')
      expect(await decide(dying.url, decision).catch(() => null)).toBeNull()
      await dying.died()
      const state = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${transactionId}`)).body.state
      expect([await state(), (await test.balance(customer.id)).held]).toEqual(['IN_REVIEW', 3_000_000n])
      expect((await decide(test.server.url, decision)).status).toBe(200)
      expect((await decide(test.server.url, decision)).status).toBe(409)
      await test.until(async () => (await state()) === (decision === 'approve' ? 'COMPLETED' : 'RETURNED'))
      const paid = test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === transactionId)
      expect(paid).toHaveLength(decision === 'approve' ? 1 : 0)
      expect(await test.balance(customer.id)).toMatchObject({ posted: decision === 'approve' ? 2_000_000n : 5_000_000n, held: 0n })
      expect(await auditTrail(test.database.db, { action: 'payments.withdrawal_decided', objectId: transactionId })).toHaveLength(2)
    },
    TIMEOUT_MS,
  )

  it('MON-10 finally all pesos add up to zero and the ledger verifies', async () => {
    const { rows } = await test.database.pool.query('SELECT sum(posted) AS total FROM ledger.account')
    expect(rows[0].total).toBe(0n)
    expect((await test.ledger.verify()).faults).toEqual([])
  })

  const reason = 'Revisé el extracto con el banco.'
  const approve = (url: string, request: string) =>
    callApi(url, newOfficer(), 'POST', `/api/administrative/approvals/${request}/approve`, { note: reason })
  /** A statement of all movements so far, proposed by an officer; returns the request that waits for a second one. */
  async function proposedStatement(): Promise<string> {
    const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
    const body = test.sandbox.controls.statement()
    const sent = await fetch(`${test.server.url}/payment/administrative/statements`, { method: 'POST', headers, body })
    const path = `/payment/administrative/statements/${JSON.parse(await sent.text()).id}/import`
    return (await test.call(newOfficer(), 'POST', path, { reason })).body.approvalRequestId
  }

  it.each(['payments.statement_imported', 'payments.line_posted', 'payments.line_reconciled'])(
    'MON-04 at %s: a transfer of a bank statement is credited once',
    async (point) => {
      const customer = await test.customer()
      const { reference } = (await test.call(customer.id, 'POST', '/payment/deposit/transfer')).body
      for (let count = 0; count < 3; count++)
        test.sandbox.controls.apply({ action: 'bank-transfer', amount: 40_000, reference, name: 'ANA MARIA ROJAS' })
      const request = await proposedStatement()
      const dying = await startDyingProcess(point)
      await approve(dying.url, request).catch(() => null)
      await dying.died()
      await approve(test.server.url, request)
      await test.until(async () => (await test.balance(customer.id)).posted === 12_000_000n)
      await test.platform.jobs.drain()
      const { body: list } = await test.call(customer.id, 'POST', '/payment/transactions/user/deposits', {})
      expect(list).toMatchObject({ total: 3, results: Array(3).fill(expect.objectContaining({ state: 'COMPLETED' })) })
      expect(await test.balance(customer.id)).toMatchObject({ posted: 12_000_000n })
      const { body: at } = await test.call(newOfficer(), 'GET', '/payment/administrative/statements')
      expect([at.bankBalance.amount, at.pendingLines]).toEqual([at.ledgerBalance, 0])
    },
    TIMEOUT_MS,
  )

  it(
    'MON-04 at payments.line_decided: a line that two officers assign to a customer is credited once',
    async () => {
      const customer = await test.customer()
      test.sandbox.controls.apply({ action: 'bank-transfer', amount: 55_000, reference: 'sin referencia', name: 'ANA MARIA ROJAS' })
      await approve(test.server.url, await proposedStatement())
      await test.platform.jobs.drain()
      const open = async () => (await test.call(newOfficer(), 'GET', '/payment/administrative/statement-lines?size=100')).body.lines
      const line = (await open()).find(({ amount }: { amount: string }) => amount === '55000')
      const decided = { decision: 'assign', accountId: customer.id, reason }
      const path = `/payment/administrative/statement-lines/${line.id}/decide`
      const { approvalRequestId: request } = (await test.call(newOfficer(), 'POST', path, decided)).body
      const dying = await startDyingProcess('payments.line_decided')
      expect(await approve(dying.url, request).catch(() => null)).toBeNull()
      await dying.died()
      expect((await open()).map(({ id }: { id: string }) => id)).toContain(line.id)
      expect((await approve(test.server.url, request)).status).toBe(200)
      expect((await approve(test.server.url, request)).status).toBe(409)
      expect(await test.balance(customer.id)).toMatchObject({ posted: 5_500_000n })
      expect((await test.call(customer.id, 'POST', '/payment/transactions/user/deposits', {})).body.total).toBe(1)
    },
    TIMEOUT_MS,
  )

  it(
    'MON-10 at payments.line_decided: a line that two officers book as company capital is booked once, and never in part',
    async () => {
      test.sandbox.controls.apply({ action: 'bank-transfer', amount: 3_400_000, reference: 'aporte', name: 'SOCIOS SAS' })
      await approve(test.server.url, await proposedStatement())
      await test.platform.jobs.drain()
      const open = async () => (await test.call(newOfficer(), 'GET', '/payment/administrative/statement-lines?size=100')).body.lines
      const line = (await open()).find(({ amount }: { amount: string }) => amount === '3400000')
      const posted = async (name: string) => (await test.ledger.balance(systemAccount(name, 'COP'))).posted
      const rows = async () =>
        (await test.database.pool.query(`SELECT FROM reconciliation.capital WHERE reference = '${line.bankId}'`)).rows
      const [companyBalance, suspense] = [await posted('house'), await posted('deposits_in_review')]
      const path = `/payment/administrative/statement-lines/${line.id}/decide`
      const { approvalRequestId: request } = (await test.call(newOfficer(), 'POST', path, { decision: 'capital', reason })).body
      const dying = await startDyingProcess('payments.line_decided')
      expect(await approve(dying.url, request).catch(() => null)).toBeNull()
      await dying.died()
      expect((await open()).map(({ id }: { id: string }) => id)).toContain(line.id)
      expect([await posted('house'), await posted('deposits_in_review'), await rows()]).toEqual([companyBalance, suspense, []])
      expect((await approve(test.server.url, request)).status).toBe(200)
      expect((await approve(test.server.url, request)).status).toBe(409)
      expect([await posted('house'), await posted('deposits_in_review')]).toEqual([companyBalance + 340_000_000n, suspense - 340_000_000n])
      expect([await rows(), (await test.ledger.verify()).faults]).toEqual([[{}], []])
    },
    TIMEOUT_MS,
  )

  it(
    'H6 at payments.anomaly_booked: a payment that two officers book is in the books once, by the process that survived',
    async () => {
      const customer = await test.customer()
      const link = await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, newId())
      await test.answerAtBank(link.body, 'APPROVED')
      await test.until(async () => (await test.balance(customer.id)).posted === 5_000_000n)
      const { transactions } = test.sandbox.controls.store
      const own = transactions.all().find(({ ticket }) => link.body.includes(ticket))
      if (!own) throw new Error('no transaction')
      const payment = { ...own, id: `${own.id}-2`, ticket: newId() }
      transactions.put(payment)
      const ask = { name: 'payments.ask-about-deposit', key: newId(), payload: { eventId: newId(), subjectId: payment.id } }
      await test.platform.jobs.enqueue(test.platform.db, ask)
      await test.platform.jobs.drain()
      const row = async () =>
        (await test.call(newOfficer(), 'GET', '/payment/administrative/anomalies?size=100')).body.results.find(
          ({ providerId }: { providerId: string }) => providerId === payment.id,
        )
      await test.until(async () => (await row()) !== undefined)
      test.platform.clock.advance(3_600_000)
      await test.compareRecords()
      const before = await inReview()
      const { id, state } = await row()
      expect(state).toBe('OPEN')
      const path = `/payment/administrative/anomalies/${id}/book`
      const asked = { target: 'customer', accountId: null, reason }
      const { approvalRequestId: request } = (await test.call(newOfficer(), 'POST', path, asked)).body
      const dying = await startDyingProcess('payments.anomaly_booked')
      expect(await approve(dying.url, request).catch(() => null)).toBeNull()
      await dying.died()
      const booked = async () => [(await row()).state, await inReview(), await isHeld(customer.id)]
      expect(await booked()).toEqual(['OPEN', before, false])
      expect((await approve(test.server.url, request)).status).toBe(200)
      expect((await approve(test.server.url, request)).status).toBe(409)
      expect(await booked()).toEqual(['BOOKED', before + 5_000_000n, true])
      expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
      expect((await test.ledger.verify()).faults).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'G2 at payments.payout_booked: a payout in no book that two officers charge to its customer leaves the balance once',
    async () => {
      const customer = await test.customer({ pesos: 50_000n })
      const { body } = await test.call(customer.id, 'POST', '/payment/withdraw', { account: customer.account, amount: '20000' }, newId())
      const isPaid = async () =>
        (await test.call(customer.id, 'GET', `/payment/transactions/user/${body.transactionId}`)).body.state === 'COMPLETED'
      await test.until(isPaid)
      const { payouts } = test.sandbox.controls.store
      const own = payouts.all().find(({ reference }) => reference === body.transactionId)
      if (!own) throw new Error('no payout')
      const reference = newId()
      const transactions = own.transactions.map((one) => ({ ...one, id: newId(), reference: null }))
      payouts.put({ ...own, id: newId(), reference, transactions })
      const day = bogotaDay(test.platform.clock.now())
      await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload: { day } })
      await test.platform.jobs.drain()
      test.platform.clock.advance(3_600_000)
      await test.compareRecords()
      const rows = async () => (await test.call(newOfficer(), 'GET', '/payment/administrative/anomalies?size=100')).body.results
      const row = async () => (await rows()).find((one: { reference: string }) => one.reference === reference)
      const { id, state } = await row()
      expect(state).toBe('OPEN')
      const asked = { target: 'customer', accountId: customer.id, reason }
      const path = `/payment/administrative/anomalies/${id}/book`
      const { approvalRequestId: request } = (await test.call(newOfficer(), 'POST', path, asked)).body
      const dying = await startDyingProcess('payments.payout_booked')
      expect(await approve(dying.url, request).catch(() => null)).toBeNull()
      await dying.died()
      expect([(await row()).state, await test.balance(customer.id)]).toMatchObject(['OPEN', { posted: 3_000_000n, held: 0n }])
      expect((await approve(test.server.url, request)).status).toBe(200)
      expect((await approve(test.server.url, request)).status).toBe(409)
      expect([(await row()).state, await test.balance(customer.id)]).toMatchObject(['BOOKED', { posted: 1_000_000n, held: 0n }])
      expect((await test.ledger.verify()).faults).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'E6 at payments.taken_back_ended: a credit that two officers end is reversed once, by the process that survived',
    async () => {
      const customer = await test.customer()
      const link = await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '50000' }, newId())
      await test.answerAtBank(link.body, 'APPROVED')
      await test.until(async () => (await test.balance(customer.id)).posted === 5_000_000n)
      const { transactions } = test.sandbox.controls.store
      const payment = transactions.all().find(({ ticket }) => link.body.includes(ticket))
      if (!payment) throw new Error('no transaction')
      transactions.put({ ...payment, status: 'VOIDED' })
      const id = payment.request.reference
      for (const ms of [48 * 3_600_000, 3_600_000]) {
        test.platform.clock.advance(ms)
        await test.compareRecords()
      }
      expect(await test.takenBack()).toContain(id)
      const posted = async () => (await test.ledger.balance(systemAccount('bank', 'COP'))).posted
      const bank = await posted()
      const { approvalRequestId: request } = (
        await test.call(newOfficer(), 'POST', `/payment/administrative/deposits/${id}/end-taken-back`, { reason }, newId())
      ).body
      const dying = await startDyingProcess('payments.taken_back_ended')
      expect(await approve(dying.url, request).catch(() => null)).toBeNull()
      await dying.died()
      expect([await test.balance(customer.id), await posted()]).toMatchObject([{ posted: 5_000_000n, held: 5_000_000n }, bank])
      expect(await test.takenBack()).toContain(id)
      expect((await approve(test.server.url, request)).status).toBe(200)
      expect((await approve(test.server.url, request)).status).toBe(409)
      expect([await test.balance(customer.id), await posted()]).toMatchObject([{ posted: 0n, held: 0n }, bank + 5_000_000n])
      expect((await test.ledger.verify()).faults).toEqual([])
    },
    TIMEOUT_MS,
  )

  it.each([
    ['payments.payout_word_recorded', 'not_paid'],
    ['payments.release_posted', 'not_paid'],
    ['payments.settle_posted', 'paid'],
  ] as const)(
    'MON-06 at %s: the state that two officers read at the bank (%s) is applied once',
    async (point, outcome) => {
      // The provider has the payout and never reports its outcome.
      const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550098' })
      const asked = { account: customer.account, amount: '30000' }
      const { transactionId } = (await test.call(customer.id, 'POST', '/payment/withdraw', asked, newId())).body
      const state = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${transactionId}`)).body.state
      await test.until(async () => (await state()) === 'PROCESSING')
      await sql`UPDATE payments.payout_attempt SET at = at - interval '400 days' WHERE withdrawal_id = ${transactionId}`.execute(
        test.database.owner,
      )
      const read = { outcome, bankReference: 'ACH-20261126-77', reason: 'El banco lo confirmó por escrito hoy.' }
      const path = `/payment/administrative/withdrawals/${transactionId}/bank-word`
      const proposed = await test.call(newOfficer(), 'POST', path, read)
      expect([proposed.status, proposed.code]).toEqual([202, null])
      const approval = `/api/administrative/approvals/${proposed.body.approvalRequestId}/approve`
      const checker = newOfficer()
      const dying = await startDyingProcess(point)
      await callApi(dying.url, checker, 'POST', approval, { note: 'Vi la carta del banco.' }).catch(() => null)
      await dying.died()
      await test.call(checker, 'POST', approval, { note: 'Vi la carta del banco.' })
      const end = outcome === 'paid' ? 'COMPLETED' : 'RETURNED'
      await sql`UPDATE platform.job SET lease_until = now() WHERE key = ${transactionId} AND lease_until IS NOT NULL`.execute(
        test.database.owner,
      )
      await test.until(async () => (await state()) === end)
      expect(await test.balance(customer.id)).toMatchObject({ posted: outcome === 'paid' ? 2_000_000n : 5_000_000n, held: 0n })
    },
    TIMEOUT_MS,
  )
})
