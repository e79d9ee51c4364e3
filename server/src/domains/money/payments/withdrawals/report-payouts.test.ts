/** Security events of payouts are logged when the number of payouts changes, not at each check. */
import { expect, it, vi } from 'vitest'
import { changesOnly } from '../../../../platform/database/log-changes-only.ts'
import { reportPayouts } from './report-payouts.ts'

it('logs a lost payout and several payouts once, and again after there was one', () => {
  const error = vi.fn()
  const context = { isNews: changesOnly(), log: { error } as never }
  for (const payouts of [1, 1, 0, 0, 1, 0, 2, 2, 3, 1, 2]) reportPayouts(context, 'a', payouts)
  reportPayouts(context, 'b', 2)
  const logged = error.mock.calls.map(([{ withdrawalId, securityEvent, payments }]) => [withdrawalId, securityEvent, payments])
  expect(logged).toEqual([
    ['a', 'payout_lost', undefined],
    ['a', 'payout_lost', undefined],
    ['a', 'payout_twice', 2],
    ['a', 'payout_twice', 3],
    ['a', 'payout_twice', 2],
    ['b', 'payout_twice', 2],
  ])
})
