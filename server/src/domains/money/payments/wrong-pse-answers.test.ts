/**
 * Every call of the PSE provider with every wrong answer (H6): nothing unpaid is credited, nothing is created twice, other payments
 * continue, and paid ones are credited within a minute of correct answers. Answers about another customer's payment:
 * deposits/other-transactions.test.ts.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_SECRETS } from '../../../../../dev/sandbox/secrets.ts'
import {
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
import type { PsePayment } from './providers/pse.ts'
import { createWompi } from './providers/wompi.ts'
import { type PaymentsTest, startPaymentsTest } from './testing.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const CONFIRM_MS = 5 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const ENOUGH_MS = 250
const MERCHANT = 'GET /merchants/:id'
const CREATE = 'POST /transactions'
const READ = 'GET /transactions/:id'
const OF_REFERENCE = 'GET /transactions?reference'
const LIST = 'GET /transactions?from_date&page&page_size&until_date'

const withState = (state: string) =>
  wrongBody((body) => mapLeaves(body, (value, key) => (key === 'status' && typeof value === 'string' ? state : value)))
const DECLINED = 'a state that returns: DECLINED'
const WRONG: Readonly<Record<string, WrongAnswer>> = {
  ...WRONG_ANSWERS,
  'a state that returns: PENDING': withState('PENDING'),
  [DECLINED]: withState('DECLINED'),
  'an unknown state': withState('ALL_FINE'),
  'another currency': wrongBody((body) => mapLeaves(body, (value, key) => (key === 'currency' ? 'USD' : value))),
  'another page to pay': wrongBody((body) =>
    mapLeaves(body, (value, key) => (key === 'async_payment_url' ? 'javascript:alert(1)' : value)),
  ),
  refused: wrongText(422, '{"error":{"type":"INPUT_VALIDATION_ERROR","messages":{"amount_in_cents":["no"]}}}'),
  'reference used': wrongText(422, '{"error":{"type":"INPUT_VALIDATION_ERROR","messages":{"reference":["used"]}}}'),
}
/** Answers to a creation: the provider refuses, and nothing is paid. */
const REFUSALS = ['400 with {}', 'refused']

/** States of a payment that cannot be recognised as wrong. */
const ACCEPTED = ['a state that returns: PENDING', DECLINED]
/** For a single payment these are the right answer. */
const UNCHANGED = ['empty lists', 'lists of null', 'lists of {}', 'every list twice', 'another page to pay']

let test: PaymentsTest
let proxy: WrongAnswersProxy
let limits: ReturnType<typeof shortenTimeLimits>
const answerCorrectly = () => {
  limits.toMs = Number.POSITIVE_INFINITY
  proxy.wrong = () => null
}
beforeAll(async () => {
  limits = shortenTimeLimits()
  proxy = await startWrongAnswers((path) => path.replace(/^\/(transactions|merchants)\/.*/, '/$1/:id'))
  test = await startPaymentsTest({
    WOMPI_URL: proxy.url,
    WOMPI_LINK_WAIT_SECONDS: '10',
    PAYOUT_UNPAID_CONFIRM_SECONDS: String(CONFIRM_MS / SECOND_MS),
  })
  proxy.rightUrl = test.sandbox.baseUrls.wompi
  for (const channel of ['payments', 'payouts'] as const)
    test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel, scope: 'reset' })
})
afterEach(answerCorrectly)
afterAll(async () => {
  await test.stop()
  await proxy.close()
  limits.restore()
})

interface Payer {
  readonly customerId: string
  readonly account: string
  /** Key of the deposit, which is its reference. */
  readonly key: string
  readonly name: string
}
async function payer(name: string): Promise<Payer> {
  const { id: customerId, account } = await test.customer()
  return { customerId, account, key: newId(), name }
}
const ask = ({ customerId, account, key }: Payer) =>
  test.call(customerId, 'POST', '/payment/deposit', { accountID: account, amount: '50000' }, key)
const idOf = async ({ customerId }: Payer): Promise<string> =>
  (await sql<{ id: string }>`SELECT id FROM payments.deposit WHERE account_id = ${customerId}`.execute(test.platform.db)).rows[0]?.id ?? ''
const stateOf = async (one: Payer): Promise<string> =>
  (await test.call(one.customerId, 'GET', `/payment/transactions/user/${await idOf(one)}`)).body.state
const transactions = () => test.sandbox.controls.store.transactions.all()
const pass = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.platform.jobs.drain()
}
const failures = async () =>
  (
    await sql<{ lastError: string }>`SELECT last_error AS "lastError" FROM platform.job WHERE last_error IS NOT NULL`.execute(
      test.platform.db,
    )
  ).rows
