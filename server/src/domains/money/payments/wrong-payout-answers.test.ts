/**
 * Every call of the payouts provider with every wrong answer (H3): nothing is paid twice, or returned or completed wrongly, other payouts
 * continue, and all is paid within a minute of correct answers. Answers about another payment are tested field by field in
 * providers/wompi-payouts.test.ts.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN_ACCOUNT_ID, SANDBOX_SECRETS } from '../../../../../dev/sandbox/secrets.ts'
import {
  type AskedCall,
  mapLeaves,
  shortenTimeLimits,
  startWrongAnswers,
  UNREADABLE,
  WRONG_ANSWERS,
  type WrongAnswer,
  type WrongAnswersProxy,
  wrongBody,
  wrongText,
} from '../../../../../dev/testing/wrong-answers.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ProviderUnreachable } from './providers/http.ts'
import type { PayoutOrder } from './providers/payout.ts'
import { createWompiPayouts } from './providers/wompi-payouts.ts'
import { type PaymentsTest, startPaymentsTest } from './testing.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const CONFIRM_MS = 5 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
const ENOUGH_MS = 250
/** The sandbox's bank never reports the outcome of this one. */
const NEVER_ANSWERED = '55550098'
/** Calls that pay a withdrawal, and those about all withdrawals. */
const CREATE = 'POST /v1/payouts'
const READ = 'GET /v1/transactions/:id'
const BATCH = 'GET /v1/payouts/:id'
const BANKS = 'GET /v1/banks'
const ACCOUNTS = 'GET /v1/accounts'
const LIST = 'GET /v1/payouts?fromDate&limit&page&toDate'

const withState = (state: string) =>
  wrongBody((body) => mapLeaves(body, (value, key) => (key === 'status' && typeof value === 'string' ? state : value)))
const WRONG: Readonly<Record<string, WrongAnswer>> = {
  ...WRONG_ANSWERS,
  'a state that returns: FAILED': withState('FAILED'),
  'a state that returns: REJECTED': withState('REJECTED'),
  'a state that returns: PENDING': withState('PENDING'),
  'an unknown state': withState('ALL_FINE'),
  'refused for the customer’s account': wrongText(400, '{"code":"C01"}'),
  'refused for a reason of ours': wrongText(400, '{"code":"EXC_008"}'),
  'key used': wrongText(409, '{"code":"CONFLICT"}'),
}

let test: PaymentsTest
let proxy: WrongAnswersProxy
let limits: ReturnType<typeof shortenTimeLimits>
beforeAll(async () => {
  limits = shortenTimeLimits()
  proxy = await startWrongAnswers()
  test = await startPaymentsTest({ PAYOUTS_URL: proxy.url, PAYOUT_UNPAID_CONFIRM_SECONDS: String(CONFIRM_MS / SECOND_MS) })
  proxy.rightUrl = test.sandbox.baseUrls.payouts
  for (const channel of ['payments', 'payouts'] as const)
    test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel, scope: 'reset' })
})
const answerCorrectly = () => {
  limits.toMs = Number.POSITIVE_INFINITY
  proxy.wrong = () => null
}
afterEach(answerCorrectly)
afterAll(async () => {
  await test.stop()
  await proxy.close()
  limits.restore()
})

interface Paid {
  readonly customerId: string
  readonly id: string
  readonly name: string
}
async function ask(name: string, accountNumber: string): Promise<Paid> {
  const { id: customerId, account } = await test.customer({ pesos: 50_000n, accountNumber })
  const { body } = await test.call(customerId, 'POST', '/payment/withdraw', { account, amount: '30000' }, newId())
  return { customerId, id: body.transactionId, name }
}
const stateOf = async ({ customerId, id }: Paid): Promise<string> =>
  (await test.call(customerId, 'GET', `/payment/transactions/user/${id}`)).body.state
const payoutsOf = ({ id }: Paid) => test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === id)
const pass = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.platform.jobs.drain()
}
/** Errors of jobs: an answer never makes a run fail. */
const failures = async () =>
  (
    await sql<{ lastError: string }>`SELECT last_error AS "lastError" FROM platform.job WHERE last_error IS NOT NULL`.execute(
      test.platform.db,
    )
  ).rows
const openAnomalies = async () =>
  (await sql`SELECT kind, movement_id FROM payments.anomaly WHERE ended_at IS NULL`.execute(test.platform.db)).rows
const isAbout = (asked: AskedCall, id: string) => asked.url.includes(id) || asked.body.includes(id)

/** One withdrawal for each wrong answer, all concurrently, and one with correct answers. */
async function eachWithdrawal(call: string, accountNumber: (index: number) => string) {
  const wrong = await Promise.all(Object.keys(WRONG).map((name, index) => ask(name, accountNumber(index))))
  const right = await ask('right', '12345678')
  return {
    wrong,
    right,
    answerFalsely() {
      limits.toMs = ENOUGH_MS
      proxy.wrong = (asked) => {
        const about = wrong.find((one) => isAbout(asked, one.id) || payoutsOf(one).some(({ id }) => isAbout(asked, id)))
        return asked.call === call && about ? (WRONG[about.name] ?? null) : null
      }
    },
  }
}

