import { client } from '@tunjo/contract/client'
import { pricing as contract, PAIRS, type PairPrice } from '@tunjo/contract/pricing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ControlCommand } from '../../../../../dev/sandbox/controls.ts'
import { priceSources } from '../../../../../dev/sandbox/switch-types.ts'
import { startTestSandbox, type TestSandbox, until } from '../../../../../dev/sandbox/testing.ts'
import { settingsOfSandbox } from '../../../../../dev/sandbox-settings.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createOutbox } from '../../../platform/events/outbox.ts'
import { createHttpServer } from '../../../platform/http/server.ts'
import { createJobs } from '../../../platform/jobs/jobs.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { readPlatformSettings } from '../../../platform/process/config.ts'
import { type MovableClock, movableClock } from '../../../platform/time/clock.ts'
import { createUploads } from '../../../platform/uploads/index.ts'
import { deviates } from './deviation.ts'
import { createPricing, type Pricing } from './index.ts'

let database: TestDatabase
let sandbox: TestSandbox
let clock: MovableClock
let pricing: Pricing
let origin: string
let api: ReturnType<typeof client<typeof contract>>
const stops: (() => Promise<unknown>)[] = []
const log = createLog({ level: 'silent', pretty: false })

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  // Candles change with the minute: every test starts ten seconds into one.
  clock = movableClock(70_000 - (Date.now() % 60_000))
  sandbox = await startTestSandbox({ clock })
  await sql`TRUNCATE pricing.price, pricing.candle, platform.event`.execute(database.owner)
  const settings = readPlatformSettings({}, [])
  const env = priceSettings()
  const { db } = database
  const jobs = createJobs({ db, clock, log })
  pricing = createPricing({ db, clock, log, jobs, outbox: createOutbox({ db, clock, log, jobs }), env, settings })
  const authenticate = async () => null
  const app = await createHttpServer({
    settings,
    db,
    clock,
    log,
    routes: pricing.routes,
    authenticate,
    stepUp: async () => undefined,
    uploads: createUploads({ env, log }),
    webFolder: null,
  })
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  api = client(contract, (path, init) => fetch(origin + path, init))
  stops.push(
    () => app.close(),
    () => jobs.stop(),
    () => sandbox.close(),
  )
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function priceSettings() {
  return { ...settingsOfSandbox(sandbox.sandbox), PRICING_POLL_MS: '1000' }
}

type PriceCommand = Extract<ControlCommand, { action: 'prices' }>
const set = (source: PriceCommand['source'], mode: PriceCommand['mode'], value?: number) =>
  sandbox.sandbox.controls.apply({ action: 'prices', source, mode, value })
const price = (pair = 'COPUSDT'): Promise<PairPrice> => api.price({ params: { pair } })
const events = async () => (await sql`SELECT 1 FROM platform.event WHERE type = 'pricing.price_updated'`.execute(database.db)).rows.length

describe('API-01 GET /pricing/price/:pair', () => {
  it('MON-02 answers both prices of the home cards with source, age and both sides of the book', async () => {
    const before = clock.now().getTime()
    await pricing.poll()
    const btc = await price('BTCUSDT')
    expect(btc).toMatchObject({ pair: 'BTCUSDT', source: 'binance', stale: false, frozen: false })
    expect(btc.price > 9_096_000_000_000n && btc.price < 9_151_000_000_000n).toBe(true)
    const cop = await price('COPUSDT')
    expect(cop.price > 378_500_000_000n && cop.price < 380_900_000_000n).toBe(true)
    expect(cop.bid !== null && cop.ask !== null && cop.bid < cop.price && cop.price < cop.ask).toBe(true)
    expect(cop.ageMs).toBeLessThanOrEqual(clock.now().getTime() - before)
    clock.advance(7_000)
    expect((await price('COPUSDT')).ageMs).toBeGreaterThanOrEqual(cop.ageMs + 7_000)
  })

  it('API-02 writes decimals as text', async () => {
    await pricing.poll()
    const body = await (await fetch(`${origin}/pricing/price/COPUSDT`)).text()
    expect(body).toMatch(/"price":"3[78]\d\d(\.\d{1,2})?"/)
  })

  it('does not find other pairs, nor prices before the first round', async () => {
    await expect(price('DOGEUSDT')).rejects.toMatchObject({ status: 404, problem: { code: 'pricing.pair_unknown' } })
    await expect(price('COPUSDT')).rejects.toMatchObject({ status: 503, problem: { code: 'pricing.price_unavailable' } })
  })
})

