/** Risk as decisions on plain values (ADM-09): the highest of the floors, else an officer's own word, else the points; every flag is taken back as well, with a reason (SEC-41). */
import { bogotaDay, endOfBogotaDay, monthsAfter } from '@tunjo/contract/bogota-day'
import { OVERRIDE_MONTHS_MAX, RISK_LEVELS, type RiskLevel, type TransactionBlocker } from '@tunjo/contract/compliance-risk'
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import type { Standing, StandingChange, StandingRow } from './types.ts'

const rank = (risk: RiskLevel): number => RISK_LEVELS.indexOf(risk)
export const isAbove = (one: RiskLevel, other: RiskLevel): boolean => rank(one) > rank(other)
export const highest = (levels: readonly RiskLevel[]): RiskLevel => levels.reduce((top, one) => (isAbove(one, top) ? one : top), 'low')

/** Lists ask for high, PEP (Decreto 830 de 2021: intensified due diligence) for medium at least, while their cause is there. */
export const floorOf = ({ isPep, isListed, floor }: Standing): RiskLevel =>
  highest([isListed ? 'high' : 'low', isPep ? 'medium' : 'low', floor])

/** What floors and points say, without an officer's own word. */
export const calculatedOf = (standing: Standing): RiskLevel => highest([floorOf(standing), standing.pointsLevel])

/** One that a single officer registered never lowers what the points say, not even when they rise later. */
function overrideOf({ level, levelUntil, isLevelAgreed, pointsLevel }: Standing, now: Date): RiskLevel | null {
  if (level === null || levelUntil === null || levelUntil <= now) return null
  return isLevelAgreed ? level : highest([level, pointsLevel])
}

export const riskOf = (standing: Standing, now: Date): RiskLevel =>
  highest([floorOf(standing), overrideOf(standing, now) ?? standing.pointsLevel])

const mayAt = (risk: RiskLevel, allow: boolean): boolean => risk === 'low' || (risk === 'medium' && allow)

/** By the row alone: what changes it tells whether the permission came or went. */
export const mayTransactBy = (standing: Standing, now: Date): boolean => mayAt(riskOf(standing, now), standing.allow)

/** As things are: `risk` was worked out for this moment. */
export const mayTransact = ({ risk, allow, isListAlertOpen }: Pick<StandingRow, 'risk' | 'allow' | 'isListAlertOpen'>): boolean =>
  !isListAlertOpen && mayAt(risk, allow)

/** Account, verified level, lists and risk: whatever of it keeps a person from moving money. */
export function blockersOf(
  standing: Pick<StandingRow, 'risk' | 'allow' | 'isListAlertOpen' | 'isListed'>,
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
export function lapsed<S extends Standing>(before: Standing, after: S, now: Date): S {
  return riskOf(after, now) === riskOf(before, now) ? after : { ...after, allow: false }
}

export function applied(standing: Standing, change: StandingChange): Standing {
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

/** The day until which an officer's level holds: to its end, from today, for twelve months at most. Null: out of bounds. */
export function levelUntil(day: string | undefined, now: Date): Date | null {
  const [today, last] = [bogotaDay(now), monthsAfter(bogotaDay(now), OVERRIDE_MONTHS_MAX)]
  const wanted = day ?? last
  return wanted < today || wanted > last ? null : endOfBogotaDay(wanted)
}

type LevelChange = Extract<StandingChange, { action: 'level' }>

interface Known {
  readonly now: Date
  /** The alert that belongs to the flag, which an officer may have opened by hand. */
  readonly isAlertOpen: boolean
  /** Of the highest floor, in words. */
  readonly floorCause: string
}

export function checkChange(standing: Standing, change: StandingChange, { now, isAlertOpen, floorCause }: Known): Refusal | null {
  if (change.action === 'level') return checkLevel(standing, change, { now, isAlertOpen, floorCause })
  if (isAlreadySo(standing, change, isAlertOpen)) return refusal('risk.nothing_changes')
  return change.action === 'allow' && change.is && riskOf(standing, now) !== 'medium' ? refusal('risk.not_medium') : null
}

function checkLevel(standing: Standing, change: LevelChange, { now, floorCause: cause }: Known): Refusal | null {
  if (change.level === null) return standing.level === null ? refusal('risk.nothing_changes') : null
  if (change.level === standing.level && change.until.getTime() === standing.levelUntil?.getTime()) return refusal('risk.nothing_changes')
  if (isAbove(floorOf(standing), change.level)) return refusal('risk.floor_holds', { cause })
  // A higher one is never a way for one officer to have the present one end sooner.
  const isHigher = standing.level !== null && isAbove(change.level, standing.level)
  return isHigher && endsRaiseSooner(standing, change, now) ? refusal('risk.until_too_soon') : null
}

/** An officer's level that holds somebody above floors and points would end before its day. */
const endsRaiseSooner = (standing: Standing, { until }: { readonly until: Date }, now: Date): boolean =>
  standing.levelUntil !== null && until < standing.levelUntil && isAbove(riskOf(standing, now), calculatedOf(standing))

function isAlreadySo(standing: Standing, { action, is }: Exclude<StandingChange, { action: 'level' }>, isAlertOpen: boolean): boolean {
  if (action === 'allow') return standing.allow === is
  const isFlagged = action === 'pep' ? standing.isPep : standing.isListed
  return isFlagged === is && (is || !isAlertOpen)
}

/** What gives freedom back is never one officer's decision; what takes it away cannot wait for a second. */
export function needsSecondOfficer(standing: Standing, change: StandingChange, now: Date): boolean {
  if (change.action !== 'level') return change.action === 'allow' ? change.is : !change.is
  if (change.level !== null)
    return isAbove(highest([riskOf(standing, now), standing.pointsLevel]), change.level) || endsRaiseSooner(standing, change, now)
  return isAbove(riskOf(standing, now), calculatedOf(standing))
}
