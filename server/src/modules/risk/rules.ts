/** Risk as decisions on plain values (ADM-09). */
import { RISK_LEVELS, type RiskLevel } from '@tunjo/contract/compliance-risk'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import type { Standing, StandingChange } from './types.ts'

const rank = (risk: RiskLevel): number => RISK_LEVELS.indexOf(risk)
export const isAbove = (one: RiskLevel, other: RiskLevel): boolean => rank(one) > rank(other)

/** Lists ask for high, PEP (Decreto 830 de 2021: intensified due diligence) for medium at least, while their cause is there. */
const floorOf = ({ isPep, isListed }: Standing): RiskLevel => (isListed ? 'high' : isPep ? 'medium' : 'low')

export function riskOf(standing: Standing): RiskLevel {
  const [level, floor] = [standing.level ?? 'low', floorOf(standing)]
  return rank(level) < rank(floor) ? floor : level
}

export function mayTransact(standing: Standing): boolean {
  const risk = riskOf(standing)
  return risk === 'low' || (risk === 'medium' && standing.allow)
}

/** A permission was given for one risk, and lapses with it. */
export function standingAfter(standing: Standing, change: StandingChange): Standing {
  const changed = applied(standing, change)
  return change.action !== 'allow' && riskOf(changed) !== riskOf(standing) ? { ...changed, allow: false } : changed
}

function applied(standing: Standing, change: StandingChange): Standing {
  switch (change.action) {
    case 'level':
      return { ...standing, level: change.level }
    case 'pep':
      return { ...standing, isPep: change.is }
    case 'list':
      return { ...standing, isListed: change.is }
    case 'allow':
      return { ...standing, allow: change.is }
  }
}

/** `isAlertOpen`: the alert that belongs to the flag, which an officer may have opened by hand. */
export function checkChange(standing: Standing, change: StandingChange, isAlertOpen: boolean): Refusal | null {
  if (change.action === 'level') {
    if (change.level === standing.level) return refusal('risk.nothing_changes')
    return rank(change.level) < rank(floorOf(standing)) ? refusal('risk.floor_holds') : null
  }
  if (isAlreadySo(standing, change, isAlertOpen)) return refusal('risk.nothing_changes')
  return change.action === 'allow' && change.is && riskOf(standing) !== 'medium' ? refusal('risk.not_medium') : null
}

function isAlreadySo(standing: Standing, { action, is }: Exclude<StandingChange, { action: 'level' }>, isAlertOpen: boolean): boolean {
  if (action === 'allow') return standing.allow === is
  const isFlagged = action === 'pep' ? standing.isPep : standing.isListed
  return isFlagged === is && (is || !isAlertOpen)
}

/** What gives freedom back is never one officer's decision; what takes it away cannot wait for a second. */
export function needsSecondOfficer(standing: Standing, change: StandingChange): boolean {
  if (change.action === 'level') return rank(change.level) < rank(riskOf(standing))
  return change.action === 'allow' ? change.is : !change.is
}
