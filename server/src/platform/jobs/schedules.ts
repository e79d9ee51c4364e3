/** Schedules: what is periodic runs on one of the processes, and a slow run is not overtaken by the next. */
import type { Figures } from '../figures.ts'
import { doneSchedules, noteDone, takeTurn } from './job-store.ts'
import type { JobsContext } from './run-job.ts'
import type { Schedule } from './types.ts'

const LOOK_MAX_MS = 10_000
/** Successes are written down as seldom as a signal can stand. */
const NOTE_EVERY_MS = 15_000
/** A schedule is overdue when it did not come to its end for so long, or for so many of its turns. */
const OVERDUE_MS = 300_000
const OVERDUE_TURNS = 3

interface Entry {
  readonly schedule: Schedule
  /** By the monotonic clock of this process. */
  lookAtMs: number
  isRunning: boolean
  /** When its last success was written down, by the same clock. */
  notedMs: number
}

export function createSchedules({ db, log }: JobsContext, track: (work: Promise<void>) => void) {
  const entries: Entry[] = []
  const startedMs = performance.now()

  async function run(entry: Entry): Promise<void> {
    const { name, run } = entry.schedule
    entry.isRunning = true
    try {
      await run({ log: log.child({ schedule: name }) })
      if (performance.now() - entry.notedMs < NOTE_EVERY_MS) return
      await noteDone(db, name)
      entry.notedMs = performance.now()
    } catch (error) {
      log.warn({ err: error, schedule: name }, 'schedule failed')
    } finally {
      entry.isRunning = false
    }
  }

  return {
    add: (schedule: Schedule) => void entries.push({ schedule, lookAtMs: 0, isRunning: false, notedMs: Number.NEGATIVE_INFINITY }),
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
    /** Of every schedule, on whichever process it runs. */
    figures: {
      name: 'schedule_overdue',
      help: 'By schedule: 1 (red) when it did not come to its end for five minutes and three of its turns, else 0',
      async read() {
        const ages = await doneSchedules(db)
        const sinceStartMs = performance.now() - startedMs
        return Object.fromEntries(
          entries.map(({ schedule: { name, everyMs } }) => {
            const isOverdue = (ages.get(name) ?? sinceStartMs) > Math.max(OVERDUE_MS, OVERDUE_TURNS * everyMs)
            return [name, isOverdue ? 1 : 0]
          }),
        )
      },
    } satisfies Figures,
  }
}
