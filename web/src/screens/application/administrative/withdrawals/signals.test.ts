import type { WithdrawalRisk } from '@tunjo/contract/withdrawal-queue'
import { expect, it } from 'vitest'
import { signalsOf } from './signals.ts'

const CALM: WithdrawalRisk = {
  accountSince: '2025-01-01T00:00:00Z',
  level: 2,
  destinationSince: '2025-01-02T00:00:00Z',
  paidBefore: 3,
  othersPaid: 0,
  shareOfBalance: 20,
  monthUsed: 0n,
  credentialsChangedAt: null,
  openAlerts: [],
  depositedDayBefore: 0n,
}
const signals = (risk: Partial<WithdrawalRisk>, amount = 1_000n) =>
  signalsOf({ creationDate: '2026-03-10T12:00:00Z', risk: { ...CALM, ...risk } }, amount)

it('ADM-15 an ordinary withdrawal has no risk signal', () => expect(signals({})).toEqual([]))

it('ADM-15 names each risk signal', () => {
  expect(signals({ accountSince: '2026-03-04T12:00:01Z' })).toEqual(['newAccount'])
  expect(signals({ paidBefore: 0 })).toEqual(['newDestination'])
  expect(signals({ destinationSince: '2026-03-09T12:00:00Z' })).toEqual(['newDestination'])
  expect(signals({ othersPaid: 1 })).toEqual(['sharedDestination'])
  expect([signals({ shareOfBalance: 89 }), signals({ shareOfBalance: 90 })]).toEqual([[], ['wholeBalance']])
  expect(signals({ credentialsChangedAt: '2026-03-10T10:00:00Z' })).toEqual(['credentials'])
  expect([signals({ depositedDayBefore: 1_100n }), signals({ depositedDayBefore: 2_000n })]).toEqual([['inAndOut'], []])
  expect(signals({ openAlerts: [2, 18] })).toEqual(['alerts'])
})
