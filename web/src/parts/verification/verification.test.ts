/** Small decisions of the verification screen. */
import type { LevelStatus } from '@tunjo/contract/kyc'
import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'
import { accessTo } from './form-access.ts'
import { nextStep } from './next-step.ts'
import { slotOf, slotRules } from './slot-rules.ts'

const level = (number: number, state: LevelStatus['state']): LevelStatus => ({
  level: number,
  form: number === 1 ? 'natural-1' : 'natural-2',
  state,
  done: 0,
  total: 9,
  sentAt: null,
  declined: [],
  renewal: null,
})

describe('KYC-17 editable parts', () => {
  const declined = [{ slot: 'back', description: 'borroso' }]

  it('all of an open form and none of one that is in review, verified or locked', () => {
    expect(accessTo(level(1, 'open')).fields).toBe(true)
    for (const state of ['sent', 'verified', 'locked'] as const) {
      const access = accessTo({ state, declined })
      expect([access.fields, access.slot('back')]).toEqual([false, false])
    }
  })

  it('only the declined parts, with their reasons', () => {
    const access = accessTo({ state: 'declined', declined })
    expect([access.fields, access.slot('back'), access.slot('selfie')]).toEqual([false, true, false])
    expect([access.declined('back'), access.declined('selfie')]).toEqual(['borroso', null])
  })
})

describe('the next step', () => {
  it.each([
    ['the survey first', false, [level(1, 'open')], { to: '/postregister/' }],
    ['then level 1', true, [level(1, 'open'), level(2, 'locked')], { to: '/application/verification/', search: { nivel: 1 } }],
    ['then level 2', true, [level(1, 'verified'), level(2, 'open')], { to: '/application/verification/', search: { nivel: 2 } }],
    ['no survey for who has begun', false, [level(1, 'sent')], { to: '/application/verification/', search: { nivel: 1 } }],
    [
      'the last when all are verified',
      true,
      [level(1, 'verified'), level(2, 'verified')],
      { to: '/application/verification/', search: { nivel: 2 } },
    ],
  ])('is %s', (_name, surveyAnswered, levels, expected) => {
    expect(nextStep({ surveyAnswered, levels })).toEqual(expected)
  })
})

describe('slots', () => {
  it('KYC-06 takes PNG or JPG, one per slot, which a new one replaces', () => {
    const rules = slotRules(slotOf('natural-1', 'selfie'), 1)
    expect(rules.kinds.map(({ name }) => name)).toEqual(['PNG', 'JPG'])
    expect(rules.filesMax).toBe(1)
  })

  it('KYC-10 KYC-11 accepts the types of each document, up to its number', () => {
    expect(slotRules(slotOf('natural-2', 'proofResidence'), 0).kinds.map(({ name }) => name)).toEqual(['PNG', 'JPG', 'PDF'])
    expect(slotRules(slotOf('natural-3', 'documents'), 19)).toMatchObject({ filesMax: 1 })
    expect(slotRules(slotOf('natural-3', 'documents'), 20)).toMatchObject({ filesMax: 0 })
  })
})

it('finds names without accents', () => {
  expect(foldText('  Bogotá, D.C. ÑUÑO ')).toBe('bogota, d.c. nuno')
})
