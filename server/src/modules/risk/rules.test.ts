import { RISK_LEVELS, type RiskLevel } from '@tunjo/contract/compliance-risk'
import { describe, expect, it } from 'vitest'
import { checkChange, mayTransact, needsSecondOfficer, riskOf, standingAfter } from './rules.ts'
import type { Standing, StandingChange } from './types.ts'

const standing = (one: Partial<Standing> = {}): Standing => ({ level: null, isPep: null, isListed: null, allow: false, ...one })
const LEVELS = [null, ...RISK_LEVELS]
const FLAGS = [null, false, true]
const everyStanding: Standing[] = LEVELS.flatMap((level) =>
  FLAGS.flatMap((isPep) => FLAGS.flatMap((isListed) => [true, false].map((allow) => ({ level, isPep, isListed, allow })))),
)
const everyChange: StandingChange[] = [
  ...RISK_LEVELS.map((level) => ({ action: 'level', level }) as const),
  ...(['pep', 'list', 'allow'] as const).flatMap((action) => [true, false].map((is) => ({ action, is }))),
]
const rank = (risk: RiskLevel) => RISK_LEVELS.indexOf(risk)

describe('ADM-09 risk and permission to transact', () => {
  it.each([
    [{}, 'low', true],
    [{ level: 'medium' }, 'medium', false],
    [{ level: 'medium', allow: true }, 'medium', true],
    [{ level: 'high', allow: true }, 'high', false],
    [{ isPep: true }, 'medium', false],
    [{ isPep: true, allow: true }, 'medium', true],
    [{ level: 'low', isPep: true }, 'medium', false],
    [{ isListed: true, allow: true }, 'high', false],
    [{ level: 'low', isPep: false, isListed: false }, 'low', true],
  ] as const)('%j is %s, may transact: %s', (one, risk, may) => {
    expect([riskOf(standing(one)), mayTransact(standing(one))]).toEqual([risk, may])
  })

  it('whatever stands and whatever is asked: what gives freedom back needs two, what one does alone gives none', () => {
    for (const before of everyStanding)
      for (const change of everyChange) {
        if (checkChange(before, change, false)) continue
        const after = standingAfter(before, change)
        const said = JSON.stringify({ before, change })
        const givesBack = rank(riskOf(after)) < rank(riskOf(before)) || (mayTransact(after) && !mayTransact(before))
        if (givesBack) expect(needsSecondOfficer(before, change), said).toBe(true)
        if (after.isListed) expect(mayTransact(after), said).toBe(false)
        if (riskOf(after) === 'high') expect(mayTransact(after), said).toBe(false)
        if (riskOf(after) !== riskOf(before)) expect(after.allow, `${said} the permission was for another risk`).toBe(false)
      }
  })

  it.each([
    [{ level: 'high' }, { action: 'level', level: 'high' }, false, 'risk.nothing_changes'],
    [{ isListed: true }, { action: 'level', level: 'medium' }, false, 'risk.floor_holds'],
    [{ isPep: true }, { action: 'level', level: 'low' }, false, 'risk.floor_holds'],
    [{ isPep: true }, { action: 'pep', is: true }, true, 'risk.nothing_changes'],
    [{ isListed: true }, { action: 'list', is: true }, true, 'risk.nothing_changes'],
    [{ isListed: false }, { action: 'list', is: false }, false, 'risk.nothing_changes'],
    [{ isListed: false }, { action: 'list', is: false }, true, null],
    [{}, { action: 'list', is: false }, false, null],
    [{}, { action: 'allow', is: true }, false, 'risk.not_medium'],
    [{ level: 'high' }, { action: 'allow', is: true }, false, 'risk.not_medium'],
    [{ level: 'medium' }, { action: 'allow', is: false }, false, 'risk.nothing_changes'],
    [{ level: 'medium' }, { action: 'allow', is: true }, false, null],
  ] as const)('%j, asked for %j (alert open: %s): %s', (before, change, isAlertOpen, code) => {
    expect(checkChange(standing(before), change, isAlertOpen)?.code ?? null).toBe(code)
  })
})
