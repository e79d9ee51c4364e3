/**
 * The product's time. Tests and the demo profile can move it forward; nothing else reads `Date.now()` for business decisions.
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that can be moved forward, never back. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void
  /** Start offset of the process, which may lie in the past: called once, before anything has a date. */
  startAt(offsetMs: number): void
  readonly offsetMs: number
}

export function movableClock(initialOffsetMs = 0): MovableClock {
  let offsetMs = initialOffsetMs
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(milliseconds) {
      if (milliseconds < 0) throw new RangeError('the clock only moves forward')
      offsetMs += milliseconds
    },
    startAt(startMs) {
      offsetMs = startMs
    },
    get offsetMs() {
      return offsetMs
    },
  }
}
