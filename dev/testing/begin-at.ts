/** Set the clock of a test to a fixed instant, before anything has a date, so that no calendar day changes what the test proves. */
import type { MovableClock } from '../../server/src/platform/time/clock.ts'

/** @param instant ISO 8601 with its offset, such as `2027-03-10T10:00:00-05:00`; in the past or in the future */
export const beginAt = (clock: MovableClock, instant: string): void => clock.startAt(Date.parse(instant) - Date.now())
