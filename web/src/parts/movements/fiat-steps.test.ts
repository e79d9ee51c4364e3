import type { FiatTransactionDetail, TransactionState } from '@tunjo/contract/payments'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { fiatSteps } from './fiat-steps.ts'

const t = ((key: string) => key) as unknown as TFunction<'money'>
const CREATED = '2026-05-01T10:00:00.000Z'
const LATER = '2026-05-01T10:05:00.000Z'

function steps(kind: FiatTransactionDetail['kind'], ...states: TransactionState[]) {
  const timeline = states.map((state, index) => ({ state, at: index === 0 ? CREATED : LATER, note: null }))
  const state = states.at(-1) ?? 'PENDING'
  const movement = { kind, state, creationDate: CREATED, confirmationDate: null, reason: null, timeline, payoutWait: null }
  return fiatSteps(movement, t).map((step) => [step.key, step.state, step.at?.toISOString() ?? null])
}

describe('MON-04 steps of a deposit', () => {
  it('waits for the bank without inventing times', () => {
    expect(steps('DEPOSIT', 'PENDING')).toEqual([
      ['created', 'done', CREATED],
      ['paid', 'active', null],
      ['credited', 'next', null],
    ])
  })
  it('ends in the balance', () => {
    expect(steps('DEPOSIT', 'PENDING', 'COMPLETED').at(-1)).toEqual(['credited', 'done', LATER])
  })
  it('a late approval after expiry is shown as credited', () => {
    expect(steps('DEPOSIT', 'PENDING', 'EXPIRED', 'COMPLETED').map(([, state]) => state)).toEqual(['done', 'done', 'done'])
  })
  it('KYC-18 a late one above the limit waits in review, and the review stays in its timeline', () => {
    expect(steps('DEPOSIT', 'PENDING', 'EXPIRED', 'IN_REVIEW').map(([key, state]) => [key, state])).toEqual([
      ['created', 'done'],
      ['paid', 'done'],
      ['review', 'active'],
      ['credited', 'next'],
    ])
    expect(steps('DEPOSIT', 'PENDING', 'EXPIRED', 'IN_REVIEW', 'COMPLETED').map(([, state]) => state)).toEqual([
      'done',
      'done',
      'done',
      'done',
    ])
  })
  it.each(['FAILED', 'EXPIRED'] as const)('%s is the last step', (state) => {
    expect(steps('DEPOSIT', 'PENDING', state)).toEqual([
      ['created', 'done', CREATED],
      ['failed', 'failed', LATER],
    ])
  })
})

describe('MON-06 steps of a withdrawal', () => {
  it('one to a new account states when it leaves', () => {
    const timeline = [{ state: 'HELD' as const, at: CREATED, note: null }]
    const payoutWait = { until: '2026-05-02T10:00:00.000Z', reason: 'account_new' as const }
    const movement = { kind: 'WITHDRAWAL' as const, state: 'HELD' as const, creationDate: CREATED, confirmationDate: null, reason: null }
    expect(fiatSteps({ ...movement, timeline, payoutWait }, t)[0]?.text).toBe('steps.waitAccountNew')
  })
  it.each([
    [['HELD'], ['active', 'next', 'next']],
    [
      ['HELD', 'IN_REVIEW'],
      ['active', 'next', 'next'],
    ],
    [
      ['HELD', 'SENDING'],
      ['done', 'active', 'next'],
    ],
    [
      ['HELD', 'SENDING', 'UNKNOWN'],
      ['done', 'active', 'next'],
    ],
    [
      ['HELD', 'SENDING', 'PROCESSING', 'COMPLETED'],
      ['done', 'done', 'done'],
    ],
    [
      ['HELD', 'SENDING', 'RETURNED'],
      ['done', 'done', 'failed'],
    ],
    [
      ['HELD', 'CANCELLED'],
      ['done', 'failed'],
    ],
  ] as [TransactionState[], string[]][])('%s', (states, expected) => {
    expect(steps('WITHDRAWAL', ...states).map(([, state]) => state)).toEqual(expected)
  })
})
