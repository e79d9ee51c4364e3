import { RISK_LEVELS, type RiskLevel } from '@tunjo/contract/compliance-risk'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { describe, expect, it } from 'vitest'
import { applied, blockersOf, calculatedOf, checkChange, lapsed, levelUntil, mayTransactBy, needsSecondOfficer, riskOf } from './rules.ts'
import type { RiskProfile, RiskProfileChange } from './types.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const [SOON, LATER, LATEST] = ['2026-06-20', '2026-09-01', '2027-06-01'].map((day) => new Date(`${day}T05:00:00Z`))
const UNASSESSED: RiskProfile = {
  level: null,
  levelUntil: null,
  isLevelAgreed: false,
  isPep: null,
  isListed: null,
  allow: false,
  floor: 'low',
  pointsLevel: 'low',
}
const riskProfile = (one: Partial<RiskProfile> = {}): RiskProfile => ({
  ...UNASSESSED,
  ...(one.level ? { levelUntil: LATER as Date, isLevelAgreed: true } : {}),
  ...one,
})
const FLAGS = [null, false, true]
const BOTH = [true, false]
const everyProfile: RiskProfile[] = [null, ...RISK_LEVELS].flatMap((level) =>
  FLAGS.flatMap((isPep) =>
    FLAGS.flatMap((isListed) =>
      BOTH.flatMap((allow) =>
        RISK_LEVELS.flatMap((floor) =>
          RISK_LEVELS.flatMap((pointsLevel) =>
            (level === null ? [false] : BOTH).map((isLevelAgreed) =>
              riskProfile({ level, isPep, isListed, allow, floor, pointsLevel, isLevelAgreed }),
            ),
          ),
        ),
      ),
    ),
  ),
)
const levelTo = (level: RiskLevel, until = LATEST as Date): RiskProfileChange => ({ action: 'level', level, until, isAgreed: false })
const everyChange: RiskProfileChange[] = [
  ...RISK_LEVELS.flatMap((level) => [SOON, LATER, LATEST].map((until) => levelTo(level, until))),
  { action: 'level', level: null },
  ...(['pep', 'list', 'allow'] as const).flatMap((action) => BOTH.map((is) => ({ action, is }))),
]
const rank = (risk: RiskLevel) => RISK_LEVELS.indexOf(risk)
const check = (before: RiskProfile, change: RiskProfileChange, isAlertOpen = false) =>
  checkChange(before, change, { now: NOW, isAlertOpen, floorCause: 'alerta' })?.code ?? null