/** Current state of each: only its name when it is as expected. */
const found = (all: readonly Paid[], isExpected: (state: string, balance: Balance, payouts: number) => boolean) =>
  Promise.all(
    all.map(async (one) => {
      const [state, balance, payouts] = [await stateOf(one), await test.balance(one.customerId), payoutsOf(one).length]
      return isExpected(state, balance, payouts) ? one.name : { name: one.name, state, ...balance, payouts }
    }),
  )
type Balance = Awaited<ReturnType<PaymentsTest['balance']>>
const names = (all: readonly Paid[]) => all.map(({ name }) => name)
const isHeld = ({ posted, held }: Balance) => posted === 5_000_000n && held === 3_000_000n

async function expectOpen(all: readonly Paid[], states: RegExp): Promise<void> {
  expect(await found(all, (state, balance, payouts) => states.test(state) && isHeld(balance) && payouts <= 1)).toEqual(names(all))
}
async function expectPaid(all: readonly Paid[]): Promise<void> {
  const isPaid = ({ posted, held }: Balance) => posted === 2_000_000n && held === 0n
  expect(await found(all, (state, balance, payouts) => state === 'COMPLETED' && isPaid(balance) && payouts === 1)).toEqual(names(all))
}

describe('H3 wrong answers of the payouts provider', () => {
  it('to the creation of a payout: it stays open and is paid once', async () => {
    const { wrong, right, answerFalsely } = await eachWithdrawal(CREATE, (index) => `70000${100 + index}`)
    answerFalsely()
    await pass(0)
    await expectOpen(wrong, /^(UNKNOWN|PROCESSING|HELD)$/)
    for (let minute = 0; minute < 2; minute++) await pass(MINUTE_MS)
    await expectPaid([right])
    expect(await failures()).toEqual([])
    await withinAMinute(() => expectPaid(wrong))
  }, 60_000)

  it('to the reading of a payment: nothing is completed or returned by it', async () => {
    const { wrong, right, answerFalsely } = await eachWithdrawal(READ, (index) => `71000${100 + index}`)
    await pass(0)
    await expectOpen(wrong, /^PROCESSING$/)
    answerFalsely()
    for (let minute = 0; minute < 3; minute++) await pass(MINUTE_MS)
    await expectOpen(wrong, /^PROCESSING$/)
    await expectPaid([right])
    expect(await failures()).toEqual([])
    await withinAMinute(() => expectPaid(wrong))
    expect(await test.anomalies()).toEqual([])
    // An anomaly that was seen once is checked again, and ends.
    test.platform.clock.advance(CONFIRM_MS)
    await test.compareRecords()
    expect(await openAnomalies()).toEqual([])
  }, 60_000)

  it('to the list of a day: no row is created, and the report completes', async () => {
    const report = async (name: string) => {
      const day = bogotaDay(test.platform.clock.now())
      await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: name, payload: { day } })
      limits.toMs = ENOUGH_MS
      proxy.wrong = ({ call }) => (call === LIST ? (WRONG[name] ?? null) : null)
      await test.platform.jobs.drain()
      answerCorrectly()
    }
    for (const name of Object.keys(WRONG)) await report(name)
    expect(await failures()).toEqual([])
    await pass(MINUTE_MS)
    expect(await failures()).toEqual([])
    const left = await sql`SELECT 1 FROM platform.job WHERE name = 'payments.daily-report' AND done_at IS NULL`.execute(test.platform.db)
    expect(left.rows).toEqual([])
    expect(await openAnomalies()).toEqual([])
  }, 60_000)
})

