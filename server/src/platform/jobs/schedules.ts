/** Schedules: what is periodic runs on one of the processes, and a slow run is not overtaken by the next. */
import { takeTurn } from './job-store.ts'
import type { JobsContext } from './run-job.ts'
import type { Schedule } from './types.ts'

const LOOK_MAX_MS = 10_000

interface Entry {
  readonly schedule: Schedule
  /** By the monotonic clock of this process. */
  lookAtMs: number
  isRunning: boolean
}

export function createSchedules({ db, log }: JobsContext, track: (work: Promise<void>) => void) {
  const entries: Entry[] = []

  async function run(entry: Entry): Promise<void> {
    const { name, run } = entry.schedule
    entry.isRunning = true
    try {
      await run({ log: log.child({ schedule: name }) })
    } catch (error) {
      log.warn({ err: error, schedule: name }, 'schedule failed')
    } finally {
      entry.isRunning = false
    }
  }

  return {
    add: (schedule: Schedule) => void entries.push({ schedule, lookAtMs: 0, isRunning: false }),
    /** Real time, not the product's clock: a moved clock must not make a schedule run in a burst. */
    async runDue(): Promise<void> {
      const nowMs = performance.now()
      for (const entry of entries) {
        if (entry.isRunning || nowMs < entry.lookAtMs) continue
        // The row is asked for seldom, since asking writes; so a schedule runs at most a fifth of its time late.
        entry.lookAtMs = nowMs + Math.min(entry.schedule.everyMs / 5, LOOK_MAX_MS)
        if (await takeTurn(db, entry.schedule)) track(run(entry))
      }
    },
  }
}
