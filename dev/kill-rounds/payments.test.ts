/**
 * Kill rounds of pesos (R17): in each a process of payments takes requests, events and jobs until it dies at a failpoint, on the database
 * that the earlier rounds left behind. Finally every request of the customers is done once: no payout twice, no credit lost.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dyingProcesses } from '../../server/src/domains/money/payments/kill.testing.ts'
import { callApi, newOfficer } from '../../server/src/domains/money/payments/parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../../server/src/domains/money/payments/testing.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { seededRandom } from '../testing/random.ts'
import { drawPoints, ROUNDS, ROUNDS_TIMEOUT_MS } from './rounds.testing.ts'

type Scenario = 'withdraw' | 'withdraw_refused' | 'deposit' | 'decide' | 'statement' | 'line'
/** Scenario that makes the process reach each failpoint. */
const POINTS: readonly (readonly [point: string, scenario: Scenario])[] = [
  ['units.decided', 'withdraw'],
  ['units.written', 'withdraw'],
  ['payments.withdrawal_recorded', 'withdraw'],
  ['payments.payout_read', 'withdraw'],
  ['payments.marked_sending', 'withdraw'],
  ['payments.payout_created', 'withdraw'],
  ['payments.payout_processing', 'withdraw'],
  ['payments.settle_posted', 'withdraw'],
  ['payments.payout_confirmed', 'withdraw'],
  ['payments.event_stored', 'withdraw'],
  ['payments.release_posted', 'withdraw_refused'],
  ['payments.deposit_recorded', 'deposit'],
  ['payments.deposit_created_at_provider', 'deposit'],
  ['units.decided', 'deposit'],
  ['units.written', 'deposit'],
  ['payments.deposit_credited', 'deposit'],
  ['payments.withdrawals_decided', 'decide'],
  ['payments.statement_imported', 'statement'],
  ['payments.line_posted', 'statement'],
  ['payments.line_reconciled', 'statement'],
  ['payments.line_decided', 'line'],
]
const REASON = 'Revisé el movimiento con el banco.'
/** A busy machine takes half a minute to begin a process. */
const PATIENCE_MS = 90_000

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

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
interface Request {
  readonly customer: Customer
  /** Final balance of the customer, in cents. */
  readonly ends: bigint
  /** Repeats the request as a client without an answer, with the same key; returns whether it has ended. */
  repeat(): Promise<boolean>
}
const post = (url: string, who: string, path: string, body: unknown, key?: string) =>
  callApi(url, who, 'POST', path, body, key).catch(() => null)

async function withdrawal(url: string, accountNumber: string): Promise<Request & { key: string }> {
  const customer = await test.customer({ pesos: 50_000n, accountNumber })
  const key = newId()
  const ask = (at: string) => post(at, customer.id, '/payment/withdraw', { account: customer.account, amount: '30000' }, key)
  void ask(url)
  const isPaid = accountNumber === '12345678'
  return {
    customer,
    key,
    ends: isPaid ? 2_000_000n : 5_000_000n,
    async repeat() {
      const { state, transactionId } = (await ask(test.server.url))?.body ?? {}
      if (state !== (isPaid ? 'COMPLETED' : 'RETURNED')) return false
      expect(test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === transactionId)).toHaveLength(1)
      return true
    },
  }
}

async function deposit(url: string): Promise<Request> {
  const customer = await test.customer()
  const key = newId()
  const ask = (at: string) => post(at, customer.id, '/payment/deposit', { accountID: customer.account, amount: '50000' }, key)
  const pay = async (at: string) => {
    const link = await ask(at)
    if (link?.status === 200) await test.answerAtBank(link.body, 'APPROVED').catch(() => undefined)
  }
  void pay(url)
  return {
    customer,
    ends: 5_000_000n,
    async repeat() {
      await pay(test.server.url)
      return (await test.balance(customer.id)).posted === 5_000_000n
    },
  }
}