describe('when a source fails', () => {
  it('marks a price as stale after a minute without updates, keeps showing it and refuses to trade at it', async () => {
    await pricing.poll()
    const before = await price()
    for (const source of priceSources) set(source, 'outage')
    await pricing.poll()
    expect(await pricing.tradablePrice('COPUSDT')).toMatchObject({ price: before.price })
    clock.advance(61_000)
    await pricing.poll()
    const stopped = { price: before.price, stale: true, frozen: true, refusal: 'pricing.sources_too_few' }
    expect(await price()).toMatchObject(stopped)
    await expect(pricing.tradablePrice('COPUSDT')).rejects.toMatchObject({ refusal: { code: 'pricing.sources_too_few' } })
    set('binance', 'ok')
    clock.advance(1)
    await pricing.poll()
    expect(await price()).toMatchObject(stopped)
    set('bitso', 'ok')
    clock.advance(1)
    await pricing.poll()
    expect(await price()).toMatchObject({ stale: false, refusal: null })
  })

  it('marks a price as too old when no process polls', async () => {
    await pricing.poll()
    clock.advance(61_000)
    expect(await price()).toMatchObject({ stale: true, frozen: false, refusal: 'pricing.price_stale' })
    await expect(pricing.tradablePrice('COPUSDT')).rejects.toMatchObject({ refusal: { code: 'pricing.price_stale' } })
  })

  it.each(priceSources)('MON-02 one source that lies by 30 %% changes nothing: %s', async (source) => {
    for (const percent of [130, 70]) {
      await pricing.poll()
      const before = await Promise.all([price('BTCUSDT'), price('COPUSDT')])
      set(source, 'deviate', percent)
      clock.advance(1_000)
      await pricing.poll()
      for (const [index, pair] of PAIRS.entries()) {
        const found = await pricing.tradablePrice(pair)
        // The official rate is a few pesos from the exchanges.
        expect(deviates(found.price, before[index]?.price ?? 0n, 100)).toBe(false)
      }
      const { [`outlier:${source}`]: outliers } = await pricing.sourceFigures.read()
      expect(outliers).toBeGreaterThan(0)
      set(source, 'ok')
      clock.advance(1_000)
    }
  })

  it('takes the next source for USDTCOP when the exchange does not list it', async () => {
    set('binance', 'symbol-missing')
    await pricing.poll()
    expect(await price('COPUSDT')).toMatchObject({ source: 'bitso', stale: false })
    expect(await price('BTCUSDT')).toMatchObject({ source: 'binance' })
  })

  it('takes the next source also when the pair is delisted later', async () => {
    await pricing.poll()
    set('binance', 'symbol-missing')
    clock.advance(1_000)
    await pricing.poll()
    expect(await price('COPUSDT')).toMatchObject({ source: 'bitso' })
  })

  it('takes Coinbase for bitcoin when the exchange is down', async () => {
    set('binance', 'outage')
    await pricing.poll()
    expect(await price('BTCUSDT')).toMatchObject({ source: 'coinbase', stale: false })
  })

  it('does not count frozen prices of the exchange as updates', async () => {
    await pricing.poll()
    set('binance', 'stale')
    clock.advance(61_000)
    await pricing.poll()
    expect(await price('COPUSDT')).toMatchObject({ source: 'bitso', stale: false })
  })

  it('freezes when two sources differ by more than 3 %, and resumes when they agree', async () => {
    await pricing.poll()
    const before = await price('BTCUSDT')
    set('coingecko', 'outage')
    set('binance', 'deviate', 104)
    clock.advance(1_000)
    await pricing.poll()
    expect(await price('BTCUSDT')).toMatchObject({ price: before.price, frozen: true, stale: true, refusal: 'pricing.sources_disagree' })
    const announced = await events()
    await pricing.poll()
    expect(await events()).toBe(announced)
    await expect(pricing.tradablePrice('BTCUSDT')).rejects.toMatchObject({ refusal: { code: 'pricing.sources_disagree' } })
    set('binance', 'ok')
    clock.advance(1_000)
    await pricing.poll()
    expect(await price('BTCUSDT')).toMatchObject({ frozen: false, stale: false })
  })

  it('rejects a feed that is 100 times too high while the others are down', async () => {
    await pricing.poll()
    const before = await price('BTCUSDT')
    set('coingecko', 'outage')
    set('coinbase', 'outage')
    set('binance', 'deviate', 10_000)
    clock.advance(1_000)
    await pricing.poll()
    expect(await price('BTCUSDT')).toMatchObject({ price: before.price, frozen: true })
  })

  it('rejects a price of zero', async () => {
    await pricing.poll()
    const before = await price('COPUSDT')
    for (const source of priceSources) set(source, 'deviate', 0)
    clock.advance(1_000)
    await pricing.poll()
    expect(await price('COPUSDT')).toMatchObject({ price: before.price })
  })

  it('pauses requests to a source that asks for it', async () => {
    set('binance', 'rate-limit', 3)
    await pricing.poll()
    set('binance', 'ok')
    await pricing.poll()
    expect(await price('COPUSDT')).toMatchObject({ source: 'bitso' })
    await until(async () => {
      clock.advance(1)
      await pricing.poll()
      return (await price('COPUSDT')).source === 'binance'
    }, 15_000)
  })
})

