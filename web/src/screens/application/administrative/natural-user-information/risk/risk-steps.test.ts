import type { RiskChange, RiskLevel } from '@tunjo/contract/compliance-risk'
import { describe, expect, it } from 'vitest'
import { stepsOf } from './risk-steps.ts'

const change = (at: string, riskBefore: RiskLevel, riskAfter: RiskLevel): RiskChange => ({
  at: `${at}T12:00:00.000Z`, action: 'assessed', before: riskBefore, after: riskAfter, riskBefore, riskAfter, until: null, officer: null, second: null, reason: '',
}) // biome-ignore format: one line
const NOW = Date.parse('2026-06-11T12:00:00Z')

describe('ADM-09 steps of the risk level', () => {
  it('is null when the level never changed, even if other facts did', () => {
    expect(stepsOf([], NOW)).toBeNull()
    expect(stepsOf([change('2026-06-01', 'low', 'low')], NOW)).toBeNull()
  })

  it('has a step for each change in chronological order, and ends now', () => {
    const found = stepsOf([change('2026-06-06', 'high', 'medium'), change('2026-06-01', 'low', 'high')], NOW)
    expect(found?.steps.map(({ before, after }) => [before, after])).toEqual([
      ['low', 'high'],
      ['high', 'medium'],
    ])
    const [first = { x: 0 }, second = { x: 0 }] = found?.steps ?? []
    expect([first.x, second.x].map((share) => Math.round(share * 100) / 100)).toEqual([0.06, 0.53])
    expect(found?.path).toBe('M0 250H60V50H530V150H1000')
  })

  it('has one position for any number of simultaneous changes', () => {
    const found = stepsOf([change('2026-06-11', 'high', 'low'), change('2026-06-11', 'low', 'high')], NOW)
    expect(found?.steps.every(({ x }) => Number.isFinite(x) && x >= 0 && x <= 1)).toBe(true)
  })

  it('stays inside when the last change is later than the local clock', () => {
    const found = stepsOf([change('2026-06-12', 'high', 'low'), change('2026-06-11', 'low', 'high')], NOW - 1)
    expect(found?.steps.every(({ x }) => x >= 0 && x <= 1)).toBe(true)
    expect(found?.until).toBe(Date.parse('2026-06-12T12:00:00Z'))
  })
})