/** Withdrawal held by an officer before the round, and released in it. */
async function decided(url: string): Promise<Request> {
  const wish = await withdrawal(test.server.url, '12345678')
  const ask = () =>
    post(test.server.url, wish.customer.id, '/payment/withdraw', { account: wish.customer.account, amount: '30000' }, wish.key)
  const { transactionId } = (await ask())?.body ?? {}
  const decide = (at: string, decision: string) =>
    post(at, newOfficer(), '/payment/administrative/withdrawals/decide', { withdrawalIds: [transactionId], decision, reason: REASON })
  await decide(test.server.url, 'hold')
  void decide(url, 'approve')
  return {
    ...wish,
    async repeat() {
      await decide(test.server.url, 'approve')
      return wish.repeat()
    },
  }
}

async function statement(): Promise<string> {
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const body = test.sandbox.controls.statement()
  const sent = await fetch(`${test.server.url}/payment/administrative/statements`, { method: 'POST', headers, body })
  const path = `/payment/administrative/statements/${JSON.parse(await sent.text()).id}/import`
  return (await test.call(newOfficer(), 'POST', path, { reason: REASON })).body.approvalRequestId
}
const approve = (at: string, request: string) =>
  post(at, newOfficer(), `/api/administrative/approvals/${request}/approve`, { note: REASON })

async function transferred(url: string): Promise<Request> {
  const customer = await test.customer()
  const { reference } = (await test.call(customer.id, 'POST', '/payment/deposit/transfer')).body
  test.sandbox.controls.apply({ action: 'bank-transfer', amount: 40_000, reference, name: 'ANA MARIA ROJAS' })
  const request = await statement()
  void approve(url, request)
  return {
    customer,
    ends: 4_000_000n,
    async repeat() {
      await approve(test.server.url, request)
      return (await test.balance(customer.id)).posted === 4_000_000n
    },
  }
}

const randomAmount = seededRandom('amounts of the statement lines')

async function lineDecided(url: string): Promise<Request> {
  const customer = await test.customer()
  const amount = 60_000 + Math.floor(randomAmount() * 9_000)
  test.sandbox.controls.apply({ action: 'bank-transfer', amount, reference: 'sin referencia', name: 'ANA MARIA ROJAS' })
  await approve(test.server.url, await statement())
  await test.platform.jobs.drain()
  const { lines } = (await test.call(newOfficer(), 'GET', '/payment/administrative/statement-lines?size=100')).body
  const line = lines.find((open: { amount: string }) => open.amount === String(amount))
  const path = `/payment/administrative/statement-lines/${line.id}/decide`
  const { approvalRequestId } = (
    await test.call(newOfficer(), 'POST', path, { decision: 'assign', accountId: customer.id, reason: REASON })
  ).body
  void approve(url, approvalRequestId)
  const ends = BigInt(amount) * 100n
  return {
    customer,
    ends,
    async repeat() {
      await approve(test.server.url, approvalRequestId)
      return (await test.balance(customer.id)).posted === ends
    },
  }
}

const SCENARIOS: Readonly<Record<Scenario, (url: string) => Promise<Request>>> = {
  withdraw: (url) => withdrawal(url, '12345678'),
  withdraw_refused: (url) => withdrawal(url, '55550007'),
  deposit,
  decide: decided,
  statement: transferred,
  line: lineDecided,
}

it(
  'R17 MON-04 MON-06 no payout is made twice and no credit is lost, however many times the process dies',
  async () => {
    const wishes: Request[] = []
    const unreached: string[] = []
    for (const [point, scenario] of drawPoints(POINTS, ROUNDS.payments)) {
      const dying = await processes.start(point)
      wishes.push(await SCENARIOS[scenario](dying.url))
      // Unfinished work of earlier rounds continues in it too.
      if (!(await dying.died(PATIENCE_MS))) unreached.push(point)
    }
    expect(unreached).toEqual([])
    for (const { customer, ends, repeat } of wishes) {
      await test.until(repeat)
      await test.platform.jobs.drain()
      expect(await test.balance(customer.id)).toMatchObject({ posted: ends, held: 0n })
    }
    const { rows } = await test.database.pool.query('SELECT sum(posted) AS total FROM ledger.account')
    expect(rows[0].total).toBe(0n)
    expect((await test.ledger.verify()).faults).toEqual([])
    expect(await test.unprovedRows()).toEqual([])
  },
  ROUNDS_TIMEOUT_MS,
)
