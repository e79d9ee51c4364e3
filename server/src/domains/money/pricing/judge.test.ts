import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPricingSettings } from './config.ts'
import { deviates } from './deviation.ts'
import { judge, type PriceFacts } from './judge.ts'
import type { SourceAnswer } from './median.ts'
import type { Quote, SourceName } from './types.ts'

const now = new Date('2026-02-02T12:00:00Z')
const E8 = 10n ** 8n
const BAND_BPS = 300
const NAMES: readonly SourceName[] = ['binance', 'coinbase', 'coingecko', 'bitso', 'trm']

function quote(price: bigint, { ageMs = 0, source = 'binance' }: { ageMs?: number; source?: SourceName } = {}): Quote {
  return { price: price * E8, bid: null, ask: null, source, at: new Date(now.getTime() - ageMs) }
}

/** Answers of sources in the configured order; undefined is no answer. */
const answersOf = (...prices: readonly (bigint | undefined | { price: bigint; ageMs: number })[]): SourceAnswer[] =>
  prices.map((given, index) => {
    const source = NAMES[index] ?? 'trm'
    const { price, ageMs } = typeof given === 'object' ? given : { price: given, ageMs: 0 }
    return { source, maxAgeMs: 300_000, bandBps: BAND_BPS, quote: price === undefined ? null : quote(price, { ageMs, source }) }
  })

const facts = (answers: readonly SourceAnswer[], given: Partial<PriceFacts> = {}): PriceFacts => ({
  answers,
  lastGood: null,
  now,
  staleAfterMs: 60_000,
  minSources: 2,
  maxDeviationBps: 300,
  maxJumpBps: 2_000,
  confirmedPrice: null,
  operatorPrice: null,
  ...given,
})
const verdict = (answers: readonly SourceAnswer[], given: Partial<PriceFacts> = {}) => judge(facts(answers, given)).verdict