describe('in pesos, for balances', () => {
  it('MON-02 multiplies without a float', async () => {
    await pricing.poll()
    const [btc, cop] = [await pricing.price('BTCUSDT'), await pricing.price('COPUSDT')]
    expect(await pricing.priceInCop('BTC')).toMatchObject({ price: (btc.price * cop.price) / 10n ** 8n, scale: 8, isStale: false })
    expect(await pricing.priceInCop('USDT')).toMatchObject({ price: cop.price, source: 'binance' })
  })

  it('has no value instead of a wrong one: none before the first price, none after a day', async () => {
    expect(await pricing.priceInCop('BTC')).toBeNull()
    await pricing.poll()
    clock.advance(3_600_000)
    expect(await pricing.priceInCop('BTC')).toMatchObject({ isStale: true })
    clock.advance(24 * 3_600_000)
    expect(await pricing.priceInCop('BTC')).toBeNull()
  })
})

it('publishes a price only when it changed', async () => {
  await pricing.poll()
  await pricing.poll()
  expect(await events()).toBe(2)
  clock.advance(60_000)
  await pricing.poll()
  expect(await events()).toBeGreaterThan(2)
})

describe('GET /pricing/candles/:pair', () => {
  const candles = (interval: '1m' | '5m' | '15m' | '1h' | '4h' | '1d', limit = 200) =>
    api.candles({ params: { pair: 'BTCUSDT' }, query: { interval, limit } })

  it('has history from the start, in every interval, without gaps', async () => {
    await pricing.poll()
    await pricing.refreshCandles()
    for (const [interval, minutes] of [
      ['1m', 1],
      ['5m', 5],
      ['15m', 15],
      ['1h', 60],
      ['4h', 240],
      ['1d', 1440],
    ] as const) {
      const { candles: rows } = await candles(interval, 50)
      expect(rows).toHaveLength(50)
      for (const [index, row] of rows.entries()) {
        expect(row.low <= row.open && row.open <= row.high && row.low <= row.close && row.close <= row.high).toBe(true)
        const before = rows[index - 1]
        if (before) expect(Date.parse(row.at) - Date.parse(before.at)).toBe(minutes * 60_000)
        if (before) expect(row.open).toBe(before.close)
      }
    }
  })

  it('fills the gap of a pause', async () => {
    await pricing.refreshCandles()
    clock.advance(30 * 60_000)
    await pricing.poll()
    await pricing.refreshCandles()
    const { candles: rows } = await candles('1m', 60)
    expect(rows).toHaveLength(60)
  })

  it('builds candles from polled prices when the exchange has none', async () => {
    set('binance', 'symbol-missing')
    await pricing.poll()
    await pricing.refreshCandles()
    const { candles: rows } = await api.candles({ params: { pair: 'COPUSDT' }, query: { interval: '1h' } })
    const seen = await price('COPUSDT')
    expect(rows).toMatchObject([{ open: seen.price, close: seen.price }])
  })

  it('deletes candles that no chart uses', async () => {
    await pricing.refreshCandles()
    clock.advance(8 * 24 * 3_600_000)
    await pricing.refreshCandles()
    const oldest = await sql<{ open_at: Date }>`SELECT min(open_at) AS open_at FROM pricing.candle WHERE period = '1m'`.execute(database.db)
    expect(clock.now().getTime() - Number(oldest.rows[0]?.open_at)).toBeLessThanOrEqual(7 * 24 * 3_600_000)
  })

  it('refuses another interval and another pair', async () => {
    await expect(api.candles({ params: { pair: 'X' } })).rejects.toMatchObject({ status: 404 })
    for (const query of ['limit=501', 'limit=0', 'interval=2m']) {
      expect((await fetch(`${origin}/pricing/candles/BTCUSDT?${query}`)).status).toBe(400)
    }
  })
})

