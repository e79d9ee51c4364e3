import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPricingSettings } from './config.ts'
import { candleStart, deviates, joinCandles, judge, multiplyPrices, type PriceFacts } from './rules.ts'
import type { Quote, SourceName, StoredCandle } from './types.ts'

const now = new Date('2026-02-02T12:00:00Z')
const E8 = 10n ** 8n

function quote(price: bigint, { ageMs = 0, source = 'binance' }: { ageMs?: number; source?: SourceName } = {}): Quote {
  return { price: price * E8, bid: null, ask: null, source, at: new Date(now.getTime() - ageMs) }
}

const facts = (given: Partial<PriceFacts>): PriceFacts => ({
  primary: null,
  secondary: null,
  lastGood: null,
  now,
  staleAfterMs: 60_000,
  maxDeviationBps: 300,
  maxJumpBps: 2_000,
  confirmedPrice: null,
  operatorPrice: null,
  ...given,
})

describe('accepted prices (MON-02)', () => {
  it('takes the primary when the second source agrees', () => {
    const primary = quote(100_000n)
    expect(judge(facts({ primary, secondary: quote(97_100n, { ageMs: 200_000 }) }))).toEqual({
      kind: 'accept',
      quote: primary,
      isConfirmed: true,
    })
  })

  it('freezes when two sources differ by more than 3 %, in either direction', () => {
    const frozen = { kind: 'freeze', reason: 'sources_disagree' }
    expect(judge(facts({ primary: quote(103_001n), secondary: quote(100_000n) }))).toEqual(frozen)
    expect(judge(facts({ primary: quote(100_000n), secondary: quote(103_001n) }))).toEqual(frozen)
    expect(judge(facts({ primary: quote(103_000n), secondary: quote(100_000n) })).kind).toBe('accept')
  })

  it('falls back to the second source when the first is missing or old', () => {
    const secondary = quote(3_801n, { source: 'trm' })
    expect(judge(facts({ secondary }))).toEqual({ kind: 'accept', quote: secondary, isConfirmed: true })
    expect(judge(facts({ primary: quote(3_797n, { ageMs: 60_001 }), secondary }))).toEqual({
      kind: 'accept',
      quote: secondary,
      isConfirmed: true,
    })
  })

  it('does not let a single source jump from a recent price', () => {
    const lastGood = quote(91_000n, { ageMs: 30_000 })
    expect(judge(facts({ primary: quote(9_100_000n), lastGood }))).toEqual({ kind: 'freeze', reason: 'jump_unconfirmed' })
    expect(judge(facts({ primary: quote(93_000n), lastGood })).kind).toBe('accept')
  })

  it('H10 rejects a single distant source permanently, also in small steps', () => {
    const jump = { kind: 'freeze', reason: 'jump_unconfirmed' }
    expect(judge(facts({ primary: quote(912_059n), lastGood: quote(91_000n, { ageMs: 100 * 3_600_000 }) }))).toEqual(jump)
    const crept = facts({ primary: quote(95_000n), lastGood: quote(93_000n), confirmedPrice: 91_000n * E8 })
    expect(judge(crept)).toEqual(jump)
    expect(judge({ ...crept, primary: quote(93_500n) })).toMatchObject({ kind: 'accept', isConfirmed: false })
    expect(judge({ ...crept, operatorPrice: 94_500n * E8 })).toMatchObject({ kind: 'accept', isConfirmed: true })
  })

  it('H10 rejects all sources together far from the confirmed price, unless an operator confirms it', () => {
    const tenth = facts({ primary: quote(380n), secondary: quote(381n), lastGood: quote(3_800n, { ageMs: 7_200_000 }) })
    expect(judge(tenth)).toEqual({ kind: 'freeze', reason: 'jump_of_all_sources' })
    expect(judge({ ...tenth, operatorPrice: 3_800n * E8 }).kind).toBe('freeze')
    expect(judge({ ...tenth, operatorPrice: 382n * E8 })).toMatchObject({ kind: 'accept', isConfirmed: true })
    expect(judge({ ...tenth, primary: quote(4_500n), secondary: quote(4_510n) }).kind).toBe('accept')
  })

  it('H10 an operator confirms a price of a pair in the settings', () => {
    const { confirmedPrices } = readPricingSettings({ PRICING_CONFIRMED_COPUSDT: '3821.5' }, { profile: 'demo' })
    expect(confirmedPrices).toEqual({ BTCUSDT: null, COPUSDT: 382_150_000_000n })
  })

  it('H10 treats a price of zero or less as no answer', () => {
    const secondary = quote(3_801n, { source: 'trm' })
    for (const price of [0n, -3_800n]) expect(judge(facts({ primary: quote(price), secondary }))).toMatchObject({ quote: secondary })
  })

  it('keeps the current price when no source answers, or when the answer is older', () => {
    expect(judge(facts({ lastGood: quote(91_000n) }))).toEqual({ kind: 'keep' })
    expect(judge(facts({ secondary: quote(91_000n, { ageMs: 40_000 }), lastGood: quote(91_000n, { ageMs: 5_000 }) }))).toEqual({
      kind: 'keep',
    })
  })

  it('never accepts a price that differs from a fresh second opinion by more than the limit', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(price, price, (first, second) => {
        const verdict = judge(facts({ primary: quote(first), secondary: quote(second) }))
        expect(verdict.kind === 'accept').toBe(!deviates(first, second, 300))
      }),
    )
  })
})

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
