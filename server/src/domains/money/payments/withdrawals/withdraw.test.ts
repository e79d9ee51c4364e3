import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventChecksum } from '../../../../../../dev/sandbox/checksums.ts'
import { SANDBOX_SECRETS } from '../../../../../../dev/sandbox/secrets.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(() => test.stop())

interface Customer {
  id: string
  account: string
}
const ask = ({ id, account }: Customer, amount: unknown, key: string = newId()) =>
  test.call(id, 'POST', '/payment/withdraw', { account, amount }, key)
/**
 * Ask as a client without an answer does, with the same key: on a busy machine some of two hundred wait longer for a connection than they
 * may.
 */
async function askUntilAnswered(customer: Customer, amount: string) {
  const key = newId()
  for (;;) {
    const answer = await ask(customer, amount, key)
    if (answer.status < 500) return answer
  }
}
const show = async ({ id }: Customer, withdrawalId: string) =>
  (await test.call(id, 'GET', `/payment/transactions/user/${withdrawalId}`)).body
const used = async ({ id }: Customer) => (await test.call(id, 'GET', '/payment/volumes/users/withdrawal/volume')).body.withdrawal
const stateIs = (customer: Customer, id: string, state: string) => test.until(async () => (await show(customer, id)).state === state)
const payoutsOf = (id: string) => test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === id)
const states = (detail: { timeline: { state: string }[] }) => detail.timeline.map(({ state }) => state)
const fault = (
  kind: 'error' | 'timeout' | 'drop-after' | 'error-after',
  point: 'payouts.create' | 'payouts.read',
  scope: 'next' | 'reset' = 'next',
) => test.sandbox.controls.apply({ action: 'api-fault', kind, point, scope, value: 50 })
const healed = () => {
  test.sandbox.controls.apply({ action: 'reset' })
  test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0, webhookRetryDelaysMs: [] })
}
/** Advance the clock to noon of a new day: the provider's daily limit is per day in Bogotá, and a test may use it up. */
const noonOfAFreshDay = () => {
  const sinceNoonMs = (test.platform.clock.now().getTime() - 17 * HOUR_MS) % (24 * HOUR_MS)
  test.platform.clock.advance(48 * HOUR_MS - sinceNoonMs)
}
/** A withdrawal that was requested just before a withdrawal cooldown began. */
const heldBeforeTheHold = async (customer: Customer) => {
  const hold = test.holds.get(customer.id)
  test.holds.delete(customer.id)
  const { body } = await ask(customer, '30000')
  if (hold) test.holds.set(customer.id, hold)
  return body
}
const dropEvents = () => test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel: 'payouts', scope: 'reset' })

