/** ADM-15 platform fee of an exchange: versions by two officers, quotes that keep their version, and postings, over a real chain. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { type FeeRates, type FeeTier, FIRST_FEE_RATES } from '@tunjo/contract/fee-schedule'
import { ASSET_CODES } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { customerAccount, systemAccount } from '../../ledger/index.ts'
import { createTestTrading, type TestTrading } from '../testing.ts'
import { FEE_APPROVAL } from './fee-approval.ts'

const [COPT, USDT] = [0, 31]
const SETTLED = { timeout: 20_000, interval: 50 }
const REASON = 'Tarifa que aprobó la junta.'
const PESOS = 100n
let chain: TestChain
let database: TestDatabase
let trading: TestTrading
let customer: string
beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain?.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
  trading.start()
  customer = newId()
  await trading.fund(customer, 'COP', 100_000_000n * PESOS)
  return async () => {
    const { faults } = await trading.ledger.verify()
    expect(faults).toEqual([])
    await trading.stop()
    await database.drop()
  }
})

const officer = (): Caller => ({
  accountId: newId(),
  sessionId: newId(),
  authorities: ['ROLE_ADMIN'],
  permissions: ['fees.change', 'approvals.decide'],
})
const [maker, checker] = [officer(), officer()]
const tiersOf = (...tiers: readonly (readonly [fromCop: string, takerBps: number])[]): FeeTier[] =>
  tiers.map(([fromCop, takerBps]) => ({ fromCop, takerBps, makerBps: 5 }))
const ratesOf = (tiers: FeeTier[]): FeeRates => ({ ...FIRST_FEE_RATES, 'COP-USDT': tiers })
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)),
  )

const propose = (rates: FeeRates, fromDay: string | null = null) =>
  trading.approvals.perform(FEE_APPROVAL, { params: { rates, fromDay }, caller: maker, operation: null, reason: REASON })
async function decide(caller: Caller, what: 'approve' | 'refuse' = 'approve') {
  const found = await sql<{ id: string }>`SELECT id FROM platform.approval_request WHERE state = 'proposed'`.execute(database.db)
  const route = trading.approvals.routes.find(({ name }) => name === what)
  const call = { caller, params: { id: found.rows[0]?.id }, body: { note: 'Revisado con la junta.' }, http: { headers: {} } }
  return route?.handle(call as never)
}
async function change(rates: FeeRates, fromDay: string | null = null): Promise<void> {
  await propose(rates, fromDay)
  await decide(checker)
}

const fourDaysLater = () =>
  sql`UPDATE trading.fee_version SET from_at = from_at - interval '4 days', decided_at = decided_at - interval '4 days'`.execute(
    database.owner,
  )

const ask = (amount: string, tradeType = 'input', owner = customer) =>
  trading.quote(owner, { inputToken: COPT, outputToken: USDT, tradeType, amount })
const units = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}
const posted = async (name: string, asset: 'COP' | 'USDT' = 'USDT') => (await trading.ledger.balance(systemAccount(name, asset))).posted
const received = async () => (await trading.ledger.balance(customerAccount(customer, 'USDT'))).posted
const sell = (amountIn: string, quoteId?: string) =>
  trading.trade(customer, { tradeType: 'input', tokenIn: COPT, tokenOut: USDT, amountIn, ...(quoteId && { quoteId }) })
const settled = (id: string) => expect.poll(async () => (await trading.tradeById(customer, id)).state, SETTLED).toBe('settled')

describe('ADM-15 platform fees', () => {
  it('are zero before two officers decide otherwise, and a separate line afterwards, exact to the unit', async () => {
    const before = await ask('3797000')
    expect([before.house_fee, before.house_fee_percent]).toEqual(['0', '0'])
    await change(ratesOf(tiersOf(['0', 25])))
    const quoted = await ask('3797000')
    expect(quoted.house_fee_percent).toBe('0.25')
    const bought = units(quoted.expected_output) + units(quoted.network_fee) + units(quoted.house_fee)
    expect(units(quoted.house_fee)).toBe((bought * 25n + 9_999n) / 10_000n)
    const wanted = await ask('500', 'output')
    expect([wanted.expected_output, wanted.minimum_received]).toEqual(['500', '500'])
    expect(units(wanted.house_fee) * 10_000n - (500_000_000n + units(wanted.network_fee) + units(wanted.house_fee)) * 25n).toBeLessThan(
      10_000n,
    )
    expect((await trading.fees()).pairs.find(({ sold, bought: other }) => sold === 'USDT' && other === 'COP')).toMatchObject({
      taker: '0.25',
      maker: '0.05',
    })
    expect((await trading.fees()).pairs.find(({ sold, bought: other }) => sold === 'COP' && other === 'BTC')).toMatchObject({ taker: '0' })
  })

  it('of a trade are those of its quote, despite later versions; the postings add up to zero and the customer gets the quoted amount', async () => {
    await change(ratesOf(tiersOf(['0', 25])))
    const quoted = await ask('3797000')
    await change(ratesOf(tiersOf(['0', 300])))
    const placed = await sell('3797000', quoted.quote_id)
    expect([placed.house_fee, placed.minimum_received]).toEqual([quoted.house_fee, quoted.minimum_received])
    await settled(placed.id)
    const trade = await trading.tradeById(customer, placed.id)
    expect(await received()).toBe(units(trade.amount_out))
    expect(await received()).toBeGreaterThanOrEqual(units(quoted.minimum_received))
    expect([await posted('exchange-fees'), await posted('network-fees')]).toEqual([units(quoted.house_fee), units(quoted.network_fee)])
    for (const asset of ASSET_CODES) {
      const all = await Promise.all(
        ['bank', 'market', 'network-fees', 'exchange-fees'].map((name) => trading.ledger.balance(systemAccount(name, asset))),
      )
      const own = await trading.ledger.balance(customerAccount(customer, asset))
      expect(all.reduce((sum, one) => sum + one.posted, own.posted)).toBe(0n)
    }
    const kept = await sql`SELECT fee_version, house_fee_out, value_cop FROM trading.trade`.execute(database.db)
    expect(kept.rows).toEqual([{ fee_version: 2, house_fee_out: units(quoted.house_fee), value_cop: 379_700_000n }])
    expect((await trading.fees()).taken.houseFees).toEqual([{ asset: 'USDT', orders: 1, amount: quoted.house_fee }])
  })

  it('for any amount: the received amount and both fees add up to the bought one, and no customer gets less than quoted', async () => {
    await change(ratesOf(tiersOf(['0', 37])))
    for (const amount of ['20000', '33333.33', '1234567.89', '9999999.99']) {
      const quoted = await ask(amount)
      const before = [await received(), await posted('exchange-fees'), await posted('network-fees'), await posted('market')]
      const { id } = await sell(amount, quoted.quote_id)
      await settled(id)
      const after = [await received(), await posted('exchange-fees'), await posted('network-fees'), await posted('market')]
      const [own, companyBalance, network, market] = after.map((now, i) => now - (before[i] ?? 0n))
      expect([companyBalance, network]).toEqual([units(quoted.house_fee), units(quoted.network_fee)])
      expect((own ?? 0n) + (companyBalance ?? 0n) + (network ?? 0n) + (market ?? 0n)).toBe(0n)
      expect(own).toBeGreaterThanOrEqual(units(quoted.minimum_received))
    }
  })

  it('of an order for an exact amount are bought on top: exactly that amount is received', async () => {
    await change(ratesOf(tiersOf(['0', 100])))
    const quoted = await ask('700', 'output')
    const placed = await trading.trade(customer, {
      tradeType: 'output',
      tokenIn: COPT,
      tokenOut: USDT,
      amountOut: '700',
      quoteId: quoted.quote_id,
    })
    await settled(placed.id)
    expect(await received()).toBe(700_000_000n)
    expect(await posted('exchange-fees')).toBe(units(quoted.house_fee))
  })

  it("decrease with the customer's settled volume of thirty days", async () => {
    await change(ratesOf(tiersOf(['0', 50], ['3000000', 20])))
    expect((await ask('3797000')).house_fee_percent).toBe('0.5')
    const { id } = await sell('3797000')
    await settled(id)
    expect((await ask('3797000')).house_fee_percent).toBe('0.2')
    expect((await ask('3797000', 'input', newId())).house_fee_percent).toBe('0.5')
    await sql`UPDATE trading.trade SET settled_at = settled_at - interval '31 days'`.execute(database.owner)
    expect((await ask('3797000')).house_fee_percent).toBe('0.5')
  })

  it('of an altered quote are rejected', async () => {
    await change(ratesOf(tiersOf(['0', 100])))
    const { quote_id: quoteId, house_fee: fee } = await ask('3797000')
    const [body = '', seal] = quoteId.split('.')
    const text = Buffer.from(body, 'base64url').toString()
    expect(text).toContain(` ${units(fee)} 2`)
    const cheaper = `${Buffer.from(text.replace(` ${units(fee)} 2`, ' 0 2')).toString('base64url')}.${seal}`
    expect(await codeOf(sell('3797000', cheaper))).toBe('trading.quote_expired')
  })
})

describe('ADM-15 versions of fees', () => {
  it('are added by two officers, with an entry in the audit trail, and never by one alone', async () => {
    await propose(ratesOf(tiersOf(['0', 25])))
    expect(await codeOf(decide(maker))).toBe('approvals.own_request')
    expect((await ask('3797000')).house_fee).toBe('0')
    expect(await codeOf(propose(ratesOf(tiersOf(['0', 30]))))).toBe('approvals.already_waiting')
    await decide(checker)
    expect(await codeOf(propose(ratesOf(tiersOf(['0', 25]))))).toBe('trading.fees_same')
    const trail = await auditTrail(database.db, { action: 'trading.fees_changed' })
    expect(trail).toMatchObject([
      { before: { version: 1 }, after: { version: 2, makerId: maker.accountId, checkerId: checker.accountId }, reason: REASON },
    ])
    const { rows } = await sql`SELECT version, maker_id, checker_id FROM trading.fee_version`.execute(database.db)
    expect(rows).toEqual([{ version: 2, maker_id: maker.accountId, checker_id: checker.accountId }])
    expect(String(await sql`UPDATE trading.fee_version SET version = 9`.execute(database.db).catch((error: unknown) => error))).toContain(
      'permission denied',
    )
  })

  it('of a future day begin with it; a later one replaces one that had not begun', async () => {
    const days = (count: number) => bogotaDay(new Date(trading.platform.clock.now().getTime() + count * 86_400_000))
    expect(await codeOf(propose(ratesOf(tiersOf(['0', 25])), days(-1)))).toBe('trading.fees_date_out_of_bounds')
    expect(await codeOf(propose(ratesOf(tiersOf(['0', 25])), days(400)))).toBe('trading.fees_date_out_of_bounds')
    await change(ratesOf(tiersOf(['0', 25])), days(3))
    expect((await ask('3797000')).house_fee_percent).toBe('0')
    expect((await trading.feeSchedule()).versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'coming'],
      [1, 'in_force'],
    ])
    await fourDaysLater()
    expect((await ask('3797000')).house_fee_percent).toBe('0.25')
    await change(ratesOf(tiersOf(['0', 40])), days(3))
    await change(ratesOf(tiersOf(['0', 10])))
    expect((await trading.feeSchedule()).versions.map(({ version, state }) => [version, state])).toEqual([
      [4, 'in_force'],
      [3, 'replaced'],
      [2, 'past'],
      [1, 'past'],
    ])
    await fourDaysLater()
    expect((await ask('3797000')).house_fee_percent).toBe('0.1')
  })

  it('are added once by twenty concurrent approvals', async () => {
    await propose(ratesOf(tiersOf(['0', 25])))
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(decide(officer()))))
    expect(answers.filter((code) => code === null)).toHaveLength(1)
    expect((await sql`SELECT 1 FROM trading.fee_version`.execute(database.db)).rows).toHaveLength(1)
  })
})
