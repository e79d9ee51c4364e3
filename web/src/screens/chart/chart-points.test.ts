import { describe, expect, it } from 'vitest'
import { candlePoints, chartPair, productPoints, summarize } from './chart-points.ts'

const SCALE = 10n ** 8n
const candle = (minute: number, close: bigint) => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  open: close * SCALE,
  high: (close + 1n) * SCALE,
  low: (close - 1n) * SCALE,
  close: close * SCALE,
})
const START = Date.UTC(2026, 0, 1) / 1000

describe('EX-09 the prices of two tokens', () => {
  it('are quoted in pesos first and in dollars second, whatever the direction', () => {
    expect(chartPair('COP', 'BTC')).toEqual({ base: 'BTC', quote: 'COP', pairs: ['BTCUSDT', 'COPUSDT'] })
    expect(chartPair('BTC', 'COP')).toEqual(chartPair('COP', 'BTC'))
    expect(chartPair('USDT', 'COP')).toEqual({ base: 'USDT', quote: 'COP', pairs: ['COPUSDT'] })
    expect(chartPair('USDT', 'BTC')).toEqual({ base: 'BTC', quote: 'USDT', pairs: ['BTCUSDT'] })
    expect(chartPair('BTC', 'PAXG')).toBeNull()
  })

  it('are drawn as single-pair candles', () => {
    expect(candlePoints([candle(1, 5n)])).toEqual([
      { time: START + 60, open: 5n * SCALE, high: 6n * SCALE, low: 4n * SCALE, close: 5n * SCALE },
    ])
  })

  it('are multiplied at the close, with the last peso price known by then', () => {
    const points = productPoints([candle(0, 2n), candle(1, 3n), candle(2, 4n)], [candle(1, 10n), candle(5, 20n)])
    expect(points.map(({ time, close }) => [time - START, close / SCALE])).toEqual([
      [60, 30n],
      [120, 40n],
    ])
    expect(points[0]?.high).toBeNull()
  })
})

it('summarizes a range', () => {
  expect(summarize(candlePoints([candle(0, 100n), candle(1, 90n), candle(2, 110n)]))).toEqual({
    open: 100n * SCALE,
    close: 110n * SCALE,
    high: 111n * SCALE,
    low: 89n * SCALE,
    changeBps: 1_000n,
  })
  expect(summarize([])).toBeNull()
})
