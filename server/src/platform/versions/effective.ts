/**
 * Versions with an effective date, decided by two officers: which one is in force, which comes, which was replaced. Plain values; a version
 * is added and none is changed, so that it stays known which one decided.
 */
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { VersionState } from '@tunjo/contract/version-decision'

export interface Version {
  readonly version: number
  readonly from: Date
}
export interface Decision {
  readonly at: Date
  readonly makerId: string
  readonly checkerId: string
  readonly reason: string
}

const DAYS_AHEAD_MAX = 366
const DAY_MS = 86_400_000

/** A version never changes earlier decisions: it begins with its approval, or with a day that has not begun. */
export function mayBegin(fromDay: string | null, now: Date): boolean {
  if (fromDay === null) return true
  const from = startOfBogotaDay(fromDay)
  return from > now && from.getTime() <= now.getTime() + DAYS_AHEAD_MAX * DAY_MS
}

/** Never before the approval; a day that came meanwhile goes back to its maker (`approvals.facts_changed`). */
export function startOf(fromDay: string | null, approvedAt: Date): Date {
  const wanted = fromDay === null ? approvedAt : startOfBogotaDay(fromDay)
  return wanted > approvedAt ? wanted : approvedAt
}

/** The highest of these versions, in their order, that has begun. */
export const inForce = <V extends Version>(versions: readonly V[], now: Date): V | undefined => versions.findLast(({ from }) => from <= now)

/** State among the versions in their order; one is replaced when a higher one begins no later than it does. */
export function stateOf(version: Version, versions: readonly Version[], now: Date): VersionState {
  if (version === inForce(versions, now)) return 'in_force'
  if (isReplaced(version, versions)) return 'replaced'
  return version.from > now ? 'coming' : 'past'
}
const isReplaced = ({ version, from }: Version, versions: readonly Version[]): boolean =>
  versions.some((other) => other.version > version && other.from <= from)

/** The next that begins. */
export function comingOf<V extends Version>(versions: readonly V[], now: Date): V | undefined {
  const coming = versions.filter((one) => stateOf(one, versions, now) === 'coming')
  return coming.toSorted((one, other) => one.from.getTime() - other.from.getTime())[0]
}
