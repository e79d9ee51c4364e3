import { expect, it } from 'vitest'
import { readWithdrawalSettings } from './config.ts'

it('without a sanctions list officers review token withdrawals, except in the demo, unless configured', () => {
  const isNeeded = (profile: 'demo' | 'production', given = {}) => readWithdrawalSettings(given, { profile }).isListNeeded
  expect([isNeeded('production'), isNeeded('demo')]).toEqual([true, false])
  expect(isNeeded('production', { CRYPTO_WITHDRAWAL_NEEDS_LIST: 'false' })).toBe(false)
})