describe('bank withdrawal', () => {
  it('SEC-29 MON-06 holds the money immediately, pays it and settles', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    const asked = await ask(customer, '40000')
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({
      kind: 'WITHDRAWAL',
      state: 'HELD',
      amount: '40000',
      destination: 'AV Villas ·· 5678',
      bankName: 'AV Villas',
      accountType: 9,
      accountEnding: '5678',
      cancellable: true,
    })
    expect(await test.balance(customer.id)).toMatchObject({ posted: 10_000_000n, held: 4_000_000n, available: 6_000_000n })
    const { transactionId } = asked.body
    await stateIs(customer, transactionId, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 6_000_000n, held: 0n })
    expect(states(await show(customer, transactionId))).toEqual(['HELD', 'SENDING', 'PROCESSING', 'COMPLETED'])
    expect(await used(customer)).toBe('-40000')
    expect(payoutsOf(transactionId)).toMatchObject([
      { idempotencyKey: transactionId, transactions: [{ amountInCents: 4_000_000, name: 'Ana María Rojas' }] },
    ])
    const { rows: events } = await test.database.pool.query(
      `SELECT type FROM platform.event WHERE account_id = $1 AND type LIKE 'payments.withdrawal%' ORDER BY at, id`,
      [customer.id],
    )
    expect(events.map(({ type }) => type.slice('payments.withdrawal_'.length))).toEqual([
      'requested',
      'updated',
      'updated',
      'updated',
      'settled',
    ])
  })

  it('MON-06 a payment that the bank rejects is returned with a reason, and its month gets the use back', async () => {
    const customer = await test.customer({ pesos: 100_000n, accountNumber: '55550007' })
    const { transactionId } = (await ask(customer, '40000')).body
    await stateIs(customer, transactionId, 'RETURNED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 10_000_000n, held: 0n, available: 10_000_000n })
    expect(await used(customer)).toBe('0')
    expect((await show(customer, transactionId)).reason).toBe(
      'El banco dice que el número de cuenta no existe. Revisa los datos de tu cuenta bancaria. El dinero ya está de nuevo en tu saldo.',
    )
  })

  it('SEC-50 refuses malformed amounts, amounts above the balance, and accounts that are not verified', async () => {
    const customer = await test.customer({ pesos: 20_000n })
    expect((await ask(customer, '9999')).text).toBe('El valor debe ser superios a 10.000.')
    expect((await ask(customer, '10000.01')).code).toBe('payments.amount_not_whole')
    expect((await ask(customer, '-10000')).code).toBe('payments.amount_below_minimum')
    expect((await ask(customer, '1500000001')).code).toBe('payments.amount_above_maximum')
    expect((await ask(customer, '20001')).code).toBe('ledger.insufficient_funds')
    expect(await used(customer)).toBe('0')
    const stranger = newId()
    test.strangers.add(stranger)
    expect(await ask({ id: stranger, account: newId() }, '10000')).toMatchObject({ status: 403, code: 'limits.not_verified' })
  })

  it('MON-06 pays nothing that an attacker wrote into the database: another amount, or money without its postings', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    const changed: string = (await ask(customer, '40000')).body.transactionId

    await sql`UPDATE payments.withdrawal SET amount = 900000000 WHERE id = ${changed}`.execute(test.platform.db)
    const rich = await test.customer({ pesos: 10_000n })
    await sql`UPDATE ledger.account SET posted = 900000000 WHERE owner = ${rich.id}`.execute(test.platform.db)
    expect(await ask(rich, '5000000')).toMatchObject({ status: 503, code: 'ledger.unproved' })
    test.platform.clock.advance(MINUTE_MS)
    for (let round = 0; round < 5; round++) await test.platform.jobs.drain()
    expect(payoutsOf(changed)).toEqual([])
    expect((await show(customer, changed)).state).toBe('HELD')

    await sql`UPDATE payments.withdrawal SET amount = 4000000 WHERE id = ${changed}`.execute(test.platform.db)
    await sql`UPDATE ledger.account SET posted = 1000000 WHERE owner = ${rich.id}`.execute(test.platform.db)
    test.platform.clock.advance(HOUR_MS)
    await stateIs(customer, changed, 'COMPLETED')
    expect(payoutsOf(changed)).toHaveLength(1)
  })

  it('R5 a frozen asset: new requests are refused, and held withdrawals are sent when the freeze is lifted', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    const { transactionId } = (await ask(customer, '40000')).body
    await test.platform.db.transaction().execute((tx) => test.ledger.freeze(tx, { asset: 'COP', reason: 'chain.hot' }))
    expect(await ask(customer, '40000')).toMatchObject({ status: 503, code: 'ledger.asset_frozen' })
    test.platform.clock.advance(MINUTE_MS)
    for (let round = 0; round < 5; round++) await test.platform.jobs.drain()
    expect(payoutsOf(transactionId)).toEqual([])
    expect((await show(customer, transactionId)).state).toBe('HELD')
    await test.platform.db.transaction().execute((tx) => test.ledger.lift(tx, 'COP'))
    test.platform.clock.advance(MINUTE_MS)
    await stateIs(customer, transactionId, 'COMPLETED')
  })

  it('the books contain the platform’s costs of a payout: its tax is taken from the prepaid balance at the provider', async () => {
    const totals = async () =>
      Object.fromEntries((await test.ledger.totals()).flatMap(({ name, posted }) => (name ? [[name, posted]] : [])))
    const before = await totals()
    const funds = await test.fundsAtProvider()
    const customer = await test.customer({ pesos: 100_000n })
    const { transactionId } = (await ask(customer, '40000')).body
    await stateIs(customer, transactionId, 'COMPLETED')
    const after = await totals()
    expect((after.payouts ?? 0n) - (before.payouts ?? 0n)).toBe(4_016_000n)
    expect((before.gmf ?? 0n) - (after.gmf ?? 0n)).toBe(16_000n)
    const { booked, balance } = funds
    expect(await test.fundsAtProvider()).toEqual({ booked: booked - 4_016_000n, balance: balance - 4_016_000n, taken: new Map() })
  })

  it('MON-10 R1 twenty concurrent withdrawals of the whole balance: one passes', async () => {
    for (let round = 0; round < 5; round++) {
      const customer = await test.customer({ pesos: 50_000n })
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(customer, '50000')))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
        new Set(['ledger.insufficient_funds']),
      )
      expect(await test.balance(customer.id)).toMatchObject({ available: 0n, held: 5_000_000n })
      expect(await used(customer)).toBe('-50000')
    }
  })

  it('MON-10 R1 two hundred concurrent withdrawals of one balance: exactly those that it covers, each paid once', async () => {
    const customer = await test.customer({ pesos: 45_000n })
    const answers = await Promise.all(Array.from({ length: 200 }, () => askUntilAnswered(customer, '10000')))
    const taken = answers.filter(({ status }) => status === 200).map(({ body }) => body.transactionId)
    expect(taken).toHaveLength(4)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(new Set(['ledger.insufficient_funds']))
    expect(await test.balance(customer.id)).toMatchObject({ posted: 4_500_000n, held: 4_000_000n, available: 500_000n })
    expect(await used(customer)).toBe('-40000')
    for (const id of taken) await stateIs(customer, id, 'COMPLETED')
    expect(taken.map((id) => payoutsOf(id).length)).toEqual(Array(4).fill(1))
    expect(await test.balance(customer.id)).toMatchObject({ posted: 500_000n, held: 0n })
  })

  it('R2 fifty concurrent requests with the same key are one withdrawal; another body is refused', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(customer, '50000', key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.transactionId)).size).toBe(1)
    expect(await test.balance(customer.id)).toMatchObject({ held: 5_000_000n })
    expect(await ask(customer, '10000', key)).toMatchObject({ status: 422, code: 'request.idempotency_key_reused' })
    await stateIs(customer, answers[0]?.body.transactionId, 'COMPLETED')
    expect(payoutsOf(answers[0]?.body.transactionId)).toHaveLength(1)
    expect((await ask(customer, '50000', key)).body.state).toBe('COMPLETED')
  })

  it('E8 the rules say how many are left today, and the refusal says when the next one is possible', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    const ofDay = async () => (await test.call(customer.id, 'GET', '/payment/rules')).body.withdrawal.ofDay
    for (let left = 5; left > 0; left--) {
      expect(await ofDay()).toEqual({ maximum: 5, left })
      expect((await ask(customer, '10000')).status).toBe(200)
    }
    expect(await ofDay()).toEqual({ maximum: 5, left: 0 })
    const body = { account: customer.account, amount: '10000' }
    const refused = await test.call(customer.id, 'POST', '/payment/withdraw', body, newId())
    expect([refused.status, refused.code]).toEqual([409, 'payments.too_many_withdrawals'])
    expect(refused.text).toContain('Ya pediste 5 retiros a bancos hoy')
    expect(refused.text).toContain('mañana, desde la medianoche')
  })

  it('R2 without a key a duplicate within a minute is refused', async () => {
    const { id, account } = await test.customer({ pesos: 50_000n })
    const body = { account, amount: '10000' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => test.call(id, 'POST', '/payment/withdraw', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  it('R21 movements of other customers are not found', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const other = await test.customer()
    const { transactionId } = (await ask(customer, '10000')).body
    for (const id of [transactionId, newId(), 'x']) {
      expect(await test.call(other.id, 'GET', `/payment/transactions/user/${id}`)).toMatchObject({
        status: 404,
        code: 'payments.transaction_not_found',
      })
      expect(await test.call(other.id, 'POST', `/payment/withdraw/${id}/cancel`)).toMatchObject({
        status: 404,
        code: 'payments.transaction_not_found',
      })
    }
    expect((await test.call(other.id, 'POST', '/payment/transactions/user/history', {})).body).toEqual({
      results: [],
      total: 0,
      pagesNumber: 0,
    })
  })
})

describe('cancelling', () => {
  it('returns the money while it is only held, once', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const { transactionId } = (await ask(customer, '30000')).body
    const cancel = () => test.call(customer.id, 'POST', `/payment/withdraw/${transactionId}/cancel`)
    const answers = await Promise.all([cancel(), cancel(), cancel()])
    expect(answers.map(({ body }) => body.state)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
    await test.platform.jobs.drain()
    expect(await test.balance(customer.id)).toMatchObject({ available: 5_000_000n, held: 0n })
    expect(await used(customer)).toBe('0')
    expect(payoutsOf(transactionId)).toHaveLength(0)
  })

  it('SHELL-13 the stored reason is shown in the language of the reader', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const { transactionId } = (await ask(customer, '30000')).body
    await test.call(customer.id, 'POST', `/payment/withdraw/${transactionId}/cancel`)
    const readIn = async (language: string): Promise<FiatTransactionDetail> =>
      (await test.call(customer.id, 'GET', `/payment/transactions/user/${transactionId}`, undefined, undefined, language)).body
    const [spanish, english] = await Promise.all([readIn('es'), readIn('en')])
    expect(spanish.reason).toBe('Cancelaste el retiro. El dinero ya está de nuevo en tu saldo.')
    expect(english.reason).toBe('You cancelled the withdrawal. The money is back in your balance.')
    expect(english.timeline.at(-1)?.note).toBe(english.reason)
  })

  it('against the job that pays: either cancelled and not paid, or paid and not cancelled', async () => {
    for (let round = 0; round < 12; round++) {
      const customer = await test.customer({ pesos: 50_000n })
      const { transactionId } = (await ask(customer, '30000')).body
      const cancel = () => test.call(customer.id, 'POST', `/payment/withdraw/${transactionId}/cancel`)
      const working = round % 2 ? test.platform.jobs.drain() : null
      const cancelled = await cancel()
      await working
      await test.until(async () => ['CANCELLED', 'COMPLETED'].includes((await show(customer, transactionId)).state))
      const { state } = await show(customer, transactionId)
      expect(cancelled.status).toBe(state === 'CANCELLED' ? 200 : 409)
      expect(payoutsOf(transactionId)).toHaveLength(state === 'CANCELLED' ? 0 : 1)
      expect((await test.balance(customer.id)).posted).toBe(state === 'CANCELLED' ? 5_000_000n : 2_000_000n)
    }
  })

  it('is refused once the bank has the payment', async () => {
    const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550098' })
    const { transactionId } = (await ask(customer, '30000')).body
    await stateIs(customer, transactionId, 'PROCESSING')
    const answer = await test.call(customer.id, 'POST', `/payment/withdraw/${transactionId}/cancel`)
    expect(answer).toMatchObject({ status: 409, code: 'payments.withdrawal_not_cancellable' })
  })
})