/** Applied as in production: by two officers when two are needed. */
function after(before: RiskProfile, change: RiskProfileChange): RiskProfile {
  const isAgreed = needsSecondOfficer(before, change, NOW)
  const done = change.action === 'level' && change.level !== null ? { ...change, isAgreed } : change
  return change.action === 'allow' ? applied(before, done) : lapsed(before, applied(before, done), NOW)
}
const MOMENTS = [NOW, ...[SOON, LATER, LATEST].map((day) => new Date((day as Date).getTime() + 1))]

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
    [{ pointsLevel: 'medium' }, 'medium', false],
    [{ pointsLevel: 'medium', level: 'low' }, 'low', true],
    [{ pointsLevel: 'medium', level: 'low', isLevelAgreed: false }, 'medium', false],
    [{ pointsLevel: 'medium', level: 'low', levelUntil: NOW }, 'medium', false],
    [{ floor: 'medium', level: 'low' }, 'medium', false],
    [{ floor: 'high', pointsLevel: 'low', level: 'medium', allow: true }, 'high', false],
  ] as const)('%j is %s, may transact: %s', (one, risk, may) => {
    expect([riskOf(riskProfile(one), NOW), mayTransactBy(riskProfile(one), NOW)]).toEqual([risk, may])
  })

  it('for every state and request: releasing now or later needs two officers, and one alone never releases', () => {
    for (const before of everyProfile)
      for (const change of everyChange) {
        if (check(before, change)) continue
        const next = after(before, change)
        const said = JSON.stringify({ before, change })
        const isAlone = !needsSecondOfficer(before, change, NOW)
        const givesBack = mayTransactBy(next, NOW) && !mayTransactBy(before, NOW)
        const lowers = rank(riskOf(next, NOW)) < rank(riskOf(before, NOW))
        if (isAlone) expect(givesBack || lowers, said).toBe(false)
        // Until its intended end, one officer alone never makes a level fall below the earlier one.
        if (isAlone && change.action === 'level' && change.level !== null)
          for (const at of MOMENTS) expect(rank(riskOf(next, at)), said).toBeGreaterThanOrEqual(rank(riskOf(before, at)))
        if (next.isListed) expect(mayTransactBy(next, NOW), said).toBe(false)
        if (riskOf(next, NOW) === 'high') expect(mayTransactBy(next, NOW), said).toBe(false)
        if (riskOf(next, NOW) !== riskOf(before, NOW)) expect(next.allow, `${said} the permission was for another risk`).toBe(false)
        expect(rank(riskOf(next, NOW)), said).toBeGreaterThanOrEqual(rank(next.floor))
      }
  })

  it.each([
    [{ level: 'high' }, levelTo('high', LATER), false, 'risk.nothing_changes'],
    [{ level: 'high' }, levelTo('high'), false, null],
    [{ isListed: true }, levelTo('medium'), false, 'risk.floor_holds'],
    [{ isPep: true }, levelTo('low'), false, 'risk.floor_holds'],
    [{ floor: 'medium' }, levelTo('low'), false, 'risk.floor_holds'],
    [{ level: 'medium' }, levelTo('high', SOON), false, 'risk.until_too_soon'],
    [{ level: 'medium' }, levelTo('high'), false, null],
    [{}, { action: 'level', level: null }, false, 'risk.nothing_changes'],
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
    expect(check(riskProfile(before), change, isAlertOpen)).toBe(code)
  })

  it("an officer's level ends with a day in Bogotá, at most twelve months ahead, also from the 29th of February", () => {
    const at = new Date('2028-03-01T04:59:59Z')
    expect(levelUntil(undefined, at)?.toISOString()).toBe('2029-03-01T05:00:00.000Z')
    expect(levelUntil('2029-02-28', at)?.toISOString()).toBe('2029-03-01T05:00:00.000Z')
    expect(levelUntil('2029-03-01', at)).toBeNull()
    expect(levelUntil('2028-02-29', at)?.toISOString()).toBe('2028-03-01T05:00:00.000Z')
    expect(levelUntil('2028-02-28', at)).toBeNull()
  })

  it.each([
    [{}, 2, 1, []],
    [{}, 1, 0, ['not_verified']],
    [{}, 2, 0, ['not_verified']],
    [{}, 3, 2, ['inactive']],
    [{ isListAlertOpen: true, risk: 'high' }, 2, 1, ['lists', 'high_risk']],
    [{ risk: 'medium' }, 2, 1, ['no_permission']],
    [{ risk: 'medium', allow: true }, 2, 1, []],
    [{ risk: 'high', allow: true }, 2, 3, ['high_risk']],
  ] as const)('%j with account state %i at level %i is blocked from moving money by %j', (one, accountState, verifiedLevel, blockers) => {
    const row = { risk: 'low', allow: false, isListAlertOpen: false, isListed: null, ...one } as const
    expect([ACCOUNT_STATE.unverified, ACCOUNT_STATE.verified, ACCOUNT_STATE.suspended]).toEqual([1, 2, 3])
    expect(blockersOf(row, { accountState, verifiedLevel })).toEqual(blockers)
  })

  it('the result of floors and points does not depend on any officer', () => {
    for (const one of everyProfile) expect(calculatedOf(one)).toBe(calculatedOf({ ...one, level: null, levelUntil: null }))
  })
})