const openAnomalies = async () => (await sql`SELECT kind FROM payments.anomaly WHERE ended_at IS NULL`.execute(test.platform.db)).rows
/** Names of the payers with a state and this sum of pesos; the facts of the others. */
const found = (all: readonly Payer[], states: RegExp, posted: bigint) =>
  Promise.all(
    all.map(async (one) => {
      const [state, balance] = [await stateOf(one), await test.balance(one.customerId)]
      return states.test(state) && balance.posted === posted ? one.name : { name: one.name, state, ...balance }
    }),
  )
const names = (all: readonly Payer[]) => all.map(({ name }) => name)
async function withinAMinute(check: () => Promise<void>): Promise<void> {
  answerCorrectly()
  for (let part = 0; part < 2; part++) await pass(30 * SECOND_MS)
  await check()
}

/** Until each anomaly of a wrong answer was checked again and ended. */
async function untilCompared(): Promise<void> {
  test.platform.clock.advance(CONFIRM_MS)
  for (let page = 0; page < 12 && (await openAnomalies()).length > 0; page++) await test.compareRecords()
  expect(await openAnomalies()).toEqual([])
}

describe('H6 wrong answers of the PSE provider', () => {
  it('to a creation: no link to another page, one transaction, and the same key continues', async () => {
    const wrong = await Promise.all(Object.keys(WRONG).map(payer))
    const right = await payer('right')
    limits.toMs = ENOUGH_MS
    proxy.wrong = ({ call, body }) => {
      const about = wrong.find(({ customerId }) => body.includes(customerId))
      return about && call === CREATE ? (WRONG[about.name] ?? null) : null
    }
    const statuses = await Promise.all(
      wrong.map(async (one) => {
        const { status, body } = await ask(one)
        return { name: one.name, status, origin: status === 200 ? new URL(body).origin : test.sandbox.url }
      }),
    )
    for (const said of statuses)
      expect(said).toEqual({ name: said.name, status: expect.toBeOneOf([200, 409, 422, 503]), origin: test.sandbox.url })
    limits.toMs = Number.POSITIVE_INFINITY
    expect((await ask(right)).status).toBe(200)
    answerCorrectly()
    const going = [...wrong, right].filter(({ name }) => !REFUSALS.includes(name))
    const links = await Promise.all(going.map(ask))
    expect(links.flatMap(({ status }, index) => (status === 200 ? [] : [going[index]?.name]))).toEqual([])
    await Promise.all(links.map(({ body }) => test.answerAtBank(body, 'APPROVED')))
    await pass(MINUTE_MS)
    expect(await found(going, /^COMPLETED$/, 5_000_000n)).toEqual(names(going))
    const references = transactions().map(({ request }) => request.reference)
    expect(new Set(references).size).toBe(references.length)
  }, 60_000)

  it.each([READ, OF_REFERENCE])(
    'to %s: nothing is credited by it, and paid ones are credited within a minute',
    async (call) => {
      const all = await Promise.all([...Object.keys(WRONG), 'right'].map(payer))
      const links = await Promise.all(all.map(async (one) => (await ask(one)).body as string))
      const ids = new Map<string, string>()
      for (const one of all) ids.set(one.name, await idOf(one))
      // Queried by its reference when the bound transaction is not found.
      if (call === OF_REFERENCE)
        await sql`UPDATE payments.deposit SET provider_transaction_id = NULL WHERE state = 'PENDING'`.execute(test.database.owner)
      for (const link of links) await test.answerAtBank(link, 'APPROVED')
      const wrong = all.filter(({ name }) => name !== 'right')
      const transactionOf = new Map(transactions().map(({ id, request }) => [request.reference, id]))
      limits.toMs = ENOUGH_MS
      proxy.wrong = (asked) => {
        const about = wrong.find(({ name }) => {
          const id = ids.get(name) ?? ''
          return asked.url.includes(id) || asked.url.includes(transactionOf.get(id) ?? 'none')
        })
        return about && asked.call === call ? (WRONG[about.name] ?? null) : null
      }
      for (let minute = 0; minute < 2; minute++) await pass(MINUTE_MS)
      expect(await found(all.slice(-1), /^COMPLETED$/, 5_000_000n)).toEqual(['right'])
      const believed = wrong.filter(({ name }) => ACCEPTED.includes(name))
      const others = wrong.filter(({ name }) => !ACCEPTED.includes(name) && (call === OF_REFERENCE || !UNCHANGED.includes(name)))
      const unpaid = call === READ ? others : others.filter(({ name }) => !['every list twice', 'another page to pay'].includes(name))
      expect(await found(believed, /^(PENDING|FAILED)$/, 0n)).toEqual(names(believed))
      expect(await found(unpaid, /^PENDING$/, 0n)).toEqual(names(unpaid))
      expect(await failures()).toEqual([])
      await withinAMinute(async () => expect(await found(others, /^COMPLETED$/, 5_000_000n)).toEqual(names(others)))
      // Without its event, a payment reported as declined or unpaid is checked on the usual schedule.
      await pass(HOUR_MS)
      expect(await found(wrong, /^COMPLETED$/, 5_000_000n)).toEqual(names(wrong))
      await untilCompared()
    },
    60_000,
  )

  it('to the list of a day: no row is created, and the report completes', async () => {
    for (const name of Object.keys(WRONG)) {
      const day = bogotaDay(test.platform.clock.now())
      await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: name, payload: { day } })
      limits.toMs = ENOUGH_MS
      proxy.wrong = ({ call }) => (call === LIST ? (WRONG[name] ?? null) : null)
      await test.platform.jobs.drain()
    }
    answerCorrectly()
    expect(await failures()).toEqual([])
    await pass(MINUTE_MS)
    const left = await sql`SELECT key FROM platform.job WHERE name = 'payments.daily-report' AND done_at IS NULL`.execute(test.platform.db)
    expect(left.rows).toEqual([])
    expect(await test.anomalies()).toEqual([])
    await untilCompared()
  }, 60_000)
})

