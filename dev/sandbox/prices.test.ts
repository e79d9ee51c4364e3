import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priceAt, trmHundredths } from './price-walk.ts'
import { startTestSandbox, type TestSandbox } from './testing.ts'

// 2026-02-02 is a Monday; 12:00 UTC is 07:00 in Bogotá.
const MONDAY = Date.parse('2026-02-02T12:00:30Z')

let test: TestSandbox
let now: number

beforeEach(async () => {
  now = MONDAY
  test = await startTestSandbox({ clock: { now: () => new Date(now) } })
})
afterEach(() => test.close())

async function get(path: string) {
  const response = await fetch(`${test.sandbox.url}/prices${path}`)
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are what these tests check
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

describe('the walk', () => {
  it('stays within 0.3 % of its base and moves little from minute to minute', () => {
    const start = Math.floor(MONDAY / 60_000)
    for (const [symbol, base] of [
      ['BTCUSDT', 9_123_456n],
      ['USDTCOP', 379_700n],
    ] as const) {
      const limit = (base * 3n) / 1000n + 1n
      const seen = new Set<bigint>()
      for (let minute = start; minute < start + 3000; minute += 1) {
        const { hundredths, bidHundredths, askHundredths } = priceAt(symbol, minute)
        seen.add(hundredths)
        expect(hundredths - base < limit && base - hundredths < limit).toBe(true)
        expect(bidHundredths < hundredths && hundredths < askHundredths).toBe(true)
      }
      expect(seen.size).toBeGreaterThan(500)
    }
  })

  it('keeps the official rate near the exchange', () => {
    for (let day = 20_000; day < 20_100; day += 1) expect(Math.abs(Number(trmHundredths(day)) - 379_700)).toBeLessThan(3_797)
  })

  it('gives the same price after a restart', async () => {
    const before = await get('/api/v3/ticker/price?symbol=BTCUSDT')
    await test.restart()
    expect((await get('/api/v3/ticker/price?symbol=BTCUSDT')).body).toEqual(before.body)
  })
})

describe('Binance', () => {
  it('answers prices as text', async () => {
    const price = (await get('/api/v3/ticker/price?symbol=BTCUSDT')).body
    expect(price).toEqual({ symbol: 'BTCUSDT', price: expect.stringMatching(/^9[01]\d{3}\.\d{8}$/) })
    const book = (await get('/api/v3/ticker/bookTicker?symbol=USDTCOP')).body
    expect(Number(book.askPrice) - Number(book.bidPrice)).toBeCloseTo(4)
    const day = (await get('/api/v3/ticker/24hr?symbol=USDTCOP')).body
    expect(day).toMatchObject({ symbol: 'USDTCOP', bidPrice: book.bidPrice, closeTime: MONDAY })
    expect(day.priceChangePercent).toMatch(/^-?\d+\.\d{2}$/)
  })

  it('names its symbols and refuses others', async () => {
    const { body, headers } = await get('/api/v3/exchangeInfo')
    expect(body.symbols.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTCUSDT', 'USDTCOP'])
    expect(headers.get('x-mbx-used-weight-1m')).toBeTruthy()
    expect(await get('/api/v3/ticker/price?symbol=DOGEUSDT')).toMatchObject({ status: 400, body: { code: -1121 } })
  })

  it('draws candles without gaps, each inside its bounds', async () => {
    const { body } = await get('/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=60')
    expect(body).toHaveLength(60)
    expect(body.at(-1)[0]).toBe(Date.parse('2026-02-02T12:00:00Z'))
    for (const [index, [openTime, open, high, low, close, , closeTime]] of body.entries()) {
      expect(closeTime - openTime).toBe(59_999)
      expect(Number(high)).toBeGreaterThan(Math.max(Number(open), Number(close)))
      expect(Number(low)).toBeLessThan(Math.min(Number(open), Number(close)))
      if (index > 0) expect(open).toBe(body[index - 1][4])
    }
    expect(body.at(-1)[4]).toBe((await get('/api/v3/ticker/price?symbol=BTCUSDT')).body.price.slice(0, -6))
  })

  it('keeps a candle the same when it is asked for later', async () => {
    const query = `/api/v3/klines?symbol=USDTCOP&interval=1h&startTime=${MONDAY - 7_200_000}&limit=1`
    const { body } = await get(query)
    now += 3_600_000
    expect((await get(query)).body).toEqual(body)
    expect(body[0][0]).toBe(Date.parse('2026-02-02T11:00:00Z'))
  })

  it.each(['1d', '1w', '3d', '12h'])('aligns %s candles', async (interval) => {
    const { body } = await get(`/api/v3/klines?symbol=BTCUSDT&interval=${interval}&limit=10`)
    expect(body).toHaveLength(10)
    if (interval === '1w') expect(new Date(body[0][0]).getUTCDay()).toBe(1)
  })
})

it('CoinGecko answers numbers and when they were taken', async () => {
  const { body } = await get('/api/v3/simple/price?ids=bitcoin,tether&vs_currencies=usd')
  expect(body).toMatchObject({ tether: { usd: 1 }, bitcoin: { usd: expect.any(Number), last_updated_at: Math.floor(MONDAY / 1000) } })
})

it('Coinbase and Bitso answer the same market as texts, with the time', async () => {
  const time = new Date(MONDAY).toISOString()
  const day = async (symbol: string) => (await get(`/api/v3/ticker/24hr?symbol=${symbol}`)).body
  const [bitcoin, dollar] = [await day('BTCUSDT'), await day('USDTCOP')]
  const { body: coinbase } = await get('/products/BTC-USDT/ticker')
  expect(coinbase).toMatchObject({ price: bitcoin.lastPrice, bid: bitcoin.bidPrice, ask: bitcoin.askPrice, time })
  const { body: bitso } = await get('/v3/ticker/?book=usdt_cop')
  expect(bitso).toMatchObject({
    success: true,
    payload: { book: 'usdt_cop', last: dollar.lastPrice, bid: dollar.bidPrice, created_at: time },
  })
  expect((await get('/v3/ticker/?book=btc_doge')).status).toBe(400)
})

describe('TRM', () => {
  const rows = async () => (await get('/resource/32sa-8pi3.json?$limit=3&$order=vigenciadesde%20DESC')).body

  it('covers Saturday to Monday with one row', async () => {
    const [newest, friday] = await rows()
    expect(newest).toMatchObject({ unidad: 'COP', vigenciadesde: '2026-01-31T00:00:00.000', vigenciahasta: '2026-02-02T00:00:00.000' })
    expect(friday.vigenciadesde).toBe('2026-01-30T00:00:00.000')
    expect(newest.valor).toMatch(/^3\d{3}\.\d{2}$/)
  })

  it("shows tomorrow's rate in the evening", async () => {
    now = Date.parse('2026-02-03T00:00:00Z')
    expect((await rows()).map((row: { vigenciadesde: string }) => row.vigenciadesde.slice(0, 10))).toEqual([
      '2026-02-03',
      '2026-01-31',
      '2026-01-30',
    ])
  })
})

describe('switches', () => {
  const set = (mode: 'ok' | 'rate-limit' | 'outage' | 'stale' | 'deviate' | 'symbol-missing', value?: number) =>
    test.sandbox.controls.apply({ action: 'prices', source: 'binance', mode, value })

  it('limits one source and leaves the others', async () => {
    set('rate-limit', 7)
    const limited = await get('/api/v3/ticker/price?symbol=BTCUSDT')
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('7')
    expect((await get('/api/v3/simple/price')).status).toBe(200)
  })

  it('goes down and comes back', async () => {
    set('outage')
    expect((await get('/api/v3/exchangeInfo')).status).toBe(503)
    set('ok')
    expect((await get('/api/v3/exchangeInfo')).status).toBe(200)
  })

  it('freezes', async () => {
    set('stale')
    const before = (await get('/api/v3/ticker/24hr?symbol=BTCUSDT')).body
    now += 600_000
    expect((await get('/api/v3/ticker/24hr?symbol=BTCUSDT')).body).toEqual(before)
  })

  it('deviates', async () => {
    const before = Number((await get('/api/v3/ticker/price?symbol=BTCUSDT')).body.price)
    set('deviate', 10_000)
    expect(Number((await get('/api/v3/ticker/price?symbol=BTCUSDT')).body.price)).toBeCloseTo(before * 100)
  })

  it('delists USDTCOP', async () => {
    set('symbol-missing')
    expect((await get('/api/v3/exchangeInfo')).body.symbols).toHaveLength(1)
    expect((await get('/api/v3/ticker/price?symbol=USDTCOP')).status).toBe(400)
  })
})
