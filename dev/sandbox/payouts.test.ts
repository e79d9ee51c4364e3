import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SANDBOX_SECRETS } from './secrets.ts'
import { startTestSandbox, type TestSandbox, until } from './testing.ts'
import { type Fields, payoutRequest, payoutsCall } from './testing-wompi.ts'

let test: TestSandbox
let url: string
let offsetMs = 0

beforeEach(async () => {
  offsetMs = 0
  test = await startTestSandbox({ clock: { now: () => new Date(Date.now() + offsetMs) } })
  url = test.sandbox.url
})
afterEach(() => test.close())

const call = (path: string, init?: Parameters<typeof payoutsCall>[2]) => payoutsCall(url, path, init)
const create = (body: Fields, key = 'wd-1', version = 'v1') => call(`/${version}/payouts`, { body, headers: { 'idempotency-key': key } })
const balance = async () => ((await call('/v1/accounts')).body.data as unknown as { balanceInCents: number }[])[0]?.balanceInCents ?? 0

async function settled(payoutId: unknown): Promise<Fields> {
  let payout: Fields = {}
  await until(async () => {
    payout = (await call(`/v1/payouts/${payoutId}`)).body.data
    return payout.status !== 'PENDING'
  })
  return payout
}

describe('creating a batch', () => {
  it('answers 201 immediately and pays later', async () => {
    test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 60_000 })
    const before = await balance()
    const created = await create(await payoutRequest(url))
    expect(created).toMatchObject({ status: 201, body: { code: 'OK', data: { transactions: 1, success: 1, failed: 0 } } })
    const { payoutId } = created.body.data
    expect((await call(`/v1/payouts/${payoutId}`)).body.data.status).toBe('PENDING')
    offsetMs = 60_000
    expect(await settled(payoutId)).toMatchObject({ status: 'TOTAL_PAYMENT', reference: 'wd-1', amountInCents: 1_000_000 })
    expect(await balance()).toBe(before - 1_004_000)
  })

  it('lists its transactions by batch and by reference, with the tax on movements', async () => {
    const { body } = await create(await payoutRequest(url))
    await settled(body.data.payoutId)
    const byBatch = await call(`/v1/payouts/${body.data.payoutId}/transactions`)
    expect(byBatch.body.data).toMatchObject({
      page: 1,
      total: 1,
      pages: 1,
      records: [
        {
          status: 'APPROVED',
          reference: 'wd-1-1',
          amountInCents: 1_000_000,
          fee: { gmfInCents: 4_000, totalInCents: 4_000 },
          payeeInfo: { bank: 'AV VILLAS', legalId: '1099888777' },
          failureReason: null,
        },
      ],
    })
    expect((await call('/v1/transactions/wd-1')).body.data).toEqual(byBatch.body.data)
    expect((await call('/v1/transactions/otra')).status).toBe(404)
    expect((await call('/v1/payouts?reference=wd-1')).body.data.records).toHaveLength(1)
    expect((await call('/v1/payouts?status=PENDING,REJECTED')).body.data.records).toHaveLength(0)
  })

  it('takes an idempotency key once in 24 hours and names the batch it made', async () => {
    const first = await create(await payoutRequest(url))
    await test.restart()
    url = test.sandbox.url
    const second = await create(await payoutRequest(url, { amount: 5 }))
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'EXC_022', data: { payoutId: first.body.data.payoutId, reference: 'wd-1' } },
    })
    expect(test.sandbox.controls.store.payouts.all()).toHaveLength(1)
    offsetMs = 24 * 60 * 60 * 1000 + 1
    expect((await create(await payoutRequest(url))).status).toBe(201)
  })

  it.each(['', 'con espacio', 'a'.repeat(65)])('refuses the idempotency key «%s»', async (key) => {
    expect(await create(await payoutRequest(url), key)).toMatchObject({ status: 400, body: { code: 'EXC_002' } })
  })

  it.each([
    ['an unknown account', { accountId: 'otra' }, 'EXC_019'],
    ['a bank that is no id', { transactions: [{ bankId: '1052' }] }, 'EXC_002'],
    ['no transactions', { transactions: [] }, 'EXC_002'],
    ['a field that does not exist', { monto: 1 }, 'EXC_002'],
  ])('refuses %s', async (_case, changes, code) => {
    expect(await create({ ...(await payoutRequest(url)), ...changes })).toMatchObject({ status: 400, body: { code } })
  })

  it('refuses more than the daily limit and more than the balance', async () => {
    expect((await create(await payoutRequest(url, { amount: 150_000_000_001 }))).body.code).toBe('EXC_017')
    expect((await create(await payoutRequest(url, { amount: 10_000_000_000_000 }))).body.code).toBe('EXC_008')
    expect((await create(await payoutRequest(url, { amount: 149_000_000_000 }))).status).toBe(201)
    expect((await create(await payoutRequest(url, { amount: 1_000_000_001 }), 'wd-2')).body.code).toBe('EXC_017')
  })

  it('asks for both credentials', async () => {
    const wrong = await call('/v1/banks', { headers: { 'x-api-key': 'otra' } })
    expect(wrong.status).toBe(401)
    expect((await call('/v1/banks', { headers: { 'user-principal-id': 'otro' } })).status).toBe(401)
  })
})

