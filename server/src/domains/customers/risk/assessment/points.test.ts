/** Floors and points as decisions on plain values. */

import { RISK_FACTORS, RISK_LEVELS } from '@tunjo/contract/compliance-risk'
import { CONFIGURATION, firstNumbersOf } from '@tunjo/contract/configuration-catalogue'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highest, isAbove, riskOf } from '../rules.ts'
import type { RiskProfile } from '../types.ts'
import { assess, pointsLevelOf } from './assess.ts'
import type { RiskNumbers } from './points.ts'
import type { RiskFacts } from './types.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const DAY_MS = 86_400_000
const MILLION = 100_000_000n
const numbersWith = (changes: Record<string, string> = {}): RiskNumbers => ({
  version: 1,
  numbers: typedNumbers(CONFIGURATION.risk.numbers, { ...firstNumbersOf('risk'), ...changes }),
  lists: {
    activitiesHigh: new Set(['9200']),
    activitiesMedium: new Set(['6810']),
    jurisdictionsHigh: new Set(['KP']),
    jurisdictionsMedium: new Set(['VE']),
  },
})
const NO_FACTS: RiskFacts = {
  accountId: '0',
  createdAt: new Date('2020-01-01'),
  openAlerts: [],
  causes: [],
  sanctionedWallets: [],
  activityCodes: ['0010'],
  countries: ['CO'],
  declared: { monthly: 10n * MILLION, yearly: 40n * MILLION },
  movedInMonth: 0n,
  tradedInYear: 0n,
  withdrawn: 0n,
  withdrawnAsTokens: 0n,
}
const FLAGS = { isListed: null, isPep: null }
const of = (facts: Partial<RiskFacts>, numbers = numbersWith()) => assess(FLAGS, { ...NO_FACTS, ...facts }, numbers, NOW)
const pointsFor = (factor: string, facts: Partial<RiskFacts>, numbers?: RiskNumbers) =>
  of(facts, numbers).points.find((line) => line.factor === factor)