describe('H3 the client of the payouts provider', () => {
  const REFERENCE = newId()
  const order: PayoutOrder = {
    reference: REFERENCE,
    amountCop: 3_000_000n,
    bankCode: '1007',
    accountType: 'savings',
    accountNumber: NEVER_ANSWERED,
    payee: { personType: 'natural', fullName: 'Ana Rojas', documentType: 'CC', documentNumber: '1099888777', email: 'ana@correo.example' },
  }
  const expected = { reference: REFERENCE, payoutId: null, accountNumber: NEVER_ANSWERED, amountCop: 3_000_000n }
  const { apiKey, userPrincipalId: principalId } = SANDBOX_SECRETS.payouts
  const client = () =>
    createWompiPayouts({ url: proxy.url, apiKey, principalId, accountId: ORIGIN_ACCOUNT_ID }, () => test.platform.clock.now())
  const payoutId = () => test.sandbox.controls.store.payouts.all().find(({ reference }) => reference === REFERENCE)?.id ?? ''
  const today = () => bogotaDay(test.platform.clock.now())
  const noted = (answer: unknown) =>
    JSON.stringify(answer, (key, value) =>
      key === 'payoutId' || key === 'detail' ? undefined : typeof value === 'bigint' ? String(value) : value,
    )
  const AWAY = '{"outcome":"unknown"}'

  /** `believed`: the wrong answers that cannot be recognised as wrong. All others mean that the provider is unreachable. */
  const CASES = {
    // The id of a bank in the very first list cannot be compared with anything.
    [BANKS]: { of: ['create'], ask: () => client().create({ ...order, reference: newId() }), believed: [] },
    [CREATE]: {
      of: ['create'],
      ask: () => client().create({ ...order, reference: newId() }),
      believed: ['401 with {}', '429 with {}', 'refused for the customer’s account', 'refused for a reason of ours', 'key used'],
    },
    // Decided by their second answers: see "to the reading of a payment".
    [READ]: {
      of: ['ofReference', 'allOfReference'],
      ask: () => client().ofReference(expected),
      believed: ['other amounts', 'empty lists', 'every list twice', 'a state that returns: FAILED', 'a state that returns: REJECTED'],
    },
    [BATCH]: { of: ['referenceOf'], ask: () => client().referenceOf(payoutId()), believed: [] },
    [ACCOUNTS]: { of: ['balance'], ask: () => client().balance(), believed: ['negative numbers', 'other amounts'] },
    [LIST]: {
      of: ['referencesBetween'],
      ask: () => client().referencesBetween(today(), today()),
      // An item without a reference hides none of the others; the report of the day reports it.
      believed: ['all texts empty', 'other ids', 'empty lists', 'every list twice'],
    },
  } as const

  it.each(Object.keys(CASES) as (keyof typeof CASES)[])(
    '%s: a wrong answer means that the provider is unreachable, and is no error of the product',
    async (call) => {
      await client().create(order)
      const { ask, believed } = CASES[call]
      const said = () => ask().then(noted, (error) => (error instanceof ProviderUnreachable ? AWAY : String(error)))
      const right = await said()
      const others: [string, string][] = []
      limits.toMs = ENOUGH_MS
      for (const [name, wrong] of Object.entries(WRONG)) {
        proxy.wrong = (asked) => (asked.call === call ? wrong : null)
        const answer = await said()
        if (answer !== right && answer !== AWAY) others.push([name, answer])
        // An unreadable answer is never the right one.
        if (name in UNREADABLE) expect([name, answer]).toEqual([name, AWAY])
      }
      expect(others.map(([name]) => name)).toEqual(believed)
      expect(others.filter(([, answer]) => /Error/.test(answer))).toEqual([])
    },
  )

  it('tests every call, each within a minute', () => {
    expect([...proxy.asked].toSorted()).toEqual(Object.keys(CASES).toSorted())
    expect(Object.keys(client()).toSorted()).toEqual([...new Set(Object.values(CASES).flatMap(({ of }) => of))].toSorted())
    expect(limits.longestMs).toBeLessThanOrEqual(MINUTE_MS)
  })

  it("sends nothing to a bank that has another bank's former id, and drops a bank only when two lists lack it", async () => {
    const payouts = client()
    expect(await payouts.create({ ...order, reference: newId() })).toMatchObject({ outcome: 'accepted' })
    const exchanged = wrongBody((body) => {
      const list = (body as { data: { id: string; achCode: string }[] }).data
      return { data: list.map((bank, index) => ({ ...bank, id: list[(index + 1) % list.length]?.id })) }
    })
    proxy.wrong = ({ call }) => (call === BANKS ? exchanged : null)
    test.platform.clock.advance(DAY_MS)
    const reference = newId()
    await payouts.create({ ...order, reference })
    const [first, second] = [REFERENCE, reference].map(
      (one) => test.sandbox.controls.store.payouts.all().find((payout) => payout.reference === one)?.transactions[0]?.bank?.id,
    )
    expect(second).toBe(first)
    const fresh = client()
    const lacking = wrongBody((body) => ({
      data: (body as { data: { achCode: string }[] }).data.filter(({ achCode }) => achCode !== order.bankCode),
    }))
    proxy.wrong = ({ call }) => (call === BANKS ? lacking : null)
    const asked = { ...order, reference: newId() }
    expect(await fresh.create(asked)).toMatchObject({ outcome: 'refused', code: 'D02', isTemporary: true, wasSent: false })
    expect(await fresh.create(asked)).toMatchObject({ isTemporary: true })
    test.platform.clock.advance(MINUTE_MS)
    expect(await fresh.create(asked)).toMatchObject({ outcome: 'refused', code: 'D02', isTemporary: false, wasSent: false })
    answerCorrectly()
    test.platform.clock.advance(MINUTE_MS)
    expect(await fresh.create(asked)).toMatchObject({ outcome: 'accepted' })
  })
})

/** Starting when the answers are correct again. */
async function withinAMinute(check: () => Promise<void>): Promise<void> {
  answerCorrectly()
  for (let part = 0; part < 3; part++) await pass(20 * SECOND_MS)
  await check()
}
