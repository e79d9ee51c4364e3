/** Effective version of a policy at a moment, on plain values. */
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { PolicyVersion } from './types.ts'

/** Notice period that the terms promise before a change (section 15). */
export const NOTICE_DAYS = 15
const DAY_MS = 86_400_000

/** The newest that has begun. The first one is in force from the beginning. `versions` newest first, here and below. */
export function inForce(versions: readonly PolicyVersion[], now: Date): PolicyVersion | undefined {
  return versions.find(({ date }) => startOfBogotaDay(date) <= now) ?? versions.at(-1)
}

/** The next that was announced and has not begun. */
export function upcoming(versions: readonly PolicyVersion[], now: Date): PolicyVersion | undefined {
  return published(versions, now).findLast(({ date, announced }) => announced !== undefined && startOfBogotaDay(date) > now)
}

/** Versions visible at a moment: none is before its announcement. */
export function published(versions: readonly PolicyVersion[], now: Date): readonly PolicyVersion[] {
  return versions.filter(({ announced }) => announced === undefined || startOfBogotaDay(announced) <= now)
}

/** The first reason why these may not be published; null when all are valid. */
export function wrongWith(versions: readonly PolicyVersion[]): string | null {
  for (const [index, { version, date, announced, changes }] of versions.entries()) {
    const before = versions[index + 1]
    if (!before) return null
    if (announced === undefined || changes === undefined)
      return `${version} needs 'announced' and 'changes', since people accepted ${before.version}`
    if (date <= before.date) return `${version} begins before ${before.version}`
    if (startOfBogotaDay(date).getTime() - startOfBogotaDay(announced).getTime() < NOTICE_DAYS * DAY_MS)
      return `${version} is announced less than ${NOTICE_DAYS} days before it begins`
  }
  return null
}