describe('the end of the account number decides', () => {
  it.each([
    ['99990007', 'D07'],
    ['99990001', 'C01'],
    ['123456AB', 'D34'],
  ])('%s fails with %s and the money comes back', async (accountNumber, code) => {
    const before = await balance()
    const { body } = await create(await payoutRequest(url, { accountNumber }))
    expect(await settled(body.data.payoutId)).toMatchObject({ status: 'TOTAL_PAYMENT' })
    const { records } = (await call(`/v1/payouts/${body.data.payoutId}/transactions`)).body.data
    expect(records[0]).toMatchObject({ status: 'FAILED', failureReason: code, appliedAt: null })
    expect(await balance()).toBe(before)
  })

  it('0099 is held by the anti-fraud check until it is decided', async () => {
    const before = await balance()
    const { body } = await create(await payoutRequest(url, { accountNumber: '99990099' }))
    const payoutId = String(body.data.payoutId)
    expect((await settled(payoutId)).status).toBe('AFE_ON_HOLD')
    test.sandbox.controls.apply({ action: 'release-hold', payoutId, decision: 'reject' })
    expect((await settled(payoutId)).status).toBe('AFE_REJECTED')
    expect(await balance()).toBe(before)
  })

  it('0098 never ends', async () => {
    const { body } = await create(await payoutRequest(url, { accountNumber: '99990098' }))
    await until(async () => (await call(`/v1/transactions/wd-1`)).body.data.records[0]?.status === 'PROCESSING')
    expect((await call(`/v1/payouts/${body.data.payoutId}`)).body.data.status).toBe('PENDING')
    expect(test.receiver.received).toEqual([])
  })

  it('an unknown bank fails with D02', async () => {
    const bankId = '5f0c1e7a-0000-4000-8000-000000009999'
    const { body } = await create(await payoutRequest(url, { bankId }))
    await settled(body.data.payoutId)
    expect((await call('/v1/transactions/wd-1')).body.data.records[0]).toMatchObject({ failureReason: 'D02' })
  })
})

