import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventChecksum } from '../../../../../../dev/sandbox/checksums.ts'
import { SANDBOX_SECRETS } from '../../../../../../dev/sandbox/secrets.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { systemAccount } from '../../ledger/index.ts'
import { addressOf } from '../parts.testing.ts'
import { type CallResult, type PaymentsTest, startPaymentsTest } from '../testing.ts'

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
const start = ({ id, account }: Customer, amount: unknown = '50000', key: string = newId(), more: object = {}) =>
  test.call(id, 'POST', '/payment/deposit', { accountID: account, amount, ...more }, key)
const rows = async ({ id }: Customer) =>
  (await test.call(id, 'POST', '/payment/transactions/user/deposits', { pageIndex: 0, size: 10 })).body
const only = async (customer: Customer) => (await rows(customer)).results[0]
const detail = async (customer: Customer) => {
  const { transactionId } = await only(customer)
  return (await test.call(customer.id, 'GET', `/payment/transactions/user/${transactionId}`)).body
}
const used = async ({ id }: Customer) => (await test.call(id, 'GET', '/payment/volumes/users/deposit/volume')).body.deposit
const stateIs = (customer: Customer, state: string) => test.until(async () => (await only(customer)).state === state)
const transactionsOf = async (customer: Customer) => {
  const ids = new Set((await rows(customer)).results.map((row: { transactionId: string }) => row.transactionId))
  return test.sandbox.controls.store.transactions.all().filter(({ request }) => ids.has(request.reference))
}

