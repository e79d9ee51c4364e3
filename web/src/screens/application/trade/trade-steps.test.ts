import { expect, it } from 'vitest'
import { tradeSteps } from './trade-steps.ts'

const created_at = '2026-11-21T10:00:00.000Z'
const settled_at = '2026-11-21T10:00:20.000Z'
const states = (state: 'pending' | 'sent' | 'confirming' | 'settled' | 'refunded', ended: string | null = null) =>
  tradeSteps({ state, created_at, settled_at: ended }).map((step) => `${step.name} ${step.state}`)

it.each([
  ['pending', ['held done', 'sent active', 'confirming next', 'settled next']],
  ['sent', ['held done', 'sent done', 'confirming active', 'settled next']],
  ['confirming', ['held done', 'sent done', 'confirming active', 'settled next']],
  ['settled', ['held done', 'sent done', 'confirming done', 'settled done']],
  ['refunded', ['held done', 'refunded failed']],
] as const)('EX-08 a trade that is %s', (state, steps) => {
  expect(states(state)).toEqual(steps)
})

it('shows only times that were measured', () => {
  expect(tradeSteps({ state: 'confirming', created_at, settled_at: null }).map(({ at }) => at?.toISOString() ?? null)).toEqual([
    created_at,
    null,
    null,
    null,
  ])
  expect(tradeSteps({ state: 'settled', created_at, settled_at }).at(-1)?.at?.toISOString()).toBe(settled_at)
})