describe('unknown outcomes of the payouts provider', () => {
  it('MON-06 time-out, dropped connection and 5xx are UNKNOWN, then paid once under the same key', async () => {
    for (const kind of ['timeout', 'error', 'drop-after', 'error-after'] as const) {
      const customer = await test.customer({ pesos: 50_000n })
      dropEvents()
      fault(kind, 'payouts.create')
      const { transactionId } = (await ask(customer, '30000')).body
      await stateIs(customer, transactionId, 'UNKNOWN')
      expect(await test.balance(customer.id), kind).toMatchObject({ held: 3_000_000n })
      expect((await test.call(customer.id, 'POST', `/payment/withdraw/${transactionId}/cancel`)).status).toBe(409)
      healed()
      test.platform.clock.advance(MINUTE_MS)
      await test.until(async () => (await show(customer, transactionId)).state !== 'UNKNOWN')
      test.platform.clock.advance(10 * MINUTE_MS)
      await stateIs(customer, transactionId, 'COMPLETED')
      expect(payoutsOf(transactionId), kind).toHaveLength(1)
      expect(await test.balance(customer.id), kind).toMatchObject({ posted: 2_000_000n, held: 0n })
      expect(states(await show(customer, transactionId)).filter((state) => state === 'UNKNOWN')).toHaveLength(1)
    }
  })

  it('a paid attempt whose answer was lost is found by its event, without a known payout id', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    fault('drop-after', 'payouts.create')
    const { transactionId } = (await ask(customer, '30000')).body
    await stateIs(customer, transactionId, 'COMPLETED')
    expect(payoutsOf(transactionId)).toHaveLength(1)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
  })

  it('past the lifetime of the key nothing is sent: it is looked up, and returned only when the provider has no payment', async () => {
    for (const wasPaid of [true, false]) {
      const customer = await test.customer({ pesos: 50_000n })
      dropEvents()
      fault(wasPaid ? 'drop-after' : 'timeout', 'payouts.create', 'reset')
      fault('error', 'payouts.read', 'reset')
      const { transactionId } = (await ask(customer, '30000')).body
      await test.platform.jobs.drain()
      test.platform.clock.advance(24 * HOUR_MS)
      await test.platform.jobs.drain()
      expect((await show(customer, transactionId)).state).toBe('UNKNOWN')
      expect(await test.balance(customer.id)).toMatchObject({ held: 3_000_000n })
      healed()
      test.platform.clock.advance(HOUR_MS)
      await test.platform.jobs.drain()
      test.platform.clock.advance(HOUR_MS)
      await stateIs(customer, transactionId, wasPaid ? 'COMPLETED' : 'RETURNED')
      expect(payoutsOf(transactionId)).toHaveLength(wasPaid ? 1 : 0)
      expect((await test.balance(customer.id)).available).toBe(wasPaid ? 2_000_000n : 5_000_000n)
    }
  })

  it('a used key counts as a payment: its money stays held even when the payment cannot be found', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    dropEvents()
    fault('drop-after', 'payouts.create')
    const { transactionId } = (await ask(customer, '30000')).body
    await test.platform.jobs.drain()
    const [payout] = payoutsOf(transactionId)
    if (!payout) throw new Error('no payout')
    test.sandbox.controls.store.payouts.put({ ...payout, reference: 'perdida' })
    for (const hours of [1, 12, 24, 24]) {
      test.platform.clock.advance(hours * HOUR_MS)
      await test.platform.jobs.drain()
      expect((await show(customer, transactionId)).state).toBe('UNKNOWN')
      expect(await test.balance(customer.id)).toMatchObject({ held: 3_000_000n, available: 2_000_000n })
    }
    healed()
    test.sandbox.controls.store.payouts.put(payout)
    test.platform.clock.advance(HOUR_MS)
    await test.platform.jobs.drain()
    test.platform.clock.advance(HOUR_MS)
    await stateIs(customer, transactionId, 'COMPLETED')
  })

  it('a refusal for a reason of the platform keeps the withdrawal held and cancellable, and it is tried again', async () => {
    noonOfAFreshDay()
    const rich = await test.customer({ level: 3, pesos: 3_000_000_000n })
    const first = (await ask(rich, '1500000000')).body.transactionId
    await test.until(async () => (await show(rich, first)).state !== 'HELD')
    const poor = await test.customer({ pesos: 50_000n })
    const { transactionId } = (await ask(poor, '30000')).body
    await test.platform.jobs.drain()
    expect(await show(poor, transactionId)).toMatchObject({ state: 'HELD', cancellable: true })
    test.platform.clock.advance(24 * HOUR_MS - MINUTE_MS)
    await stateIs(poor, transactionId, 'COMPLETED')
    expect(payoutsOf(transactionId)).toHaveLength(1)
  })

  it('MON-06 one that was held for longer than the retry limit is not abandoned at its first refusal', async () => {
    const poor = await test.customer({ pesos: 50_000n })
    test.holds.set(poor.id, { until: new Date(test.platform.clock.now().getTime() + 300 * HOUR_MS), reason: 'password_changed' })
    const { transactionId } = await heldBeforeTheHold(poor)
    for (let day = 0; day < 2; day++) {
      test.platform.clock.advance(30 * HOUR_MS)
      await test.platform.jobs.drain()
    }
    noonOfAFreshDay()
    const rich = await test.customer({ level: 3, pesos: 1_500_000_000n })
    const other = (await ask(rich, '1500000000')).body.transactionId
    await test.until(async () => !['HELD', 'SENDING'].includes((await show(rich, other)).state))
    test.holds.delete(poor.id)
    // The job checks again when the cooldown would have ended.
    await sql`UPDATE platform.job SET run_at = ${test.platform.clock.now()} WHERE key = ${transactionId}`.execute(test.platform.db)
    await test.platform.jobs.drain()
    expect(states(await show(poor, transactionId))).toEqual(['HELD', 'SENDING', 'HELD'])
    test.platform.clock.advance(23 * HOUR_MS)
    await stateIs(poor, transactionId, 'COMPLETED')
    expect(payoutsOf(transactionId)).toHaveLength(1)
  })

  it('a refusal after an unknown attempt settles nothing while that attempt may still be paid', async () => {
    const rich = await test.customer({ level: 3, pesos: 1_500_000_000n })
    const customer = await test.customer({ pesos: 50_000n })
    noonOfAFreshDay()
    dropEvents()
    fault('timeout', 'payouts.create')
    const { transactionId } = (await ask(customer, '30000')).body
    await stateIs(customer, transactionId, 'UNKNOWN')
    // Takes the whole limit of the day, so that every further attempt is refused.
    const other = (await ask(rich, '1500000000')).body.transactionId
    await stateIs(rich, other, 'PROCESSING')
    for (let minute = 1; minute <= 14; minute++) {
      test.platform.clock.advance(MINUTE_MS)
      await test.platform.jobs.drain()
      expect(await show(customer, transactionId)).toMatchObject({ state: 'UNKNOWN', cancellable: false })
    }
    test.platform.clock.advance(2 * MINUTE_MS)
    await stateIs(customer, transactionId, 'HELD')
    healed()
    test.platform.clock.advance(24 * HOUR_MS - 30 * MINUTE_MS)
    await test.until(async () => (await show(customer, transactionId)).state !== 'HELD')
    test.platform.clock.advance(HOUR_MS)
    await stateIs(customer, transactionId, 'COMPLETED')
    expect(payoutsOf(transactionId)).toHaveLength(1)
  })

  it('lost events are replaced by reads; fraud control may still reject', async () => {
    const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550099' })
    dropEvents()
    const { transactionId } = (await ask(customer, '30000')).body
    await stateIs(customer, transactionId, 'PROCESSING')
    test.platform.clock.advance(2 * HOUR_MS)
    await test.platform.jobs.drain()
    expect((await show(customer, transactionId)).state).toBe('PROCESSING')
    test.sandbox.controls.apply({ action: 'release-hold', payoutId: payoutsOf(transactionId)[0]?.id ?? '', decision: 'reject' })
    test.platform.clock.advance(2 * HOUR_MS)
    await stateIs(customer, transactionId, 'RETURNED')
    expect(await test.balance(customer.id)).toMatchObject({ available: 5_000_000n, held: 0n })
    healed()
  })

  it('MON-06 a batch that was not approved at the provider returns the money, with its event or without', async () => {
    for (const isNotified of [true, false]) {
      const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550097' })
      healed()
      if (!isNotified) dropEvents()
      const { transactionId } = (await ask(customer, '30000')).body
      await test.until(async () => {
        if (!isNotified) test.platform.clock.advance(MINUTE_MS)
        return (await show(customer, transactionId)).state === 'RETURNED'
      })
      expect(payoutsOf(transactionId)).toMatchObject([{ status: 'NOT_APPROVED', transactions: [{ status: 'PENDING' }] }])
      expect((await show(customer, transactionId)).reason).toContain('no fue aprobado')
      expect(await test.balance(customer.id)).toMatchObject({ available: 5_000_000n, held: 0n })
    }
    healed()
  })

  it('money that a bank sends back after its payment is returned to the customer', async () => {
    const customer = await test.customer({ pesos: 50_000n })
    const { transactionId } = (await ask(customer, '30000')).body
    await stateIs(customer, transactionId, 'COMPLETED')
    test.setPayout(transactionId, 'FAILED', 'C01')
    await stateIs(customer, transactionId, 'RETURNED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 0n })
    expect(await used(customer)).toBe('0')
    const reversed = await sql`SELECT payload ->> 'amount' AS amount FROM platform.event
      WHERE type = 'payments.withdrawal_reversed' AND account_id = ${customer.id}`.execute(test.platform.db)
    expect(reversed.rows).toEqual([{ amount: '3000000' }])
    // A payment after the return is for officers to correct, and never a debit without the customer.
    test.setPayout(transactionId, 'APPROVED')
    await test.until(async () => test.sandbox.controls.store.webhooks.all().every(({ status }) => status !== 'waiting'))
    await test.platform.jobs.drain()
    expect(await show(customer, transactionId)).toMatchObject({ state: 'RETURNED' })
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  })

  it('R16 payout events: forged ones are refused, and wrong ones with a valid signature change nothing', async () => {
    const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550098' })
    const { transactionId } = (await ask(customer, '30000')).body
    await stateIs(customer, transactionId, 'PROCESSING')
    const [payout] = payoutsOf(transactionId)
    const data = { transaction: { id: payout?.transactions[0]?.id, payoutId: payout?.id, status: 'FAILED', amountInCents: 3_000_000 } }
    const properties = ['transaction.id', 'transaction.status', 'transaction.amountInCents']
    const timestamp = test.platform.clock.now().getTime()
    const event = (secret: string) => ({
      event: 'transaction.updated',
      data,
      signature: { properties, checksum: eventChecksum({ data, properties, timestamp, secret }) },
      timestamp,
    })
    const send = (body: object) => test.call(null, 'POST', '/payment/webhooks/wompi-payouts', body)
    expect(await send(event(SANDBOX_SECRETS.wompi.eventsSecret))).toMatchObject({ status: 401, code: 'payments.webhook_signature' })
    expect((await send(event(SANDBOX_SECRETS.payouts.eventsSecret))).status).toBe(200)
    await test.platform.jobs.drain()
    expect((await show(customer, transactionId)).state).toBe('PROCESSING')
    expect(await test.balance(customer.id)).toMatchObject({ held: 3_000_000n })
  })
})