describe('PSE deposit', () => {
  it('MON-04 a person verified by a passport is informed before they try, and refused with a plain code', async () => {
    const [citizen, traveller] = [await test.customer(), newId()]
    const dossier = { personType: 'natural', fullName: 'Jean Martin', documentType: 'PA', phone: '+573001234567' } as const
    await test.kyc.ensureVerified({ accountId: traveller, level: 1, documentNumber: '09XY12345', ...dossier })
    const form = { account: '12345678', accountType: 9, bank: 1, alias: 'Nómina' }
    const { body: account } = await test.call(traveller, 'POST', '/payment/accounts', form)
    const accepted = async (id: string) => (await test.call(id, 'GET', '/payment/rules')).body.deposit.documentAccepted
    expect([await accepted(citizen.id), await accepted(traveller), await accepted(newId())]).toEqual([true, false, true])
    const refused = await start({ id: traveller, account: account.id })
    expect(refused.code).toBe('payments.document_not_accepted')
    expect((await rows({ id: traveller, account: account.id })).results).toEqual([])
  })

  it('MON-04 returns the bank’s link and credits once the bank confirms', async () => {
    const customer = await test.customer()
    const bankBefore = (await test.ledger.balance(systemAccount('bank', 'COP'))).posted
    const link = await start(customer, '50000', newId(), { acceptedPolicy: true, acceptedPersonalData: true })
    expect(link.status).toBe(200)
    expect(link.body).toMatch(/\/pse\/authorize\?ticket=/)
    expect(await only(customer)).toEqual({
      transactionId: expect.any(String),
      kind: 'DEPOSIT',
      money: 'COP',
      amount: '50000',
      creationDate: expect.any(String),
      state: 'PENDING',
      destination: 'PSE · AV Villas',
    })
    expect((await detail(customer)).paymentUrl).toBe(link.body)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })

    const [atProvider] = await transactionsOf(customer)
    const { transactionId } = await only(customer)
    expect(atProvider?.request).toMatchObject({
      reference: transactionId,
      amount_in_cents: 5_000_000,
      redirect_url: `http://localhost:8080/application/wallets?pago=${transactionId}`,
      payment_method: {
        user_type: 0,
        financial_institution_code: '1052',
        reference_one: addressOf(customer.id),
        reference_two: '20260115',
        reference_three: expect.stringMatching(/^1\d{9}$/),
      },
      customer_data: { phone_number: '573001234567', full_name: 'Ana María Rojas' },
    })

    await test.answerAtBank(link.body, 'APPROVED')
    await stateIs(customer, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, available: 5_000_000n })
    expect((await test.ledger.balance(systemAccount('bank', 'COP'))).posted).toBe(bankBefore - 5_000_000n)
    expect(await used(customer)).toBe('50000')
    const ended = await detail(customer)
    expect(ended).toMatchObject({
      state: 'COMPLETED',
      paymentUrl: null,
      reason: null,
      bankReference: expect.any(String),
      cancellable: false,
    })
    expect(ended.timeline.map(({ state }: { state: string }) => state)).toEqual(['PENDING', 'COMPLETED'])
    expect(ended.confirmationDate).not.toBeNull()
  })

  it('MON-04 refuses amounts that are too small, not whole or no numbers, with the text of the form', async () => {
    const customer = await test.customer()
    const refusals: [unknown, string][] = [
      ['9999', 'payments.amount_below_minimum'],
      [0, 'payments.amount_below_minimum'],
      ['-50000', 'payments.amount_below_minimum'],
      ['10000.5', 'payments.amount_not_whole'],
      ['10000000001', 'payments.amount_above_maximum'],
      ['50000.001', 'request.invalid'],
      ['5e4', 'request.invalid'],
      [50000.5, 'request.number_not_exact'],
      [Number.MAX_SAFE_INTEGER + 1, 'request.number_not_exact'],
      ['', 'request.invalid'],
      [null, 'request.invalid'],
    ]
    for (const [amount, code] of refusals) expect((await start(customer, amount)).code, String(amount)).toBe(code)
    expect((await start(customer, '9999')).text).toBe('El valor debe ser superios a 10.000.')
    expect((await start(customer, '50000', newId(), { acceptedPolicy: true, acceptedPersonalData: false })).code).toBe(
      'payments.terms_not_accepted',
    )
    expect((await rows(customer)).total).toBe(0)
    expect((await start(customer, 10000)).status).toBe(200)
  })

  it('MON-08 refuses an account that is not verified', async () => {
    const stranger = newId()
    test.strangers.add(stranger)
    const body = { accountID: newId(), amount: '50000' }
    expect(await test.call(stranger, 'POST', '/payment/deposit', body)).toMatchObject({ status: 403, code: 'limits.not_verified' })
  })

  it('shows the two documents of the provider', async () => {
    const terms = await test.call(newId(), 'GET', '/payment/deposit/terms')
    expect(terms.body).toEqual({ policyUrl: expect.stringContaining('reglamento'), personalDataUrl: expect.stringContaining('datos') })
  })

  it('R2 the same key fifty times concurrently is one deposit with one link; another body is refused', async () => {
    const customer = await test.customer()
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(customer, '60000', key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await rows(customer)).total).toBe(1)
    expect(await transactionsOf(customer)).toHaveLength(1)
    expect(await used(customer)).toBe('60000')
    expect(await start(customer, '60001', key)).toMatchObject({ status: 422, code: 'request.idempotency_key_reused' })
  })

  it('a lost answer of the provider never creates a second transaction', async () => {
    for (const kind of ['drop-after', 'error-after', 'error'] as const) {
      const customer = await test.customer()
      const key = newId()
      test.sandbox.controls.apply({ action: 'api-fault', kind, point: 'wompi.create', scope: 'next' })
      const first = await start(customer, '50000', key)
      const link = first.status === 200 ? first : await start(customer, '50000', key)
      expect(link.status, kind).toBe(200)
      expect(await transactionsOf(customer), kind).toHaveLength(1)
      expect((await rows(customer)).total).toBe(1)
    }
  })

  it('a delayed link is requested again with the same key, never with a second transaction', async () => {
    const customer = await test.customer()
    const key = newId()
    const { transactions } = test.sandbox.controls.store
    const known = new Set(transactions.all().map(({ id }) => id))
    const first = start(customer, '50000', key)
    const created = await new Promise<ReturnType<typeof transactions.all>[number]>((resolve) => {
      const timer = setInterval(() => {
        const found = transactions.all().find(({ id }) => !known.has(id))
        if (!found) return
        clearInterval(timer)
        resolve(found)
      }, 1)
    })
    transactions.put({ ...created, reads: -1_000 })
    expect(await first).toMatchObject({ status: 503, code: 'payments.bank_link_pending' })
    transactions.put({ ...created, reads: 2 })
    expect((await start(customer, '50000', key)).body).toMatch(/ticket=/)
    expect(await transactionsOf(customer)).toHaveLength(1)
  })

  it('reports a provider that does not answer, and the same key resumes afterwards', async () => {
    const customer = await test.customer()
    const key = newId()
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'wompi.read', scope: 'reset' })
    expect(await start(customer, '50000', key)).toMatchObject({ status: 503, code: 'payments.provider_unavailable' })
    test.sandbox.controls.apply({ action: 'reset' })
    test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0, webhookRetryDelaysMs: [] })
    expect((await start(customer, '50000', key)).status).toBe(200)
    expect(await transactionsOf(customer)).toHaveLength(1)
  })

  it('a declined payment ends as failed with its reason, and frees its amount in the month', async () => {
    for (const outcome of ['DECLINED', 'ERROR'] as const) {
      const customer = await test.customer()
      await test.answerAtBank((await start(customer)).body, outcome)
      await stateIs(customer, 'FAILED')
      expect((await detail(customer)).reason).toContain('No entró dinero a tu saldo')
      expect(await used(customer)).toBe('0')
      expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
    }
  })
})