it('polls automatically, every few seconds', async () => {
  const jobs = createJobs({ db: database.db, clock, log })
  const env = priceSettings()
  const settings = readPlatformSettings({}, [])
  createPricing({ db: database.db, clock, log, jobs, outbox: createOutbox({ db: database.db, clock, log, jobs }), env, settings })
  jobs.start(new Set(['scheduler']))
  stops.unshift(() => jobs.stop())
  await until(async () => (await pricing.priceInCop('BTC')) !== null)
})

describe('past prices', () => {
  const HOUR_MS = 3_600_000
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds)

  it('MON-02 are the close of the last candle that had ended by then, by the hour and by the day', async () => {
    await pricing.poll()
    await pricing.refreshCandles()
    for (const [interval, instant] of [
      ['1h', ago(30 * HOUR_MS)],
      ['1d', ago(200 * 24 * HOUR_MS)],
    ] as const) {
      const lengthMs = interval === '1h' ? HOUR_MS : 24 * HOUR_MS
      const { candles } = await api.candles({ params: { pair: 'COPUSDT' }, query: { interval, limit: 500 } })
      const last = candles.filter(({ at }) => Date.parse(at) + lengthMs <= instant.getTime()).at(-1)
      const [found] = await pricing.copPricesAt('USDT', [instant])
      expect(found).toEqual({ at: instant, price: last?.close, scale: 8 })
    }
  })

  it('MON-02 of a bitcoin are its dollars times the pesos of a dollar, in the order of the instants', async () => {
    await pricing.poll()
    await pricing.refreshCandles()
    const instants = [ago(50 * HOUR_MS), ago(2 * HOUR_MS)]
    const [dollars, bitcoins] = await Promise.all([pricing.copPricesAt('USDT', instants), pricing.copPricesAt('BTC', instants)])
    const { candles } = await api.candles({ params: { pair: 'BTCUSDT' }, query: { interval: '1h', limit: 100 } })
    for (const [place, at] of instants.entries()) {
      const close = candles.filter((candle) => Date.parse(candle.at) + HOUR_MS <= at.getTime()).at(-1)?.close ?? 0n
      expect(bitcoins[place]?.price).toBe((close * (dollars[place]?.price ?? 0n)) / 10n ** 8n)
    }
  })

  it('MON-02 are unknown before the first candle, and never outdated', async () => {
    await pricing.poll()
    await pricing.refreshCandles()
    expect(await pricing.copPricesAt('BTC', [ago(3_000 * 24 * HOUR_MS), ago(HOUR_MS)])).toEqual([null, expect.anything()])
    await sql`DELETE FROM pricing.candle WHERE open_at > ${ago(6 * 24 * HOUR_MS)}`.execute(database.owner)
    expect(await pricing.copPricesAt('USDT', [ago(HOUR_MS)])).toEqual([null])
  })
})