describe('histories', () => {
  it('MON-03 pages deposits and withdrawals, newest first, with filters', async () => {
    const customer = await test.customer({ pesos: 500_000n })
    for (const amount of ['10000', '11000', '12000']) await ask(customer, amount)
    await test.call(customer.id, 'POST', '/payment/deposit', { accountID: customer.account, amount: '13000' })
    const page = async (name: string, body: object) =>
      (await test.call(customer.id, 'POST', `/payment/transactions/user/${name}`, body)).body
    const all = await page('history', { pageIndex: 0, size: 3 })
    expect(all).toMatchObject({ total: 4, pagesNumber: 2 })
    expect(all.results.map(({ amount }: { amount: string }) => amount)).toEqual(['13000', '12000', '11000'])
    expect((await page('history', { pageIndex: 1, size: 3 })).results).toHaveLength(1)
    expect((await page('withdrawals', { pageIndex: 0, size: 4 })).results.map(({ kind }: { kind: string }) => kind)).toEqual(
      Array(3).fill('WITHDRAWAL'),
    )
    expect((await page('deposits', {})).total).toBe(1)
    expect((await page('history', { stateGroup: 'complete' })).total).toBe(0)
    expect((await page('history', { stateGroup: 'pending' })).total).toBe(4)
    for (const body of [{ size: 101 }, { size: 0 }, { pageIndex: -1 }, { size: '10; DROP TABLE' }])
      expect((await test.call(customer.id, 'POST', '/payment/transactions/user/history', body)).code).toBe('request.invalid')
  })
})

it('MON-10 finally all pesos add up to zero and the ledger verifies', async () => {
  const { rows } = await test.database.pool.query('SELECT sum(posted) AS total FROM ledger.account')
  expect(rows[0].total).toBe(0n)
  expect((await test.ledger.verify()).faults).toEqual([])
})
