/**
 * Risk as decisions on plain values (ADM-09): the highest of the floors, else an officer's level, else the points; every flag can be
 * removed, with a reason (SEC-41).
 */
import { bogotaDay, endOfBogotaDay, monthsAfter } from '@tunjo/contract/bogota-day'
import { OVERRIDE_MONTHS_MAX, RISK_LEVELS, type RiskLevel, type TransactionBlocker } from '@tunjo/contract/compliance-risk'
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { RiskProfile, RiskProfileChange, RiskProfileRow } from './types.ts'

const rank = (risk: RiskLevel): number => RISK_LEVELS.indexOf(risk)
export const isAbove = (one: RiskLevel, other: RiskLevel): boolean => rank(one) > rank(other)
export const highest = (levels: readonly RiskLevel[]): RiskLevel => levels.reduce((top, one) => (isAbove(one, top) ? one : top), 'low')

/** Lists require high, PEP (Decreto 830 de 2021: intensified due diligence) at least medium, while their cause is open. */
export const floorOf = ({ isPep, isListed, floor }: RiskProfile): RiskLevel =>
  highest([isListed ? 'high' : 'low', isPep ? 'medium' : 'low', floor])

/** Level by floors and points, without an officer's level. */
export const calculatedOf = (standing: RiskProfile): RiskLevel => highest([floorOf(standing), standing.pointsLevel])

/** A level set by a single officer never lowers the level of the points, not even when they rise later. */
function overrideOf({ level, levelUntil, isLevelAgreed, pointsLevel }: RiskProfile, now: Date): RiskLevel | null {
  if (level === null || levelUntil === null || levelUntil <= now) return null
  return isLevelAgreed ? level : highest([level, pointsLevel])
}

export const riskOf = (standing: RiskProfile, now: Date): RiskLevel =>
  highest([floorOf(standing), overrideOf(standing, now) ?? standing.pointsLevel])

const mayAt = (risk: RiskLevel, allow: boolean): boolean => risk === 'low' || (risk === 'medium' && allow)

/** Permission from the row alone, which is enough to detect whether a change gives or removes it. */
export const mayTransactBy = (standing: RiskProfile, now: Date): boolean => mayAt(riskOf(standing, now), standing.allow)

/** With the current `risk`, which was computed for this moment. */
export const mayTransact = ({ risk, allow, isListAlertOpen }: Pick<RiskProfileRow, 'risk' | 'allow' | 'isListAlertOpen'>): boolean =>
  !isListAlertOpen && mayAt(risk, allow)

/** Everything that blocks a customer from moving money: account, verified level, lists and risk. */
export function blockersOf(
  standing: Pick<RiskProfileRow, 'risk' | 'allow' | 'isListAlertOpen' | 'isListed'>,
  { accountState, verifiedLevel }: { readonly accountState: AccountState; readonly verifiedLevel: number },
): TransactionBlocker[] {
  const { risk, allow, isListAlertOpen, isListed } = standing
  const isInactive = accountState === ACCOUNT_STATE.suspended || accountState === ACCOUNT_STATE.closed
  const all: readonly (readonly [TransactionBlocker, boolean])[] = [
    ['inactive', isInactive],
    ['not_verified', !isInactive && (accountState === ACCOUNT_STATE.unverified || verifiedLevel === 0)],
    ['lists', isListAlertOpen || isListed === true],
    ['high_risk', risk === 'high'],
    ['no_permission', risk === 'medium' && !allow],
  ]
  return all.flatMap(([blocker, is]) => (is ? [blocker] : []))
}

/** A permission was given for one risk, and lapses with it. */
export function lapsed<S extends RiskProfile>(before: RiskProfile, after: S, now: Date): S {
  return riskOf(after, now) === riskOf(before, now) ? after : { ...after, allow: false }
}

export function applied(standing: RiskProfile, change: RiskProfileChange): RiskProfile {
  switch (change.action) {
    case 'level':
      return change.level === null
        ? { ...standing, level: null, levelUntil: null, isLevelAgreed: false }
        : { ...standing, level: change.level, levelUntil: change.until, isLevelAgreed: change.isAgreed }
    case 'pep':
      return { ...standing, isPep: change.is }
    case 'list':
      return { ...standing, isListed: change.is }
    case 'allow':
      return { ...standing, allow: change.is }
  }
}

/** Day until which an officer's level is valid: to its end, from today, for twelve months at most. Null: out of bounds. */
export function levelUntil(day: string | undefined, now: Date): Date | null {
  const [today, last] = [bogotaDay(now), monthsAfter(bogotaDay(now), OVERRIDE_MONTHS_MAX)]
  const wanted = day ?? last
  return wanted < today || wanted > last ? null : endOfBogotaDay(wanted)
}

type LevelChange = Extract<RiskProfileChange, { action: 'level' }>

interface Known {
  readonly now: Date
  /** The alert of the flag, which an officer may have opened manually. */
  readonly isAlertOpen: boolean
  /** Description of the highest floor. */
  readonly floorCause: string
}

export function checkChange(standing: RiskProfile, change: RiskProfileChange, { now, isAlertOpen, floorCause }: Known): Refusal | null {
  if (change.action === 'level') return checkLevel(standing, change, { now, isAlertOpen, floorCause })
  if (isAlreadySo(standing, change, isAlertOpen)) return refusal('risk.nothing_changes')
  return change.action === 'allow' && change.is && riskOf(standing, now) !== 'medium' ? refusal('risk.not_medium') : null
}

function checkLevel(standing: RiskProfile, change: LevelChange, { now, floorCause: cause }: Known): Refusal | null {
  if (change.level === null) return standing.level === null ? refusal('risk.nothing_changes') : null
  if (change.level === standing.level && change.until.getTime() === standing.levelUntil?.getTime()) return refusal('risk.nothing_changes')
  if (isAbove(floorOf(standing), change.level)) return refusal('risk.floor_holds', { cause })
  // Setting a higher level must not let one officer shorten the present one.
  const isHigher = standing.level !== null && isAbove(change.level, standing.level)
  return isHigher && endsRaiseSooner(standing, change, now) ? refusal('risk.until_too_soon') : null
}

/** The change would shorten an officer's level that is above floors and points. */
const endsRaiseSooner = (standing: RiskProfile, { until }: { readonly until: Date }, now: Date): boolean =>
  standing.levelUntil !== null && until < standing.levelUntil && isAbove(riskOf(standing, now), calculatedOf(standing))

function isAlreadySo(
  standing: RiskProfile,
  { action, is }: Exclude<RiskProfileChange, { action: 'level' }>,
  isAlertOpen: boolean,
): boolean {
  if (action === 'allow') return standing.allow === is
  const isFlagged = action === 'pep' ? standing.isPep : standing.isListed
  return isFlagged === is && (is || !isAlertOpen)
}

/** A release always needs two officers; a restriction cannot wait for a second one. */
export function needsSecondOfficer(standing: RiskProfile, change: RiskProfileChange, now: Date): boolean {
  if (change.action !== 'level') return change.action === 'allow' ? change.is : !change.is
  if (change.level !== null)
    return isAbove(highest([riskOf(standing, now), standing.pointsLevel]), change.level) || endsRaiseSooner(standing, change, now)
  return isAbove(riskOf(standing, now), calculatedOf(standing))
}
