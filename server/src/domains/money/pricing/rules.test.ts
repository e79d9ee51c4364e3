import { describe, expect, it } from 'vitest'
import { candleStart, joinCandles, multiplyPrices } from './rules.ts'
import type { StoredCandle } from './types.ts'

const now = new Date('2026-02-02T12:00:00Z')

it('multiplies prices without losing a significant digit', () => {
  expect(multiplyPrices(9_123_456_000_000n, 379_700_000_000n)).toBe(34_641_762_432_000_000n)
})

describe('candles', () => {
  const candle = (minute: number, open: bigint, high: bigint, low: bigint, close: bigint): StoredCandle => ({
    openAt: new Date(now.getTime() + minute * 60_000),
    open,
    high,
    low,
    close,
  })

  it('start at whole multiples of their interval in UTC', () => {
    const at = new Date('2026-02-02T13:47:12Z')
    expect(candleStart(at, '1m', 15).toISOString()).toBe('2026-02-02T13:45:00.000Z')
    expect(candleStart(at, '1h', 4).toISOString()).toBe('2026-02-02T12:00:00.000Z')
    expect(candleStart(at, '1d').toISOString()).toBe('2026-02-02T00:00:00.000Z')
  })

  it('join into longer ones', () => {
    const joined = joinCandles([candle(0, 10n, 12n, 9n, 11n), candle(3, 11n, 15n, 11n, 14n), candle(5, 14n, 14n, 7n, 8n)], '5m')
    expect(joined).toEqual([candle(0, 10n, 15n, 9n, 14n), candle(5, 14n, 14n, 7n, 8n)])
  })
})
