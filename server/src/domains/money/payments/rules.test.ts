import { paysByPse } from '@tunjo/contract/payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkAmount,
  DEPOSIT_CLOSES_AFTER_MS,
  DEPOSIT_RANGE,
  decideSending,
  isAllowedLink,
  isStale,
  nextCheckAfterEndInMs,
  nextDepositCheckInMs,
  payoutWait,
  SAME_KEY_WITHIN_MS,
} from './rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe('rules of payments', () => {
  it('R3 takes exactly the whole pesos of the range, over 10,000 random amounts', () => {
    const cents = fc.oneof(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.bigInt({ min: 990_000n, max: 1_010_000n }))
    fc.assert(
      fc.property(cents, (amount) => {
        const isGood = amount >= DEPOSIT_RANGE.minimum && amount <= DEPOSIT_RANGE.maximum && amount % 100n === 0n
        return (checkAmount(amount, DEPOSIT_RANGE) === null) === isGood
      }),
      { numRuns: 10_000 },
    )
  })

  it('reads a pending deposit at 1, 5 and 15 minutes, then hourly, and at 24 hours', () => {
    const checks: number[] = []
    for (let age = nextDepositCheckInMs(0); age <= DEPOSIT_CLOSES_AFTER_MS; age += nextDepositCheckInMs(age)) checks.push(age / MINUTE_MS)
    expect(checks.slice(0, 5)).toEqual([1, 5, 15, 75, 135])
    expect(checks.at(-1)).toBe(24 * 60)
    expect(nextDepositCheckInMs(30 * HOUR_MS)).toBe(MINUTE_MS)
  })

  it('checks an ended movement from 1 hour to 60 days, each interval no shorter than the one before', () => {
    const checks: number[] = []
    for (let next = nextCheckAfterEndInMs(0); next !== null; next = nextCheckAfterEndInMs(checks.at(-1) ?? 0))
      checks.push((checks.at(-1) ?? 0) + next)
    expect([checks[0], checks.at(-1)]).toEqual([HOUR_MS, 60 * 24 * HOUR_MS])
    const pauses = checks.map((check, index) => check - (checks[index - 1] ?? 0))
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  })

  it('sends under the same key while the provider keeps it, then only queries', () => {
    const now = new Date('2026-02-02T12:00:00Z')
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
    expect(decideSending({ payAfter: new Date(now.getTime() + 1), firstSentAt: null, now })).toBe('wait')
    expect(decideSending({ payAfter: now, firstSentAt: null, now })).toBe('send')
    expect(decideSending({ payAfter: now, firstSentAt: before(SAME_KEY_WITHIN_MS - 1), now })).toBe('send')
    expect(decideSending({ payAfter: now, firstSentAt: before(SAME_KEY_WITHIN_MS), now })).toBe('look_up')
  })

  it('R16 accepts events within five minutes in either direction as fresh', () => {
    const now = new Date('2026-02-02T12:00:00Z')
    const at = (offset: number) => new Date(now.getTime() + offset)
    expect([-5 * MINUTE_MS, 0, 5 * MINUTE_MS].map((offset) => isStale(at(offset), now))).toEqual([false, false, false])
    expect([-5 * MINUTE_MS - 1, 5 * MINUTE_MS + 1].map((offset) => isStale(at(offset), now))).toEqual([true, true])
  })

  it('payment links lead to the provider’s hosts by https only', () => {
    const production = { hosts: ['pse.com.co', 'wompi.co'], allowsLoopback: false }
    const good = ['https://registro.pse.com.co/PSE?enc=1', 'https://wompi.co/x']
    const bad = [
      'http://pse.com.co/',
      'https://pse.com.co.evil.example/',
      'https://evilpse.com.co/',
      'javascript:alert(1)',
      'http://localhost:4010/pse',
      'https://pse.com.co@evil.example/',
    ]
    expect(good.filter((link) => !isAllowedLink(link, production))).toEqual([])
    expect(bad.filter((link) => isAllowedLink(link, production))).toEqual([])
    expect(isAllowedLink('http://127.0.0.1:4010/pse', { ...production, allowsLoopback: true })).toBe(true)
    expect(isAllowedLink('http://evil.example/pse', { ...production, allowsLoopback: true })).toBe(false)
  })

  it('R9 MON-06 a withdrawal shows what it waits for: the later of a new account and a hold, and never its cancellation period', () => {
    const at = (ms: number) => new Date(1_000_000 + ms)
    const wait = (payAfterMs: number, holdMs: number | null) =>
      payoutWait(
        { createdAt: at(0), payAfter: at(payAfterMs) },
        { holdUntil: holdMs === null ? null : at(holdMs), graceMs: 10_000, now: at(5_000) },
      )
    expect(wait(10_000, null)).toBeNull()
    expect(wait(10_000, 4_000)).toBeNull()
    expect(wait(24 * HOUR_MS, null)).toEqual({ until: at(24 * HOUR_MS), reason: 'account_new' })
    expect(wait(10_000, HOUR_MS)).toEqual({ until: at(HOUR_MS), reason: 'withdrawals_on_hold' })
    expect(wait(24 * HOUR_MS, HOUR_MS)).toEqual({ until: at(24 * HOUR_MS), reason: 'account_new' })
    expect(wait(HOUR_MS, 24 * HOUR_MS)).toEqual({ until: at(24 * HOUR_MS), reason: 'withdrawals_on_hold' })
  })

  it('PSE accepts citizens and companies', () => {
    expect(['CC', 'NIT', 'CE', 'PA', 'PPT'].filter(paysByPse)).toEqual(['CC', 'NIT'])
  })
})
