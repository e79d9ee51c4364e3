/**
 * One small job table with leases. A job runs at least once, so every handler is safe to run twice; `key` makes it exist
 * once per name. Handlers see no request context.
 */
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import { PROCESS_ROLES, type ProcessRole } from './config.ts'
import type { Connection, Database } from './database.ts'
import { newId } from './ids.ts'
import { type Log, withoutSecrets } from './log.ts'

/** Not a failure: look again later. */
export interface Reschedule {
  againInMs: number
}
export interface JobHandler {
  readonly name: string
  /** The role of the processes that run it. Default `worker`; only what needs keys is for the `signer`. */
  readonly role?: Extract<ProcessRole, 'worker' | 'signer'>
  /** Handlers that wait for the same outside party. When it hangs they fill the places of their own lane, not those of others. */
  readonly lane?: string
  /**
   * Attempts that threw before the job is set aside and an operator is told. Default 30, which is about two hours.
   * `Infinity`: tried for ever, for work that money waits for.
   */
  readonly maxAttempts?: number
  /** A job in the hands of a process that died is taken over after this. Default 30 s. */
  readonly leaseMs?: number
  run(payload: unknown, job: { attempt: number; log: Log }): Promise<Reschedule | undefined>
}
/** Runs every `everyMs` on one of the processes. */
export interface Schedule {
  readonly name: string
  readonly everyMs: number
  run(context: { log: Log }): Promise<void>
}

/** Work that is found elsewhere than in the job table. */
export interface Poller {
  readonly role: Extract<ProcessRole, 'worker' | 'signer'>
  /** Answers what there is to do now; it runs beside the jobs, and the next look does not wait for it. */
  look(): Promise<(() => Promise<void>)[]>
}

export interface EnqueueOptions {
  name: string
  key: string
  payload: unknown
  runAt?: Date
}

export interface Jobs {
  /** In the caller's transaction: the job exists exactly when the business row does. A known name and key changes nothing. */
  enqueue(tx: Connection, job: EnqueueOptions): Promise<void>
  handle(handler: JobHandler): void
  schedule(schedule: Schedule): void
  poll(poller: Poller): void
  /** `worker` and `signer` run the jobs of their role, `scheduler` what is periodic. All by default; `--roles` splits them. */
  start(roles?: ReadonlySet<ProcessRole>): void
  /** Lets running jobs end. */
  stop(): Promise<void>
  /** Runs due jobs until none is left; for tests. */
  drain(): Promise<void>
}

const ALL_ROLES: ReadonlySet<ProcessRole> = new Set(PROCESS_ROLES)
const POLL_MS = 150
/** While there is more to do than fits at once. */
const BUSY_POLL_MS = 10
const SCHEDULE_LOOK_MAX_MS = 10_000
/** At once, in each lane. */
const PARALLEL = 8
const DEFAULT_LEASE_MS = 30_000
const DEFAULT_MAX_ATTEMPTS = 30
/** From this attempt on a failure is told as an error: it does not pass by itself. */
const WORRYING_ATTEMPTS = 10
const MAX_BACKOFF_MS = 300_000

interface JobRow {
  id: string
  name: string
  payload: unknown
  attempts: number
}

interface ScheduleEntry {
  readonly schedule: Schedule
  /** By the monotonic clock of this process. */
  lookAtMs: number
  /** A slow run must not be overtaken by the next. */
  isRunning: boolean
}

