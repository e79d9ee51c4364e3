/**
 * Shared lock of the demo's clock: a leap waits for approvals in flight, and they wait for a leap, since an approval expires within minutes and
 * steps of different people run concurrently.
 */
export interface ClockGate {
  /** Hold the clock; the answer releases it, once or more often. */
  hold(): Promise<() => void>
  /** Move the clock while nothing holds it. */
  leap(move: () => Promise<void>): Promise<void>
}

export function createClockGate(): ClockGate {
  let holders = 0
  let leaps: Promise<void> = Promise.resolve()
  let whenFree: (() => void)[] = []

  function release(): void {
    holders -= 1
    if (holders > 0) return
    for (const free of whenFree) free()
    whenFree = []
  }
  const untilFree = async (): Promise<void> => {
    while (holders > 0) await new Promise<void>((resolve) => whenFree.push(resolve))
  }
  return {
    async hold() {
      for (let seen: Promise<void> | null = null; seen !== leaps; ) {
        seen = leaps
        await seen
      }
      holders += 1
      let isHeld = true
      return () => {
        if (isHeld) release()
        isHeld = false
      }
    },
    leap(move) {
      const moved = leaps.then(untilFree).then(move)
      // One that fails does not keep the next ones from moving the clock.
      leaps = moved.catch(() => undefined)
      return moved
    },
  }
}
