import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import { describe, expect, it } from 'vitest'
import { changesAutomatically, pollIntervalMs } from '../../../../../api/background-checks.ts'
import { countSources, isClean, reportedValues, secondsUntil, wordOf } from './check-facts.ts'

const CHECK: BackgroundCheck = {
  id: '01a20971-9f46-751a-8261-000000000001',
  userId: '01a20971-9f46-751a-8261-000000000002',
  state: 'running',
  launchedBy: null,
  document: null,
  startedAt: '2026-11-23T12:00:00.000Z',
  expectedAt: '2026-11-23T12:00:59.000Z',
  endedAt: null,
  isProviderAway: false,
  sources: [
    { code: 'policia', name: 'Policía', state: 'answered' },
    { code: 'ofac', name: 'OFAC', state: 'failed' },
    { code: 'rut', name: 'RUT', state: 'asked' },
  ],
  result: null,
  isCached: false,
  refusedFields: [],
  retryAt: null,
  mayRetry: false,
  hasReport: false,
  isExpired: false,
  mayDismiss: false,
  dismissWaits: false,
  dismissed: null,
}
const CLEAN = { background: 'No', gravest: 'No', listed: 'No', pep: 'No', isComplete: true, isValidated: true } as const
const NOW = Date.parse('2026-11-23T12:00:30.000Z')

describe('ADM-08 a background check', () => {
  it('counts its sources and the seconds until its expected end, never below zero', () => {
    expect(countSources(CHECK)).toEqual({ answered: 1, failed: 1, total: 3 })
    expect([NOW, NOW + 90_000].map((now) => secondsUntil(CHECK.expectedAt, NOW, now))).toEqual([29, 0])
  })

  it('A12 counts from 59 before the check has started', () => {
    expect([NOW, NOW + 1_800, NOW + 90_000].map((now) => secondsUntil(null, NOW, now))).toEqual([59, 58, 0])
  })

  it('is clean only when every source answered about this person without findings', () => {
    expect(isClean(CLEAN)).toBe(true)
    for (const other of [{ isComplete: false }, { isValidated: false }, { listed: 'Si' }, { pep: null }, { background: 'Bajo' }] as const)
      expect(isClean({ ...CLEAN, ...other })).toBe(false)
  })

  it.each([
    ['No', 'unknown'],
    ['Bajo', 'atLeastBajo'],
    ['Medio', 'atLeastMedio'],
  ] as const)('reports %s as incomplete with the text %s, and nothing about unknown lists', (gravest, said) => {
    const result = { ...CLEAN, background: null, gravest, listed: null, pep: 'Si', isComplete: false } as const
    expect(reportedValues(result)).toEqual({ background: said, listed: 'unknown', pep: 'Si' })
  })

  it('is polled while it runs and when its retry starts, and then no more', () => {
    const failed = { ...CHECK, state: 'failed_sources', retryAt: '2026-11-23T12:01:30.000Z' } as const
    expect([CHECK, failed, { ...failed, retryAt: null }, { ...CHECK, state: 'lost' as const }].map(changesAutomatically)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([pollIntervalMs(CHECK, NOW), pollIntervalMs(failed, NOW), pollIntervalMs(failed, NOW + 90_000)]).toEqual([2_500, 62_500, 2_500])
    expect(pollIntervalMs({ ...failed, retryAt: null }, NOW)).toBeNull()
  })

  it('reports an unavailable provider, and an outdated result', () => {
    expect(wordOf(null)).toBe('none')
    expect(wordOf({ ...CHECK, isProviderAway: true })).toBe('away')
    expect(wordOf({ ...CHECK, state: 'lost', isProviderAway: true })).toBe('lost')
    expect(wordOf({ ...CHECK, state: 'finished', result: CLEAN, isExpired: true })).toBe('expired')
  })
})