describe('median of price sources (MON-02)', () => {
  it('takes the middle one of three, and leaves out the one that lies by 30 %, in either direction', () => {
    expect(verdict(answersOf(100_000n, 101_000n, 100_500n))).toMatchObject({ kind: 'accept', quote: { price: 100_500n * E8 } })
    for (const lie of [130_000n, 70_000n, 1n]) {
      const judged = judge(facts(answersOf(100_000n, lie, 100_500n), { lastGood: quote(100_000n) }))
      expect(judged.leftOut).toEqual([{ source: 'coinbase', reason: 'outlier' }])
      expect(judged.verdict).toMatchObject({ kind: 'accept', isConfirmed: true, quote: { source: 'binance', price: 100_000n * E8 } })
    }
  })

  it('takes the first of two that agree, and freezes when two differ by more than the band', () => {
    expect(verdict(answersOf(100_000n, 97_100n))).toMatchObject({ kind: 'accept', quote: { price: 100_000n * E8 }, isConfirmed: true })
    const frozen = { kind: 'freeze', reason: 'sources_disagree' }
    expect(verdict(answersOf(103_001n, 100_000n))).toEqual(frozen)
    expect(verdict(answersOf(100_000n, 103_001n))).toEqual(frozen)
    expect(verdict(answersOf(103_000n, 100_000n)).kind).toBe('accept')
  })

  it('freezes when half of the sources agree on one price and half on another', () => {
    const halves = { kind: 'freeze', reason: 'sources_disagree' }
    expect(verdict(answersOf(100_000n, 100_010n, 130_000n, 130_010n))).toEqual(halves)
    expect(verdict(answersOf(100_000n, 110_000n, 130_000n))).toEqual(halves)
  })

  it('leaves out missing, invalid and old answers, each with its reason', () => {
    const answers = answersOf(100_000n, 0n, { price: 100_000n, ageMs: 300_001 }, undefined, 100_100n)
    const { used, leftOut } = judge(facts(answers))
    expect(used.map(({ source }) => source)).toEqual(['binance', 'trm'])
    expect(leftOut).toEqual([
      { source: 'coinbase', reason: 'invalid' },
      { source: 'coingecko', reason: 'old' },
      { source: 'bitso', reason: 'missing' },
    ])
  })

  it('lets an answer confirm others for its own age limit, but serves none that is too old for a trade', () => {
    const old = { price: 100_000n, ageMs: 200_000 }
    expect(verdict(answersOf(old, 100_100n))).toMatchObject({ kind: 'accept', quote: { source: 'coinbase' } })
    expect(verdict(answersOf(old, old))).toEqual({ kind: 'keep' })
  })

  it('too few sources keep the last price until it is old, and freeze it then', () => {
    for (const answers of [answersOf(undefined, undefined, undefined), answersOf(100_000n, undefined, undefined)]) {
      expect(verdict(answers, { lastGood: quote(100_000n, { ageMs: 60_000 }) })).toEqual({ kind: 'keep' })
      expect(verdict(answers, { lastGood: quote(100_000n, { ageMs: 60_001 }) })).toEqual({ kind: 'freeze', reason: 'sources_too_few' })
      expect(verdict(answers)).toEqual({ kind: 'keep' })
    }
    const three = { minSources: 3, lastGood: quote(100_000n, { ageMs: 60_001 }) }
    expect(verdict(answersOf(100_000n, 100_000n, 130_000n), three)).toEqual({ kind: 'freeze', reason: 'sources_too_few' })
  })

  it('H10 one source alone never moves the price, unless the settings allow it, and then only near the confirmed one', () => {
    const lastGood = quote(91_000n, { ageMs: 30_000 })
    const jump = { kind: 'freeze', reason: 'jump_unconfirmed' }
    expect(verdict(answersOf(93_000n), { lastGood })).toEqual({ kind: 'keep' })
    expect(verdict(answersOf(93_000n), { lastGood, minSources: 1 })).toMatchObject({ kind: 'accept', isConfirmed: false })
    for (const minSources of [1, 2]) expect(verdict(answersOf(9_100_000n), { lastGood, minSources })).toEqual(jump)
    const crept = { lastGood: quote(93_000n), confirmedPrice: 91_000n * E8, minSources: 1 }
    expect(verdict(answersOf(95_000n), crept)).toEqual(jump)
    expect(verdict(answersOf(95_000n), { ...crept, operatorPrice: 94_500n * E8 })).toMatchObject({ kind: 'accept', isConfirmed: true })
    expect(verdict(answersOf({ price: 91_000n, ageMs: 40_000 }), { ...crept, lastGood: quote(91_000n) })).toEqual({ kind: 'keep' })
  })

  it('H10 rejects all sources together far from the confirmed price, unless an operator confirms it', () => {
    const lastGood = quote(3_800n, { ageMs: 7_200_000 })
    const tenth = answersOf(380n, 381n, 380n)
    expect(verdict(tenth, { lastGood })).toEqual({ kind: 'freeze', reason: 'jump_of_all_sources' })
    expect(verdict(tenth, { lastGood, operatorPrice: 3_800n * E8 }).kind).toBe('freeze')
    expect(verdict(tenth, { lastGood, operatorPrice: 382n * E8 })).toMatchObject({ kind: 'accept', isConfirmed: true })
    expect(verdict(answersOf(4_500n, 4_510n, 4_505n), { lastGood }).kind).toBe('accept')
  })

  it('H10 an operator confirms a price of a pair in the settings', () => {
    const { confirmedPrices } = readPricingSettings({ PRICING_CONFIRMED_COPUSDT: '3821.5' }, { profile: 'demo' })
    expect(confirmedPrices).toEqual({ BTCUSDT: null, COPUSDT: 382_150_000_000n })
  })

  it('one of three sources, whatever it says, moves the price only within what the other two say', () => {
    const honest = fc.bigInt({ min: 1_000n, max: 10n ** 9n })
    const near = fc.integer({ min: -299, max: 299 })
    const lie = fc.oneof(fc.bigInt({ min: -5n, max: 10n ** 12n }), fc.constant(undefined))
    fc.assert(
      fc.property(honest, near, lie, fc.integer({ min: 0, max: 2 }), (first, bps, wrong, place) => {
        const second = (first * BigInt(10_000 + bps)) / 10_000n
        fc.pre(!deviates(first, second, BAND_BPS))
        const found = verdict(answersOf(...[first, second].toSpliced(place, 0, wrong as bigint)))
        const [low, high] = first < second ? [first, second] : [second, first]
        expect(found.kind).toBe('accept')
        if (found.kind === 'accept') expect(found.quote.price >= low * E8 && found.quote.price <= high * E8).toBe(true)
      }),
    )
  })

  it('whatever the sources say, an accepted price is one of them, and most fresh ones are within their bands of the median', () => {
    const answer = fc.oneof(fc.bigInt({ min: 95n, max: 110n }), fc.bigInt({ min: -1n, max: 10n ** 12n }), fc.constant(undefined))
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 5 }), (prices) => {
        const answers = answersOf(...prices)
        const { verdict: found, used, leftOut } = judge(facts(answers))
        expect(used.length + leftOut.length).toBe(answers.length)
        if (found.kind !== 'accept') return
        const outliers = leftOut.filter(({ reason }) => reason === 'outlier')
        expect(used.length >= 2 && used.length > outliers.length).toBe(true)
        expect(used.some(({ quote: { price } }) => price === found.quote.price)).toBe(true)
      }),
    )
  })
})
