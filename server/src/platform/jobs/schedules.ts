/** Schedules: periodic work runs on one of the processes, and a slow run does not overlap the next. */
import type { Database } from '../database/database.ts'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import { claimScheduleRuns, doneSchedules, recordScheduleSuccess } from './job-store.ts'
import type { JobsContext } from './run-job.ts'
import type { Schedule, ScheduleAge } from './types.ts'

const MEASURES = declareMeasures('schedule_overdue', {
  'age:{schedule}': {
    name: 'schedule_last_success_age_seconds',
    help: 'Time since the last recorded success of the schedule; its process notes one every 15 seconds at most',
    isNew: true,
    rules: [
      {
        alert: 'SchedulerDead',
        expr: 'min without (instance, schedule) (tunjo_schedule_last_success_age_seconds) > 30',
        severity: 'page',
        summary: 'No schedule has succeeded for half a minute: no scheduler runs',
      },
    ],
  },
  '{schedule}': {
    name: 'schedule_overdue',
    help: '1 when the schedule did not come to its end for five minutes and three of its intervals, else 0',
    rules: [{ alert: 'ScheduleOverdue', when: '> 0', severity: 'page', summary: '{{ $labels.schedule }} does not come to its end' }],
  },
})

/** Longest time between two queries of the rows, also when none is due. */
const LOOK_MAX_MS = 10_000
/** Interval of queries while a schedule still runs when it is due again. */
const RUNNING_LOOK_MS = 100
/** Successes are recorded no more often than the overdue gauge needs. */
const NOTE_EVERY_MS = 15_000
/** A schedule is overdue when it did not succeed for this long and for this many of its intervals. */
const OVERDUE_MS = 300_000
const OVERDUE_TURNS = 3

interface Entry {
  readonly schedule: Schedule
  /** Next query, by the monotonic clock of this process. */
  lookAtMs: number
  isRunning: boolean
  /** When its last success was recorded, by the same clock. */
  notedMs: number
}

export function createSchedules({ db, log }: JobsContext, track: (work: Promise<void>) => void) {
  const entries: Entry[] = []
  const ages = agesOf(db, entries)

  async function run(entry: Entry): Promise<void> {
    const { name, run } = entry.schedule
    entry.isRunning = true
    try {
      await run({ log: log.child({ schedule: name }) })
      if (performance.now() - entry.notedMs < NOTE_EVERY_MS) return
      await recordScheduleSuccess(db, name)
      entry.notedMs = performance.now()
    } catch (error) {
      log.warn({ err: error, schedule: name }, 'schedule failed')
    } finally {
      entry.isRunning = false
    }
  }

  return {
    add: (schedule: Schedule) => void entries.push({ schedule, lookAtMs: 0, isRunning: false, notedMs: Number.NEGATIVE_INFINITY }),
    /**
     * Returns in how many milliseconds it has to be called again. Uses real time, not the product's clock: a moved clock must not make a
     * schedule run in a burst.
     */
    async runDue(): Promise<number | null> {
      const nowMs = performance.now()
      const free = entries.filter(({ isRunning, lookAtMs }) => !isRunning && lookAtMs <= nowMs)
      // Schedules that share a name share its runs.
      const due = [...new Map(free.map((entry) => [entry.schedule.name, entry])).values()]
      const turns =
        due.length > 0
          ? await claimScheduleRuns(
              db,
              due.map(({ schedule }) => schedule),
            )
          : new Map<string, number>()
      for (const entry of due) {
        const { name, everyMs } = entry.schedule
        const inMs = turns.get(name) || everyMs
        // The query writes, so it is made when the row may be due: another process may have had the run since.
        entry.lookAtMs = nowMs + Math.min(inMs, LOOK_MAX_MS)
        if (turns.get(name) === 0) track(run(entry))
      }
      if (entries.length === 0) return null
      const thenMs = performance.now()
      return Math.min(...entries.map(({ isRunning, lookAtMs }) => Math.max(lookAtMs - thenMs, isRunning ? RUNNING_LOOK_MS : 0)))
    },
    /** For readiness and metrics. */
    watch: { scheduleAges: ages, scheduleFigures: overdueFigures(ages) },
  }
}

/** Age of each schedule on any process that runs it. */
function agesOf(db: Database, entries: readonly Entry[]): () => Promise<ScheduleAge[]> {
  const startedMs = performance.now()
  return async () => {
    const ages = await doneSchedules(db)
    const sinceStartMs = performance.now() - startedMs
    return entries.map(({ schedule: { name, everyMs } }) => ({
      name,
      ageSeconds: (ages.get(name) ?? sinceStartMs) / 1_000,
      limitSeconds: Math.max(OVERDUE_MS, OVERDUE_TURNS * everyMs) / 1_000,
    }))
  }
}

const overdueFigures = (ages: () => Promise<ScheduleAge[]>): Gauges => ({
  measures: MEASURES,
  read: async () =>
    Object.fromEntries(
      (await ages()).flatMap(({ name, ageSeconds, limitSeconds }) => [
        [name, ageSeconds > limitSeconds ? 1 : 0],
        [`age:${name}`, ageSeconds],
      ]),
    ),
})
