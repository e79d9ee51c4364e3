/** Points of a customer's risk, one line for each factor with its figures; numbers and lists come from the configuration (ADM-09). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { RiskLevel } from '@tunjo/contract/compliance-risk'
import type { InForce } from '../../../reference/configuration/index.ts'
import type { OpenAlert, PointsLine, RiskFacts } from './types.ts'

export type RiskNumbers = InForce<'risk'>

const DAY_MS = 86_400_000
/** Novedades only refers to the others; Listas and PEP are floors. */
const UNCOUNTED_ALERTS: readonly number[] = [1, 2, 3]

export function pointsOf(facts: RiskFacts, configuration: RiskNumbers, now: Date): PointsLine[] {
  return [
    activity(facts, configuration),
    jurisdiction(facts, configuration),
    cryptoOut(facts, configuration),
    volume(facts, configuration),
    newAccount(facts, configuration, now),
    alerts(facts, configuration),
  ]
}

export const totalOf = (lines: readonly PointsLine[]): number => lines.reduce((sum, { points }) => sum + points, 0)

export const levelOf = (total: number, { mediumFrom, highFrom }: { readonly mediumFrom: number; readonly highFrom: number }): RiskLevel =>
  total >= highFrom ? 'high' : total >= mediumFrom ? 'medium' : 'low'

/** The worst activity counts. */
function activity({ activityCodes }: RiskFacts, { numbers, lists }: RiskNumbers): PointsLine {
  const { activityHigh: high, activityMedium: medium } = numbers
  const line = { factor: 'activity', maximum: high } as const
  const [first] = activityCodes
  if (first === undefined) return { ...line, points: 0, figures: { class: 'unknown' } }
  const worst = activityCodes.find((code) => lists.activitiesHigh.has(code))
  if (worst !== undefined) return { ...line, points: high, figures: { class: 'high', code: worst } }
  const bad = activityCodes.find((code) => lists.activitiesMedium.has(code))
  if (bad !== undefined) return { ...line, points: medium, figures: { class: 'medium', code: bad } }
  return { ...line, points: 0, figures: { class: 'none', code: first } }
}

/** The worst country counts. */
function jurisdiction({ countries }: RiskFacts, { numbers, lists }: RiskNumbers): PointsLine {
  const { jurisdictionHigh: high, jurisdictionMedium: medium } = numbers
  const line = { factor: 'jurisdiction', maximum: high } as const
  const [first] = countries
  if (first === undefined) return { ...line, points: 0, figures: { class: 'unknown' } }
  const worst = countries.find((country) => lists.jurisdictionsHigh.has(country))
  if (worst !== undefined) return { ...line, points: high, figures: { class: 'high', country: worst } }
  const bad = countries.find((country) => lists.jurisdictionsMedium.has(country))
  if (bad !== undefined) return { ...line, points: medium, figures: { class: 'medium', country: bad } }
  return { ...line, points: 0, figures: { class: 'none', country: first } }
}

function cryptoOut({ withdrawn, withdrawnAsTokens }: RiskFacts, { numbers }: RiskNumbers): PointsLine {
  const { cryptoOutPercent, cryptoOutPoints, cryptoOutDays } = numbers
  const line = { factor: 'crypto_out', maximum: cryptoOutPoints } as const
  const days = String(cryptoOutDays)
  if (withdrawn <= 0n) return { ...line, points: 0, figures: { class: 'none', days } }
  const isAbove = withdrawnAsTokens * 100n > withdrawn * cryptoOutPercent
  return {
    ...line,
    points: isAbove ? cryptoOutPoints : 0,
    figures: { percent: String((withdrawnAsTokens * 100n) / withdrawn), from: String(cryptoOutPercent), days },
  }
}

/** The month compared with the declared month, the year with the declared year: the greater share counts. */
function volume({ declared, movedInMonth, tradedInYear }: RiskFacts, { numbers }: RiskNumbers): PointsLine {
  const { declaredPercent, declaredPoints, farAbovePercent, farAbovePoints } = numbers
  const line = { factor: 'volume', maximum: farAbovePoints } as const
  if (!declared) return { ...line, points: 0, figures: { class: 'unknown' } }
  const shares = [shareOf('month', movedInMonth, declared.monthly), shareOf('year', tradedInYear, declared.yearly)].flatMap(
    (one) => one ?? [],
  )
  const worst = shares.toSorted((one, other) => (other.percent > one.percent ? 1 : -1))[0]
  if (!worst) return { ...line, points: 0, figures: { class: 'unlimited' } }
  const { percent, of, moved, most } = worst
  const points = percent >= farAbovePercent ? farAbovePoints : percent >= declaredPercent ? declaredPoints : 0
  return { ...line, points, figures: { percent: String(percent), of, moved: String(moved / 100n), declared: String(most / 100n) } }
}

/** Null without a declared maximum. */
const shareOf = (of: 'month' | 'year', moved: bigint, most: bigint | null) =>
  most === null || most <= 0n ? null : { of, moved, most, percent: (moved * 100n) / most }

function newAccount({ createdAt }: RiskFacts, { numbers }: RiskNumbers, now: Date): PointsLine {
  const { newAccountDays: days, newAccountPoints: points } = numbers
  const line = { factor: 'new_account', maximum: points } as const
  if (!createdAt) return { ...line, points: 0, figures: { class: 'unknown' } }
  const isNew = now.getTime() - createdAt.getTime() < days * DAY_MS
  return { ...line, points: isNew ? points : 0, figures: { since: bogotaDay(createdAt), days: String(days) } }
}

function alerts({ openAlerts }: RiskFacts, { numbers }: RiskNumbers): PointsLine {
  const { alertPoints, graveAlertPoints, alertsMaximum } = numbers
  const counted = openAlerts.filter(({ kind }) => !UNCOUNTED_ALERTS.includes(kind))
  const grave = counted.filter(isGrave).length
  const points = Math.min(alertsMaximum, grave * graveAlertPoints + (counted.length - grave) * alertPoints)
  return { factor: 'alerts', points, maximum: alertsMaximum, figures: { count: String(counted.length), grave: String(grave) } }
}

/** Severity of the alert, which a later finding may have raised. */
const isGrave = ({ severity }: OpenAlert): boolean => severity === 'high' || severity === 'critical'