export function createJobs({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Jobs {
  const handlers = new Map<string, JobHandler>()
  const schedules: ScheduleEntry[] = []
  const pollers: Poller[] = []
  const running = new Set<Promise<void>>()
  const runningOfLane = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let polling: Promise<void> = Promise.resolve()
  let stopping = false

  async function enqueue(tx: Connection, { name, key, payload, runAt }: EnqueueOptions) {
    await sql`INSERT INTO platform.job (id, name, key, payload, run_at)
      VALUES (${newId()}, ${name}, ${key}, ${JSON.stringify(payload)}, ${runAt ?? clock.now()})
      ON CONFLICT (name, key) DO NOTHING`.execute(tx)
  }

  /** Free places of each lane, for the handlers of these roles. */
  function freePlaces(roles: ReadonlySet<ProcessRole>): { names: string[]; places: number }[] {
    const lanes = new Map<string, string[]>()
    for (const { name, lane = '', role = 'worker' } of handlers.values())
      if (roles.has(role)) lanes.set(lane, [...(lanes.get(lane) ?? []), name])
    const free = [...lanes].map(([lane, names]) => ({ names, places: PARALLEL - (runningOfLane.get(lane) ?? 0) }))
    return free.filter(({ places }) => places > 0)
  }

  /** `WHERE … RETURNING` with the condition checked again under the row lock, so that two processes never hold one job. */
  async function claim(lanes: readonly { names: string[]; places: number }[]): Promise<{ row: JobRow; token: string }[]> {
    if (lanes.length === 0) return []
    const token = newId()
    const leasesMs = Object.fromEntries([...handlers].map(([name, handler]) => [name, handler.leaseMs ?? DEFAULT_LEASE_MS]))
    const now = clock.now()
    const isDue = sql`done_at IS NULL AND dead_at IS NULL AND run_at <= ${now} AND (lease_until IS NULL OR lease_until < now())`
    const claimed = await sql<JobRow>`
      UPDATE platform.job SET lease_token = ${token}, attempts = attempts + 1,
        lease_until = now() + make_interval(secs => (${JSON.stringify(leasesMs)}::jsonb ->> name)::float8 / 1000)
      WHERE id IN (SELECT due.id FROM jsonb_to_recordset(${JSON.stringify(lanes)}::jsonb) AS lane (names text[], places int),
          LATERAL (SELECT id FROM platform.job WHERE ${isDue} AND name = ANY(lane.names) ORDER BY run_at LIMIT lane.places) AS due)
        AND ${isDue}
      RETURNING id, name, payload, attempts`.execute(db)
    return claimed.rows.map((row) => ({ row, token }))
  }

  async function runJob(row: JobRow, token: string): Promise<void> {
    const handler = handlers.get(row.name)
    if (!handler) return
    const jobLog = log.child({ job: row.name, jobId: row.id })
    try {
      const again = await handler.run(row.payload, { attempt: row.attempts, log: jobLog })
      if (again) await reschedule(row.id, token, again.againInMs, null, true)
      else
        await sql`UPDATE platform.job SET done_at = ${clock.now()}, lease_until = NULL, last_error = NULL
        WHERE id = ${row.id} AND lease_token = ${token}`.execute(db)
    } catch (error) {
      const message = withoutSecrets(error instanceof Error ? error.message : String(error))
      const isLast = row.attempts >= (handler.maxAttempts ?? DEFAULT_MAX_ATTEMPTS)
      if (isLast) {
        jobLog.error({ err: error }, 'job set aside after its last attempt')
        await sql`UPDATE platform.job SET dead_at = ${clock.now()}, lease_until = NULL, last_error = ${message}
          WHERE id = ${row.id} AND lease_token = ${token}`.execute(db)
      } else {
        const level = row.attempts < WORRYING_ATTEMPTS ? 'warn' : 'error'
        jobLog[level]({ err: error, attempt: row.attempts }, 'job failed, will be tried again')
        await reschedule(row.id, token, Math.min(MAX_BACKOFF_MS, 250 * 2 ** row.attempts), message, false)
      }
    }
  }

  async function reschedule(id: string, token: string, inMs: number, message: string | null, resetAttempts: boolean) {
    const runAt = new Date(clock.now().getTime() + inMs)
    await sql`UPDATE platform.job SET run_at = ${runAt}, lease_until = NULL, last_error = ${message},
      attempts = CASE WHEN ${resetAttempts} THEN 0 ELSE attempts END WHERE id = ${id} AND lease_token = ${token}`.execute(db)
  }

  async function claimAndRun(roles: ReadonlySet<ProcessRole>): Promise<number> {
    const claimed = await claim(freePlaces(roles))
    for (const { row, token } of claimed) {
      const lane = handlers.get(row.name)?.lane ?? ''
      runningOfLane.set(lane, (runningOfLane.get(lane) ?? 0) + 1)
      const run = runJob(row, token).catch((error) => log.error({ err: error, job: row.name }, 'job bookkeeping failed'))
      track(run.finally(() => runningOfLane.set(lane, (runningOfLane.get(lane) ?? 0) - 1)))
    }
    return claimed.length
  }

  async function lookAndRun(roles: ReadonlySet<ProcessRole>): Promise<number> {
    let found = 0
    for (const { role, look } of pollers) {
      if (!roles.has(role)) continue
      for (const work of await look()) {
        found++
        track(work().catch((error) => log.error({ err: error }, 'work failed, will be looked for again')))
      }
    }
    return found
  }

  function track(work: Promise<void>) {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  async function poll(roles: ReadonlySet<ProcessRole>) {
    let isBusy = false
    try {
      if (roles.has('scheduler')) await runDueSchedules()
      if (!stopping) isBusy = (await claimAndRun(roles)) + (await lookAndRun(roles)) > 0
    } catch (error) {
      if (!stopping) log.error({ err: error }, 'job poll failed')
    }
    if (!stopping) timer = setTimeout(() => (polling = poll(roles)), isBusy ? BUSY_POLL_MS : POLL_MS)
  }

  /** Real time, not the product's clock: a moved clock must not make a schedule run in a burst. */
  async function runDueSchedules() {
    const nowMs = performance.now()
    for (const entry of schedules) {
      if (entry.isRunning || nowMs < entry.lookAtMs) continue
      // The row is asked for seldom, since asking writes; so a schedule runs at most a fifth of its time late.
      entry.lookAtMs = nowMs + Math.min(entry.schedule.everyMs / 5, SCHEDULE_LOOK_MAX_MS)
      if (await takeTurn(entry.schedule)) track(runSchedule(entry))
    }
  }

  /** True on one of the processes. */
  async function takeTurn({ name, everyMs }: Schedule): Promise<boolean> {
    const due = await sql`INSERT INTO platform.setting (name, value) VALUES (${`schedule:${name}`}, to_jsonb(now()))
      ON CONFLICT (name) DO UPDATE SET value = to_jsonb(now())
      WHERE (platform.setting.value #>> '{}')::timestamptz <= now() - make_interval(secs => ${everyMs / 1000}) RETURNING 1`.execute(db)
    return due.rows.length > 0
  }

  async function runSchedule(entry: ScheduleEntry): Promise<void> {
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
    enqueue,
    handle(handler) {
      if (handlers.has(handler.name)) throw new Error(`Job ${handler.name} has two handlers.`)
      handlers.set(handler.name, handler)
    },
    poll: (poller) => void pollers.push(poller),
    schedule: (schedule) => void schedules.push({ schedule, lookAtMs: 0, isRunning: false }),
    start: (roles = ALL_ROLES) => {
      polling = poll(roles)
    },
    async stop() {
      stopping = true
      if (timer) clearTimeout(timer)
      // It may be claiming jobs at this moment: they run to their end too, or nobody would look at them before their lease ends.
      await polling
      await Promise.allSettled(running)
    },
    async drain() {
      while ((await claimAndRun(ALL_ROLES)) + (await lookAndRun(ALL_ROLES)) > 0 || running.size > 0) await Promise.allSettled(running)
    },
  }
}
