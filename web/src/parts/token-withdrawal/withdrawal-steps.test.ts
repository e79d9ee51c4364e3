import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { withdrawalSteps } from './withdrawal-steps.ts'

// Translation stub: the key and its values.
const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as unknown as TFunction<'send'>
const at = (hour: number) => `2026-03-04T${String(hour).padStart(2, '0')}:00:00.000Z`
type Withdrawal = Parameters<typeof withdrawalSteps>[0]
const withdrawal = (
  state: Withdrawal['state'],
  entered: readonly (readonly [string, string | null])[] = [],
  more: Partial<Withdrawal> = {},
): Withdrawal => ({
  state,
  timeline: [['REQUESTED', null] as const, ...entered].map(([one, note], hour) => ({ state: one, at: at(hour), note })),
  internal: false,
  reason: null,
  waiting: null,
  confirmations: 0,
  confirmations_needed: 12,
  created_at: at(0),
  ...more,
})
const steps = (...given: Parameters<typeof withdrawal>) =>
  withdrawalSteps(withdrawal(...given), t).map(({ key, state, at: time, text }) => [key, state, time?.toISOString() ?? null, text ?? null])

describe('MON-07 the steps of a token withdrawal', () => {
  it('requested: it waits, with the reason', () => {
    expect(steps('REQUESTED')).toEqual([
      ['requested', 'active', at(0), null],
      ['sent', 'next', null, null],
      ['end', 'next', null, null],
    ])
    expect(steps('APPROVED', [['APPROVED', null]], { waiting: 'tokens' })[0]).toEqual([
      'requested',
      'active',
      at(0),
      'steps.waiting.tokens',
    ])
  })

  it("in review: the officer's text only while it lasts, and the time only when it happened", () => {
    expect(steps('IN_REVIEW', [['IN_REVIEW', 'Lo revisamos.']])[1]).toEqual(['review', 'active', at(1), 'Lo revisamos.'])
    const after = [
      ['IN_REVIEW', 'Lo revisamos.'],
      ['APPROVED', null],
      ['SIGNING', null],
    ] as const
    expect(steps('SIGNING', after)).toEqual([
      ['requested', 'done', at(0), null],
      ['review', 'done', at(1), null],
      ['sent', 'active', null, 'steps.signing'],
      ['end', 'next', null, null],
    ])
  })

  it('reviewed twice: the last time counts', () => {
    const twice = [
      ['IN_REVIEW', 'Una.'],
      ['APPROVED', null],
      ['IN_REVIEW', 'Otra.'],
    ] as const
    expect(steps('IN_REVIEW', twice)[1]).toEqual(['review', 'active', at(3), 'Otra.'])
  })

  it('in flight: confirmations of those needed, and no reason to wait', () => {
    const sent = steps(
      'SENT',
      [
        ['APPROVED', null],
        ['SIGNING', null],
        ['SENT', null],
      ],
      { confirmations: 3, waiting: 'network' },
    )
    expect(sent).toEqual([
      ['requested', 'done', at(0), null],
      ['sent', 'active', at(3), 'steps.confirming {"seen":3,"needed":12}'],
      ['end', 'next', null, null],
    ])
  })

  it('confirmed: every step is done, at the time it happened', () => {
    const all = [
      ['APPROVED', null],
      ['SIGNING', null],
      ['SENT', null],
      ['CONFIRMED', null],
    ] as const
    expect(steps('CONFIRMED', all).map(([key, state, time]) => [key, state, time])).toEqual([
      ['requested', 'done', at(0)],
      ['sent', 'done', at(3)],
      ['end', 'done', at(4)],
    ])
  })

  it('internal transfer to another customer: has no network step', () => {
    expect(
      steps(
        'CONFIRMED',
        [
          ['APPROVED', null],
          ['CONFIRMED', null],
        ],
        { internal: true },
      ).map(([key]) => key),
    ).toEqual(['requested', 'end'])
  })

  it('G3 reversed by a reorganisation: reports that it did not arrive, and shows no step that did not last', () => {
    const lost = [
      ['SENT', null],
      ['CONFIRMED', null],
      ['UNDELIVERED', null],
    ] as const
    expect(steps('UNDELIVERED', lost, { reason: 'No llegó.' })).toEqual([
      ['requested', 'done', at(0), null],
      ['undelivered', 'active', at(3), 'No llegó.'],
    ])
  })

  it('G3 decided after it did not arrive: shows no return, since it may have been sent again', () => {
    const decided = withdrawal('FAILED', [
      ['UNDELIVERED', null],
      ['FAILED', null],
    ])
    expect(withdrawalSteps(decided, t).at(-1)?.title).toBe('steps.not_arrived')
  })

  it.each(['REJECTED', 'FAILED', 'CANCELLED'] as const)('%s: ends there, with the reason and the time', (state) => {
    expect(
      steps(
        state,
        [
          ['IN_REVIEW', null],
          [state, null],
        ],
        { reason: 'Porque sí.', waiting: 'paused' },
      ),
    ).toEqual([
      ['requested', 'done', at(0), null],
      ['review', 'done', at(1), null],
      ['back', 'failed', at(2), 'Porque sí.'],
    ])
  })
})