describe('PSE events', () => {
  const approvedQuietly = async (amount = '50000') => {
    const customer = await test.customer()
    test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel: 'payments', scope: 'next' })
    await test.answerAtBank((await start(customer, amount)).body, 'APPROVED')
    const [transaction] = await transactionsOf(customer)
    if (!transaction) throw new Error('no transaction')
    const webhook = test.sandbox.controls.store.webhooks.all().findLast(({ body }) => body.includes(transaction.id))
    if (!webhook) throw new Error('no webhook')
    return { customer, transaction, event: JSON.parse(webhook.body), raw: webhook.body }
  }
  const signed = (data: object, properties: string[], timestamp: number) => {
    const secret = SANDBOX_SECRETS.wompi.eventsSecret
    return { properties, checksum: eventChecksum({ data, properties, timestamp, secret }).toUpperCase() }
  }
  const send = (body: unknown): Promise<CallResult> => test.call(null, 'POST', '/payment/webhooks/wompi', body)

  it('MON-04 R16 fifty concurrent copies credit once', async () => {
    const { customer, raw, event } = await approvedQuietly()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(raw)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await stateIs(customer, 'COMPLETED')
    // The provider may repeat the same state in separate events.
    const { data, signature, ...rest } = event
    for (let later = 1; later <= 10; later++) {
      const timestamp = event.timestamp + later
      expect((await send({ ...rest, data, timestamp, signature: signed(data, signature.properties, timestamp) })).status).toBe(200)
    }
    await test.platform.jobs.drain()
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
    expect(await used(customer)).toBe('50000')
    const { rows: published } = await test.database.pool.query(
      `SELECT 1 FROM platform.event WHERE account_id = $1 AND type = 'payments.deposit_credited'`,
      [customer.id],
    )
    expect(published).toHaveLength(1)
  })

  it('R16 forged events are refused and change nothing', async () => {
    const customer = await test.customer()
    await start(customer)
    const { event } = await approvedQuietly()
    const [pending] = await transactionsOf(customer)
    const aimed = { ...event, data: { transaction: { ...event.data.transaction, id: pending?.id, reference: pending?.request.reference } } }
    const forged: unknown[] = [
      aimed,
      { ...event, timestamp: event.timestamp + 1 },
      { ...event, signature: { ...event.signature, checksum: '0'.repeat(64) } },
      { ...event, signature: { ...event.signature, checksum: '' } },
      { ...event, signature: { ...event.signature, properties: [] } },
      { ...event, signature: { ...event.signature, properties: ['transaction.id'] } },
      { ...event, signature: { ...event.signature, properties: [...event.signature.properties].reverse() } },
      { ...event, signature: undefined },
      { ...event, data: {} },
      { ...event, timestamp: String(event.timestamp) },
      [],
      'null',
    ]
    for (const body of forged) expect(await send(body)).toMatchObject({ status: 401, code: 'payments.webhook_signature' })
    await test.platform.jobs.drain()
    expect((await only(customer)).state).toBe('PENDING')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
  })

  it('SEC-51 R16 a well-signed event is not trusted: a payment that is still pending is not credited', async () => {
    const customer = await test.customer()
    await start(customer)
    const [pending] = await transactionsOf(customer)
    const { event } = await approvedQuietly()
    // Simulates a leaked secret: the signature is valid, its content is false.
    const data = { transaction: { ...event.data.transaction, id: pending?.id, reference: pending?.request.reference } }
    expect((await send({ ...event, data, signature: signed(data, event.signature.properties, event.timestamp) })).status).toBe(200)
    await test.platform.jobs.drain()
    expect((await only(customer)).state).toBe('PENDING')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
  })

  it('R16 a stale event is answered as stale, yet the provider is asked, so that a late retry has its effect', async () => {
    const { customer, raw } = await approvedQuietly()
    test.platform.clock.advance(6 * MINUTE_MS)
    expect(await send(raw)).toMatchObject({ status: 400, code: 'payments.webhook_stale' })
    await stateIs(customer, 'COMPLETED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
  })

  it('R16 another amount, currency or reference at the provider is never credited', async () => {
    const changes = [
      { amount_in_cents: 50_000_000 },
      { amount_in_cents: 4_999_999 },
      { currency: 'USD' as 'COP' },
      { reference: newId() },
      { reference: 'otra-cosa' },
    ]
    for (const change of changes) {
      const { customer, transaction, raw } = await approvedQuietly()
      test.sandbox.controls.store.transactions.put({ ...transaction, request: { ...transaction.request, ...change } })
      expect((await send(raw)).status).toBe(200)
      await test.platform.jobs.drain()
      expect((await only(customer)).state, JSON.stringify(change)).toBe('PENDING')
      expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
    }
  })

  it('R16 a credited payment that the provider takes back is reported to officers, and nothing moves', async () => {
    const { customer, transaction, event } = await approvedQuietly()
    test.platform.clock.advance(MINUTE_MS)
    await stateIs(customer, 'COMPLETED')
    test.sandbox.controls.store.transactions.put({ ...transaction, status: 'DECLINED' })
    const timestamp = Math.floor(test.platform.clock.now().getTime() / 1_000)
    const again = { ...event, timestamp, signature: signed(event.data, event.signature.properties, timestamp) }
    expect((await send(again)).status).toBe(200)
    await test.platform.jobs.drain()
    expect(await only(customer)).toMatchObject({ state: 'COMPLETED' })
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
    const outcomes = await sql<{
      outcome: string
    }>`SELECT outcome FROM payments.provider_event WHERE subject_id = ${transaction.id}`.execute(test.platform.db)
    expect(outcomes.rows).toEqual([{ outcome: 'taken_back' }])
  })

  it('MON-04 a payment annulled before the reconciliation counts as paid and is recorded as taken back; a declined one does not', async () => {
    const { customer, transaction, raw } = await approvedQuietly()
    expect((await send(raw)).status).toBe(200)
    await stateIs(customer, 'COMPLETED')
    const id = transaction.request.reference
    const becomes = (status: 'VOIDED' | 'DECLINED') => test.sandbox.controls.store.transactions.put({ ...transaction, status })
    becomes('VOIDED')
    expect(await test.paidForDeposit(id)).toBe(5_000_000n)
    expect(await test.takenBack()).toContain(id)
    becomes('DECLINED')
    expect(await test.paidForDeposit(id)).toBe(0n)
  })

  it('late, repeated and reordered events have the same result', async () => {
    for (const kind of ['duplicate', 'wrong-amount', 'wrong-checksum', 'stale-timestamp'] as const) {
      const customer = await test.customer()
      const link = (await start(customer)).body
      test.sandbox.controls.apply({ action: 'webhook-fault', kind, channel: 'payments', scope: 'next' })
      await test.answerAtBank(link, 'APPROVED')
      await test.platform.jobs.drain()
      test.platform.clock.advance(MINUTE_MS + 1_000)
      await stateIs(customer, 'COMPLETED')
      expect(await test.balance(customer.id), kind).toMatchObject({ posted: 5_000_000n })
    }
  })

  it('MON-04 a lost event is replaced by reading the provider after a minute', async () => {
    const { customer } = await approvedQuietly()
    await test.platform.jobs.drain()
    expect((await only(customer)).state).toBe('PENDING')
    test.platform.clock.advance(MINUTE_MS)
    await stateIs(customer, 'COMPLETED')
  })

  it('an unpaid deposit is closed after 24 hours, and its link cannot be paid any more', async () => {
    const customer = await test.customer()
    const link = (await start(customer)).body
    test.platform.clock.advance(23 * HOUR_MS)
    await test.platform.jobs.drain()
    expect((await only(customer)).state).toBe('PENDING')
    test.platform.clock.advance(2 * HOUR_MS)
    await stateIs(customer, 'EXPIRED')
    expect(await used(customer)).toBe('0')
    await test.answerAtBank(link, 'APPROVED')
    await test.platform.jobs.drain()
    expect((await transactionsOf(customer)).map(({ status }) => status)).toEqual(['DECLINED'])
    expect((await only(customer)).state).toBe('EXPIRED')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
  })

  it('a deposit that the provider never had ends after 15 minutes, and its key creates no new one', async () => {
    const customer = await test.customer()
    const key = newId()
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'wompi.create', scope: 'next' })
    expect((await start(customer, '50000', key)).code).toBe('payments.provider_unavailable')
    expect(await used(customer)).toBe('50000')
    test.platform.clock.advance(16 * MINUTE_MS)
    await stateIs(customer, 'FAILED')
    expect(await used(customer)).toBe('0')
    expect((await start(customer, '50000', key)).code).toBe('payments.provider_refused')
    expect(await transactionsOf(customer)).toHaveLength(0)
  })

  it('publishes each change as an event of the outbox', async () => {
    const { customer, raw } = await approvedQuietly()
    await send(raw)
    await stateIs(customer, 'COMPLETED')
    const { rows: events } = await test.database.pool.query('SELECT type FROM platform.event WHERE account_id = $1 ORDER BY at, id', [
      customer.id,
    ])
    expect(events.map(({ type }) => type)).toEqual([
      'payments.account_changed',
      'payments.deposit_created',
      'payments.deposit_updated',
      'payments.deposit_credited',
    ])
  })
})
