import type { BalanceTotal, ValueHistory } from '@tunjo/contract/wallets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Caller } from '../../../platform/http/route.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../ledger/index.ts'
import type { CopPrice } from '../pricing/index.ts'
import { createWallets } from './index.ts'
import type { CopPricing } from './types.ts'

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
let server: TestServer
const prices: Record<'BTC' | 'USDT', CopPrice | null> = { BTC: null, USDT: null }

/** Before now a bitcoin cost a tenth less, and a dollar the same; prices of three weeks ago are unknown. */
const PRICING: CopPricing = {
  priceInCop: async (asset) => prices[asset],
  copPricesAt: async (asset, instants) =>
    instants.map((at) => {
      const now = prices[asset]
      if (!now || platform.clock.now().getTime() - at.getTime() > 20 * DAY_MS) return null
      return { at, scale: now.scale, price: asset === 'BTC' ? (now.price * 9n) / 10n : now.price }
    }),
}

/** The bearer token is the account id. */
const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
  const accountId = headers.authorization?.slice('Bearer '.length)
  if (!accountId) return null
  return { accountId, sessionId: accountId, authorities: accountId === OFFICER ? ['ROLE_ADMIN'] : ['ROLE_USER'] }
}
const OFFICER = newId()
const DAY_MS = 86_400_000

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  ledger = createLedger(platform)
  const wallets = createWallets(platform, { ledger, pricing: PRICING })
  server = await startTestServer(platform, wallets.routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  await ledger?.close()
  platform?.remove()
  await database?.drop()
})
beforeEach(() => {
  prices.BTC = {
    price: 410_250_000n * 10n ** 8n,
    scale: 8,
    source: 'binance',
    at: new Date('2026-01-02T00:00:00Z'),
    isStale: false,
    refusal: null,
  }
  prices.USDT = { price: 4_100_500_000n, scale: 6, source: 'bitso', at: new Date('2026-01-01T00:00:00Z'), isStale: true, refusal: null }
})