describe('H6 the client of the PSE provider', () => {
  const { publicKey, privateKey, integritySecret, eventsSecret } = SANDBOX_SECRETS.wompi
  const client = () => createWompi({ url: proxy.url, publicKey, privateKey, integritySecret, eventsSecret })
  const REFERENCE = newId()
  const payment = (reference: string): PsePayment => ({
    reference,
    amountCop: 5_000_000n,
    bankCode: '1007',
    redirectUrl: 'https://tunjo.example/volver',
    payableUntil: new Date(test.platform.clock.now().getTime() + HOUR_MS),
    description: 'Recarga',
    payer: {
      personType: 'natural',
      fullName: 'Ana Rojas',
      documentType: 'CC',
      documentNumber: '1099888777',
      phone: '+573001234567',
      email: 'ana@correo.example',
      ip: '203.0.113.7',
      accountOpenedOn: '20260115',
    },
  })
  const transactionId = () => transactions().find(({ request }) => request.reference === REFERENCE)?.id ?? ''
  const today = () => bogotaDay(test.platform.clock.now())
  const AWAY = '{"outcome":"unknown"}'
  const noted = (answer: unknown) =>
    JSON.stringify(answer, (key, value) =>
      ['id', 'reference', 'detail', 'paymentUrl', 'bankReference'].includes(key)
        ? undefined
        : typeof value === 'bigint'
          ? String(value)
          : value,
    )
  // Compared with the deposit where they are used: see above.
  const OTHERS = ['other amounts', DECLINED, 'another currency']

  /** `believed`: the wrong answers that cannot be recognised as wrong. All others mean that the provider is unreachable. */
  const CASES = {
    [MERCHANT]: { of: ['terms', 'create'], ask: () => client().terms(), believed: [] },
    [CREATE]: {
      of: ['create'],
      ask: () => client().create(payment(newId())),
      believed: ['400 with {}', 'other ids', ...OTHERS, 'refused', 'reference used'],
    },
    [READ]: { of: ['transaction'], ask: () => client().transaction(transactionId()), believed: OTHERS },
    [OF_REFERENCE]: {
      of: ['transactionsOfReference'],
      ask: () => client().transactionsOfReference(REFERENCE),
      believed: ['other ids', 'other amounts', 'empty lists', 'every list twice', DECLINED, 'another currency'],
    },
    [LIST]: {
      of: ['transactionsBetween'],
      ask: () => client().transactionsBetween(today(), today()),
      believed: ['other ids', 'other amounts', 'empty lists', 'a state that returns: PENDING', DECLINED, 'another currency'],
    },
  } as const

  it.each(Object.keys(CASES) as (keyof typeof CASES)[])(
    '%s: a wrong answer means that the provider is unreachable, and is no error of the product',
    async (call) => {
      await client().create(payment(REFERENCE))
      const { ask: asking, believed } = CASES[call]
      const said = () => asking().then(noted, (error) => (error instanceof ProviderUnreachable ? AWAY : String(error)))
      const right = await said()
      const others: [string, string][] = []
      limits.toMs = ENOUGH_MS
      for (const [name, wrong] of Object.entries(WRONG)) {
        proxy.wrong = (asked) => (asked.call === call ? wrong : null)
        const answer = await said()
        if (answer !== right && answer !== AWAY) others.push([name, answer])
        if (name in UNREADABLE) expect([name, answer]).toEqual([name, AWAY])
      }
      expect(others.map(([name]) => name)).toEqual(believed)
      expect(others.filter(([, answer]) => /Error:/.test(answer))).toEqual([])
    },
  )

  it('tests every call, each within a minute', () => {
    expect([...proxy.asked].toSorted()).toEqual(Object.keys(CASES).toSorted())
    expect(Object.keys(client()).toSorted()).toEqual([...new Set(Object.values(CASES).flatMap(({ of }) => of))].toSorted())
    expect(limits.longestMs).toBeLessThanOrEqual(MINUTE_MS)
  })
})
