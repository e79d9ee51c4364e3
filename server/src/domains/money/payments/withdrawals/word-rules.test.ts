import { describe, expect, it } from 'vitest'
import { mayFollow } from './outcome-rules.ts'

describe('MON-06 what two officers read at the bank', () => {
  const attempts = [{ at: new Date('2026-04-01T20:00:00-05:00') }]
  const follows = (now: string, provider: 'absent' | 'open' | 'unreachable' = 'open') =>
    mayFollow({ outcome: 'not_paid', attempts, now: new Date(now) }, provider)

  it('returns after five business days of the bank: Holy Week has none between Wednesday and Monday', () => {
    expect([follows('2026-04-06T20:00:00-05:00'), follows('2026-04-10T19:59:00-05:00')]).toEqual([false, false])
    expect(follows('2026-04-06T20:00:00-05:00', 'unreachable')).toBe(false)
    expect(follows('2026-04-10T20:00:00-05:00')).toBe(true)
  })
  it('returns immediately when the provider has no payment, and never without an attempt', () => {
    expect(follows('2026-04-02T20:00:00-05:00', 'absent')).toBe(true)
    expect(mayFollow({ outcome: 'not_paid', attempts: [], now: new Date('2027-01-01') }, 'open')).toBe(false)
    expect(mayFollow({ outcome: 'paid', attempts, now: new Date('2026-04-02') }, 'open')).toBe(true)
  })
})
