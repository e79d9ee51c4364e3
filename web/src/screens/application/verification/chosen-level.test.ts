import type { LevelStatus } from '@tunjo/contract/kyc'
import { expect, it } from 'vitest'
import { chosenLevel } from './chosen-level.ts'

const at = '2026-11-26T12:00:00.000Z'
const level = (number: number, state: LevelStatus['state'], renewed: 'open' | 'sent' | null = null): LevelStatus => ({
  level: number,
  form: number === 1 ? 'natural-1' : 'natural-2',
  state,
  done: 9,
  total: 9,
  sentAt: null,
  declined: [],
  renewal: renewed && { why: 'aged', requestedAt: at, dueAt: at, state: renewed, done: 6, total: 9, declined: [] },
})

it('KYC-03 a renewal comes before the next level until it is submitted; the address comes before both', () => {
  const numberOf = (levels: readonly LevelStatus[], search: object = {}) => chosenLevel(levels, search)?.level
  expect(numberOf([level(1, 'verified', 'open'), level(2, 'open')])).toBe(1)
  expect(numberOf([level(1, 'verified', 'sent'), level(2, 'open')])).toBe(2)
  expect(numberOf([level(1, 'verified', 'open'), level(2, 'open')], { nivel: '2' })).toBe(2)
  expect(numberOf([level(1, 'verified'), level(2, 'verified')])).toBe(2)
})