describe('events', () => {
  it('announces the transaction and then the batch, signed with their own secret', async () => {
    await create(await payoutRequest(url, { accountNumber: '99990007' }))
    const received = await test.receiver.waitFor(2)
    const events = Object.fromEntries(received.map((webhook) => [webhook.body.event, webhook]))
    expect(events['transaction.updated']?.path).toBe('/payouts')
    const { body } = events['transaction.updated'] ?? {}
    expect(body).toMatchObject({
      data: { transaction: { status: 'FAILED', amountInCents: 1_000_000, failureReason: { code: 'D07' }, currency: 'COP' } },
      sentAt: expect.stringMatching(/Z$/),
    })
    expect(body).not.toHaveProperty('environment')
    expect(String(body?.timestamp)).toMatch(/^\d{13}$/)
    const transaction = body?.data.transaction
    const text = `${transaction?.id}FAILED1000000${body?.timestamp}${SANDBOX_SECRETS.payouts.eventsSecret}`
    expect(body?.signature.checksum).toBe(createHash('sha256').update(text).digest('hex'))
    expect(events['payout.updated']?.body.data.payout).toMatchObject({ status: 'TOTAL_PAYMENT', reference: 'wd-1' })
  })

  it('can return money that it had paid', async () => {
    const before = await balance()
    const { body } = await create(await payoutRequest(url))
    const payoutId = String(body.data.payoutId)
    await settled(payoutId)
    const transactionId = String((await call('/v1/transactions/wd-1')).body.data.records[0]?.id)
    test.sandbox.controls.apply({ action: 'set-payout-transaction', payoutId, transactionId, status: 'FAILED', failureCode: 'D11' })
    expect((await call('/v1/transactions/wd-1')).body.data.records[0]).toMatchObject({ status: 'FAILED', failureReason: 'D11' })
    expect(await balance()).toBe(before)
  })

  it('pays after a restart what was accepted before it', async () => {
    test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 60_000 })
    const { body } = await create(await payoutRequest(url))
    await test.restart()
    url = test.sandbox.url
    expect((await call('/v1/transactions/wd-1')).body.data.records[0]?.status).toBe('PENDING')
    offsetMs = 60_000
    expect((await settled(body.data.payoutId)).status).toBe('TOTAL_PAYMENT')
    await test.receiver.waitFor(2)
  })
})

describe('the other calls', () => {
  it('lists banks with the id that a transfer needs', async () => {
    const banks = (await call('/v1/banks')).body.data as unknown as Fields[]
    expect(banks).toHaveLength(51)
    expect(banks).toContainEqual(expect.objectContaining({ achCode: '1013', code: 'BBVA_COLOMBIA', isElectronicDeposit: false }))
  })

  it('shows limits and health', async () => {
    await create(await payoutRequest(url))
    expect((await call('/v1/limits')).body.data).toMatchObject({
      numberOfTransactionsConsumed: 1,
      limits: { dailyLimit: 150_000_000_000, dailyAvailable: 149_999_000_000 },
    })
    expect((await call('/v1/health')).body.data.status).toBe('HEALTHY')
  })

  it('recharges the account within its limits', async () => {
    const before = await balance()
    const { accountId } = await payoutRequest(url)
    await call('/v1/accounts/balance-recharge', { body: { accountId, amountInCents: 100_000 } })
    expect(await balance()).toBe(before + 100_000)
    expect((await call('/v1/accounts/balance-recharge', { body: { accountId, amountInCents: 99_999 } })).status).toBe(400)
  })
})

describe('Bre-B keys', () => {
  it.each([
    ['@elias123', 200, 'OK'],
    ['3001234567', 200, 'OK'],
    ['noexiste@test.com', 404, 'EXC_034'],
    ['inactiva@test.com', 400, 'EXC_035'],
    ['timeout@test.com', 503, 'EXC_037'],
    ['!', 400, 'EXC_033'],
  ])('resolves %s to %s %s', async (key, status, code) => {
    expect(await call(`/v2/breb/keys/resolve/${encodeURIComponent(key)}`)).toMatchObject({ status, body: { code } })
  })

  it('hides the holder and checks the kind of key', async () => {
    const { body } = await call('/v2/breb/keys/resolve/3001234567?keyType=PHONE')
    expect(body.data).toMatchObject({ keyType: 'PHONE', holderName: expect.stringContaining('***'), financialEntity: { name: 'NEQUI' } })
    expect((await call('/v2/breb/keys/resolve/3001234567?keyType=MAIL')).body.code).toBe('EXC_033')
  })

  it('pays a key, refuses one in v1, and has its own code for a repeated key', async () => {
    const { accountId } = await payoutRequest(url)
    const transactions = [{ key: '@elias123', name: 'Elias', email: 'e@example.com', amount: 150_000 }]
    const batch = { reference: 'wd-b', accountId, paymentType: 'OTHER', transactions }
    expect((await create(batch, 'b-1', 'v1')).body.code).toBe('EXC_002')
    const { body } = await create(batch, 'b-1', 'v2')
    expect((await settled(body.data.payoutId)).status).toBe('TOTAL_PAYMENT')
    expect((await create(batch, 'b-1', 'v2')).body.code).toBe('EXC_032')
  })
})
