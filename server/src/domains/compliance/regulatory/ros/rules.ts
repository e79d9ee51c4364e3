/** Required content of a suspicious transaction report, on plain values. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ROS_NARRATIVE_LENGTH, ROS_PERIOD_DAYS_MAX, type RosDraft } from '@tunjo/contract/regulatory-ros'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'

const DAY_MS = 86_400_000

/** Maximum number of alerts, and of movements, to choose from. */
export const OFFERED_MAX = 300

/** Years after its end, as the law requires for documents of a reported operation, and as our policies promise. */
const KEPT_YEARS = 10
export function keptSince(now: Date): Date {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - KEPT_YEARS)
  return since
}

/** Days of Bogotá, both included. */
export function checkPeriod({ from, to }: NonNullable<RosDraft['period']>, now: Date): Refusal | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const isGood = days >= 1 && days <= ROS_PERIOD_DAYS_MAX && to <= bogotaDay(now)
  return isGood ? null : refusal('regulatory.period_invalid', { maximum: ROS_PERIOD_DAYS_MAX })
}

/** Before its approval is requested. */
export function checkComplete({ narrative, period, episodes, movements }: RosDraft): Refusal | null {
  const isComplete = [...narrative].length >= ROS_NARRATIVE_LENGTH.minimum && period !== null && episodes.length + movements.length > 0
  return isComplete ? null : refusal('regulatory.ros_incomplete', { minimum: ROS_NARRATIVE_LENGTH.minimum })
}

/** It was filed after it was approved, and not tomorrow. */
export function checkFilingDay(on: string, approvedAt: Date | null, now: Date): Refusal | null {
  const isGood = on <= bogotaDay(now) && (approvedAt === null || on >= bogotaDay(approvedAt))
  return isGood ? null : refusal('regulatory.day_invalid')
}
