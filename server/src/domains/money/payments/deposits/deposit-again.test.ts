/** Repeating the same deposit, with a key or without one, never counts twice in the month (R2, R38). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { bogotaMonth } from '../../../customers/limits/rules.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const MINUTE_MS = 60_000

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(() => test.stop())

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const start = ({ id, account }: Customer, amount: string, key?: string) =>
  test.call(id, 'POST', '/payment/deposit', { accountID: account, amount }, key)
const used = async ({ id }: Customer) => (await test.call(id, 'GET', '/payment/volumes/users/deposit/volume')).body.deposit
const deposits = async ({ id }: Customer) =>
  (await test.call(id, 'POST', '/payment/transactions/user/deposits', { pageIndex: 0, size: 10 })).body.total
const whileProviderIsDown = async <T>(work: () => Promise<T>): Promise<T> => {
  test.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'wompi.read', scope: 'reset' })
  const result = await work()
  test.sandbox.controls.apply({ action: 'reset' })
  test.sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0, webhookRetryDelaysMs: [] })
  return result
}

describe('a repeated deposit request', () => {
  it('R2 R38 without a key, after the provider did not answer: the same deposit resumes and the month counts it once', async () => {
    const customer = await test.customer()
    await whileProviderIsDown(async () => {
      for (let attempt = 0; attempt < 3; attempt++) expect((await start(customer, '50000')).code).toBe('payments.provider_unavailable')
    })
    test.platform.clock.advance(2 * MINUTE_MS)
    expect((await start(customer, '50000')).body).toMatch(/ticket=/)
    expect([await used(customer), await deposits(customer)]).toEqual(['50000', 1])
  })

  it('R38 without a key, at the maximum of the month: the second attempt is not refused for the amount that the first counted', async () => {
    const customer = await test.customer({ level: 1 })
    await whileProviderIsDown(() => start(customer, '13000000'))
    expect((await start(customer, '13000000')).status).toBe(200)
    expect(await used(customer)).toBe('13000000')
  })

  it('another amount, another person, or one whose link was issued is another deposit', async () => {
    const [customer, other] = [await test.customer(), await test.customer()]
    await whileProviderIsDown(() => start(customer, '50000'))
    expect((await start(other, '50000')).status).toBe(200)
    expect((await start(customer, '60000')).status).toBe(200)
    test.platform.clock.advance(MINUTE_MS + 1)
    expect((await start(customer, '60000')).status).toBe(200)
    expect([await used(customer), await deposits(customer)]).toEqual(['170000', 3])
    expect(await deposits(other)).toBe(1)
  })

  it('R38 at most five wait for their payment, regardless of concurrent requests; one that ends makes room', async () => {
    const [customer, other] = [await test.customer({ level: 3 }), await test.customer({ level: 3 })]
    const answers = await Promise.all(Array.from({ length: 12 }, () => start(customer, '10000', newId())))
    const links = answers.filter(({ status }) => status === 200)
    expect([links.length, answers.filter(({ code }) => code === 'payments.too_many_open_deposits').length]).toEqual([5, 7])
    expect(answers.find(({ code }) => code)?.text).toContain('Ya tienes 5 depósitos sin pagar')
    expect([await used(customer), await deposits(customer)]).toEqual(['50000', 5])
    expect((await start(other, '10000', newId())).status).toBe(200)
    await test.answerAtBank(links[0]?.body, 'APPROVED')
    await test.until(async () => (await test.balance(customer.id)).posted > 0n)
    expect((await start(customer, '10000', newId())).status).toBe(200)
    expect((await start(customer, '10000', newId())).code).toBe('payments.too_many_open_deposits')
  })

  it('fifty concurrent requests without a key are one deposit', async () => {
    const customer = await test.customer()
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(customer, '70000')))
    const codes = answers.map(({ status, code }) => (status === 200 ? 'link' : code))
    expect([codes.filter((code) => code === 'link'), new Set(codes)]).toEqual([['link'], new Set(['link', 'request.duplicate'])])
    expect([await used(customer), await deposits(customer)]).toEqual(['70000', 1])
  })
})

describe('the month of Bogotá', () => {
  it('R38 concurrent deposits around its last midnight: each month takes exactly its maximum', async () => {
    const customer = await test.customer({ level: 1 })
    const now = test.platform.clock.now()
    const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 5))
    const attempts = async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => start(customer, '6500000', newId())))
      return [
        answers.filter(({ status }) => status === 200).length,
        answers.filter(({ code }) => code === 'limits.monthly_exceeded').length,
      ]
    }
    test.platform.clock.advance(midnight.getTime() - now.getTime() - 30_000)
    const before = test.platform.clock.now()
    expect(await attempts()).toEqual([2, 10])
    expect(bogotaMonth(test.platform.clock.now())).toBe(bogotaMonth(before))
    test.platform.clock.advance(30_000)
    expect(await used(customer)).toBe('0')
    expect(await attempts()).toEqual([2, 10])
    const { rows } = await test.database.pool.query('SELECT used FROM limits.month_use WHERE account_id = $1 ORDER BY month', [customer.id])
    expect(rows.map((row) => row.used)).toEqual([1_300_000_000n, 1_300_000_000n])
  })
})
