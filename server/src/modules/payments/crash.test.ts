import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { afterKill } from '../../testing/after-kill.ts'
import { runTypeScript, type TestProcess } from '../../testing/child-process.ts'
import { systemAccount } from '../ledger/index.ts'
import { callApi, newOfficer, sandboxEnvironment } from './parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from './testing.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000

let test: PaymentsTest
const running = new Set<TestProcess>()
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(async () => {
  for (const process of running) await process.kill()
  await test.stop()
})

const eventsGoTo = (url: string) =>
  test.sandbox.controls.apply({
    action: 'configure',
    webhookUrls: { payments: `${url}/payment/webhooks/wompi`, payouts: `${url}/payment/webhooks/wompi-payouts` },
    webhookRetryDelaysMs: Array(10).fill(300),
  })

/** A process of the product that gets the provider's events and dies, as by kill -9, when it comes to `faultAt`. */
async function startDyingProcess(faultAt: string) {
  const args = [test.database.connection, sandboxEnvironment(test.sandbox)].map((argument) => JSON.stringify(argument))
  const process = runTypeScript(PROCESS, args, { FAULT_AT: faultAt })
  running.add(process)
  const { url, dataDir } = JSON.parse(await process.nextLine())
  eventsGoTo(url)
  const died = async () => {
    if (process.child.signalCode === null) await once(process.child, 'exit')
    expect(process.child.signalCode).toBe('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
    // From here on the process of the test is the one that lives.
    eventsGoTo(test.server.url)
    await afterKill(test.database.owner)
  }
  return { url, died }
}

const WITHDRAWAL_POINTS = [
  'payments.after_hold',
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
  'payments.credit_posted',
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
    'MON-06 at %s: a rejected withdrawal gives the money back once',
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

  /** The month twice over: the first is paid late and credited, the second would be too much. Answers what pays it. */
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
    'KYC-18 at payments.review_decided: what two officers decided is done once, by the approval that lived',
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

  it('MON-10 in the end all pesos add up to zero and the ledger verifies', async () => {
    const { rows } = await test.database.pool.query('SELECT sum(posted) AS total FROM ledger.account')
    expect(rows[0].total).toBe(0n)
    expect((await test.ledger.verify()).faults).toEqual([])
  })

  it.each(['payments.statement_imported', 'payments.line_posted', 'payments.line_reconciled'])(
    'MON-04 at %s: a transfer of a bank statement is credited once',
    async (point) => {
      const customer = await test.customer()
      const { reference } = (await test.call(customer.id, 'POST', '/payment/deposit/transfer')).body
      for (let count = 0; count < 3; count++)
        test.sandbox.controls.apply({ action: 'bank-transfer', amount: 40_000, reference, name: 'ANA MARIA ROJAS' })
      const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
      const body = test.sandbox.controls.statement()
      const sent = await fetch(`${test.server.url}/payment/administrative/statements`, { method: 'POST', headers, body })
      const path = `/payment/administrative/statements/${JSON.parse(await sent.text()).id}/import`
      const reason = 'Revisé el extracto con el banco.'
      const { approvalRequestId } = (await test.call(newOfficer(), 'POST', path, { reason })).body
      const approve = (url: string) =>
        callApi(url, newOfficer(), 'POST', `/api/administrative/approvals/${approvalRequestId}/approve`, { note: reason })
      const dying = await startDyingProcess(point)
      await approve(dying.url).catch(() => null)
      await dying.died()
      await approve(test.server.url)
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
})