async function get<T>(owner: string, path = ''): Promise<T> {
  const response = await fetch(`${server.url}/virtual-ledger/balances/users${path}`, { headers: { authorization: `Bearer ${owner}` } })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

async function personWith(cop: bigint, btc: bigint, usdt: bigint, owner: string = newId()): Promise<string> {
  for (const [asset, amount] of [
    ['COP', cop],
    ['BTC', btc],
    ['USDT', usdt],
  ] as const) {
    if (amount === 0n) continue
    const debit = systemAccount(asset === 'COP' ? 'bank' : 'chain', asset)
    const leg = { kind: 'post', id: newId(), code: 'test.credit', debit, credit: customerAccount(owner, asset), amount } as const
    expect((await ledger.post([leg])).outcome).toBe('posted')
  }
  return owner
}

describe('balances', () => {
  it('SEC-60 MON-01 rows are ordered COP, BTC, USDT with amounts, shares and value', async () => {
    const owner = await personWith(100_000_000n, 250_000n, 0n)
    await ledger.hold({ id: newId(), code: 'test.hold', account: customerAccount(owner, 'COP'), amount: 30_000_050n })
    const rows = await get(owner)
    expect(rows).toEqual([
      {
        asset: 'COP',
        assetName: 'COP',
        assetIcon: '/assets/tokens/COP.svg',
        amount: '1000000',
        available: '699999.5',
        held: '300000.5',
        valueCop: '1000000',
        percentage: '49.37%',
        price: null,
      },
      {
        asset: 'BTC',
        assetName: 'BTC',
        assetIcon: '/assets/tokens/BTC.svg',
        amount: '0.0025',
        available: '0.0025',
        held: '0',
        valueCop: '1025625',
        percentage: '50.63%',
        price: { cop: '410250000', source: 'binance', at: '2026-01-02T00:00:00.000Z', isStale: false },
      },
      {
        asset: 'USDT',
        assetName: 'USDT',
        assetIcon: '/assets/tokens/USDT.svg',
        amount: '0',
        available: '0',
        held: '0',
        valueCop: '0',
        percentage: '0.00%',
        price: { cop: '4100.5', source: 'bitso', at: '2026-01-01T00:00:00.000Z', isStale: true },
      },
    ])
  })

  it('MON-02 the total is the sum of the rows, with the age of its oldest price', async () => {
    const owner = await personWith(100_000_000n, 250_000n, 10_000_000n)
    const total = await get<BalanceTotal>(owner, '/total')
    expect(total).toEqual({
      totalCop: '2066630',
      knownCop: '2066630',
      withoutPrice: [],
      pricedAt: '2026-01-01T00:00:00.000Z',
      // A tenth of the bitcoins' value; the pesos and dollars did not change.
      dayChange: { cop: '102562.5', percentage: '5.22%' },
    })
  })

  it('MON-02 an amount without a price has no value and no share, never zero', async () => {
    const owner = await personWith(100_000_000n, 250_000n, 0n)
    prices.BTC = null
    const rows = await get<{ valueCop: string | null; percentage: string | null; amount: string }[]>(owner)
    expect(rows.map(({ amount, valueCop, percentage }) => [amount, valueCop, percentage])).toEqual([
      ['1000000', '1000000', null],
      ['0.0025', null, null],
      ['0', '0', null],
    ])
    const total = await get<BalanceTotal>(owner, '/total/')
    expect(total).toEqual({ totalCop: null, knownCop: '1000000', withoutPrice: ['BTC'], pricedAt: null, dayChange: null })
  })

  it('MON-02 the value over time is the holding of each moment at its price, and ends with the present', async () => {
    const owner = await personWith(100_000_000n, 0n, 0n)
    platform.clock.advance(3 * DAY_MS)
    await personWith(0n, 250_000n, 0n, owner)
    platform.clock.advance(2 * DAY_MS)
    const { period, points } = await get<ValueHistory>(owner, '/value?period=week')
    expect(period).toBe('week')
    expect(points.map(({ valueCop }) => valueCop)).toEqual([
      ...Array(8).fill('0'),
      ...Array(12).fill('1000000'),
      ...Array(8).fill('1923062.5'),
      '2025625',
    ])
    const times = points.map(({ at }) => Date.parse(at))
    expect(times.at(-1)).toBeGreaterThan(Date.now() + 5 * DAY_MS - 60_000)
    expect(new Set(times.slice(1).map((at, place) => at - (times[place] ?? 0)))).toEqual(new Set([DAY_MS / 4]))
  })

  it('MON-02 a holding without a known price has no value, and pesos need no price', async () => {
    const owner = await personWith(100_000_000n, 250_000n, 0n)
    platform.clock.advance(25 * DAY_MS)
    const { points } = await get<ValueHistory>(owner, '/value')
    const values = points.map(({ valueCop }) => valueCop)
    expect(values.slice(0, 5)).toEqual(Array(5).fill('0'))
    expect(values.slice(6, 10)).toEqual(Array(4).fill(null))
    expect(values.slice(11)).toEqual([...Array(19).fill('1923062.5'), '2025625'])
  })

  it('MON-02 accepts only the listed periods', async () => {
    const response = await fetch(`${server.url}/virtual-ledger/balances/users/value?period=century`, {
      headers: { authorization: `Bearer ${newId()}` },
    })
    expect(response.status).toBe(400)
  })

  it('a new customer has nothing, at any prices', async () => {
    prices.BTC = prices.USDT = null
    const rows = await get<{ amount: string; percentage: string }[]>(newId())
    expect(rows.map(({ amount, percentage }) => [amount, percentage])).toEqual(Array(3).fill(['0', '0.00%']))
    expect((await get<BalanceTotal>(newId(), '/total')).totalCop).toBe('0')
  })

  it('is available to customers only', async () => {
    expect((await fetch(`${server.url}/virtual-ledger/balances/users`)).status).toBe(401)
    const officer = await fetch(`${server.url}/virtual-ledger/balances/users`, { headers: { authorization: `Bearer ${OFFICER}` } })
    expect(officer.status).toBe(403)
  })
})