describe('ADM-09 points of the risk', () => {
  it('has a line for each factor, also for those without points', () => {
    const { points, total, floors } = of({})
    expect([points.map(({ factor }) => factor), total, floors]).toEqual([[...RISK_FACTORS], 0, []])
  })

  it.each([
    ['activity', { activityCodes: ['9200'] }, 20, { class: 'high', code: '9200' }],
    ['activity', { activityCodes: ['6810'] }, 10, { class: 'medium', code: '6810' }],
    ['activity', { activityCodes: ['0010', '6810', '9200'] }, 20, { class: 'high', code: '9200' }],
    ['activity', { activityCodes: [] }, 0, { class: 'unknown' }],
    ['jurisdiction', { countries: ['CO', 'VE', 'KP'] }, 20, { class: 'high', country: 'KP' }],
    ['jurisdiction', { countries: ['CO', 'VE'] }, 10, { class: 'medium', country: 'VE' }],
    ['jurisdiction', { countries: [] }, 0, { class: 'unknown' }],
    ['crypto_out', { withdrawn: 100n, withdrawnAsTokens: 51n }, 15, { percent: '51', from: '50', days: '90' }],
    ['crypto_out', { withdrawn: 100n, withdrawnAsTokens: 50n }, 0, { percent: '50', from: '50', days: '90' }],
    ['crypto_out', {}, 0, { class: 'none', days: '90' }],
    ['volume', { movedInMonth: 12n * MILLION }, 10, { percent: '120', of: 'month', moved: '12000000', declared: '10000000' }],
    ['volume', { movedInMonth: 12n * MILLION - 1n }, 0, { percent: '119', of: 'month', moved: '11999999', declared: '10000000' }],
    ['volume', { tradedInYear: 80n * MILLION }, 20, { percent: '200', of: 'year', moved: '80000000', declared: '40000000' }],
    ['volume', { declared: null, movedInMonth: 90n * MILLION }, 0, { class: 'unknown' }],
    ['volume', { declared: { monthly: null, yearly: null } }, 0, { class: 'unlimited' }],
    ['new_account', { createdAt: new Date(NOW.getTime() - 90 * DAY_MS + 1) }, 10, { since: '2026-03-17', days: '90' }],
    ['new_account', { createdAt: new Date(NOW.getTime() - 90 * DAY_MS) }, 0, { since: '2026-03-17', days: '90' }],
    ['alerts', { openAlerts: [{ kind: 9, typeId: null, severity: 'medium' }] }, 5, { count: '1', grave: '0' }],
    ['alerts', { openAlerts: [{ kind: 8, typeId: null, severity: 'high' }] }, 10, { count: '1', grave: '1' }],
    ['alerts', { openAlerts: [{ kind: 18, typeId: 815, severity: 'critical' }] }, 10, { count: '1', grave: '1' }],
    ['alerts', { openAlerts: [{ kind: 8, typeId: null, severity: 'low' }] }, 5, { count: '1', grave: '0' }],
    ['alerts', { openAlerts: [1, 2, 3].map((kind) => ({ kind, typeId: null, severity: 'high' as const })) }, 0, { count: '0', grave: '0' }],
    [
      'alerts',
      { openAlerts: [4, 6, 12, 9].map((kind) => ({ kind, typeId: null, severity: 'high' as const })) },
      15,
      { count: '4', grave: '4' },
    ],
  ] as const)('%s %#', (factor, facts, points, figures) => {
    expect(pointsFor(factor, facts as Partial<RiskFacts>)).toMatchObject({ points, figures })
  })

  it('are medium from 35 and high from 60, by the numbers of one version', () => {
    const new_account = { createdAt: NOW }
    const facts = { ...new_account, activityCodes: ['9200'] }
    expect(of(facts)).toMatchObject({ total: 30, configurationVersion: 1, mediumFrom: 35, highFrom: 60 })
    expect(pointsLevelOf(of(facts))).toBe('low')
    expect(pointsLevelOf(of({ ...facts, openAlerts: [{ kind: 9, typeId: null, severity: 'medium' }] }))).toBe('medium')
    expect(pointsLevelOf(of({ ...facts, countries: ['KP'], movedInMonth: 12n * MILLION }))).toBe('high')
    expect(pointsLevelOf(of(facts, numbersWith({ mediumFrom: '30' })))).toBe('medium')
  })

  it('the same facts give the same lines a day later: a nightly run writes nothing about unchanged customers', () => {
    const later = assess(FLAGS, NO_FACTS, numbersWith(), new Date(NOW.getTime() + DAY_MS))
    expect(later).toEqual(of({}))
  })
})

describe('ADM-09 the level', () => {
  const level = fc.constantFrom(...RISK_LEVELS)
  const flag = fc.constantFrom(null, true, false)
  const standing: fc.Arbitrary<RiskProfile> = fc.record({
    level: fc.option(level),
    levelUntil: fc.constantFrom(new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)),
    isLevelAgreed: fc.boolean(),
    isPep: flag,
    isListed: flag,
    allow: fc.boolean(),
    floor: level,
    pointsLevel: level,
  })

  it("is never below a floor, whatever officers set; without an officer's level it is the highest of floors and points", () => {
    fc.assert(
      fc.property(standing, (one) => {
        const risk = riskOf(one, NOW)
        for (const floor of [one.floor, one.isListed ? 'high' : 'low', one.isPep ? 'medium' : 'low'] as const)
          expect(isAbove(floor, risk)).toBe(false)
        const own = one.level !== null && one.levelUntil !== null && one.levelUntil > NOW
        const floors = highest([one.floor, one.isListed ? 'high' : 'low', one.isPep ? 'medium' : 'low'])
        if (!own) expect(risk).toBe(highest([floors, one.pointsLevel]))
        if (own && !one.isLevelAgreed) expect(isAbove(one.pointsLevel, risk)).toBe(false)
        if (own && one.isLevelAgreed && one.level) expect(risk).toBe(highest([floors, one.level]))
      }),
      { numRuns: 2_000 },
    )
  })
})
