/**
 * One small job table with leases. A job runs at least once, so every handler is safe to run twice; `key` makes it exist
 * once per name. Handlers see no request context.
 */

import { newId } from '../database/ids.ts'
import { PROCESS_ROLES, type ProcessRole } from '../process/process-roles.ts'
import { claimJobs, insertJob, nextDueMs } from './job-store.ts'
import { createLanes } from './lanes.ts'
import { thisMoment } from './lease.ts'
import { createPolling, type PollResult } from './poll.ts'
import { type ClaimedJob, DEFAULT_LEASE_MS, type JobsContext, runJob } from './run-job.ts'
import { createSchedules } from './schedules.ts'
import type { JobHandler, Jobs, Poller } from './types.ts'
import type { Wakeups } from './wakeups.ts'

export { LeaseLost } from './lease.ts'
export type * from './types.ts'

const SAFETY_NET_MS = 2_000
const ALL_ROLES: ReadonlySet<ProcessRole> = new Set(PROCESS_ROLES)

export function createJobs(context: JobsContext): Jobs {
  const { db, clock, log } = context
  const handlers = new Map<string, JobHandler>()
  const pollers: Poller[] = []
  const running = new Set<Promise<void>>()
  const schedules = createSchedules(context, track)
  const runner = createRunner(context, { handlers, track: trackAndWake })
  const pollings: ReturnType<typeof createPolling>[] = []

  function track(work: Promise<void>) {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  function trackAndWake(work: Promise<void>) {
    // At its end its place is free, and announcements made meanwhile were left to it.
    track(
      work.finally(() => {
        for (const polling of pollings) polling.wake()
      }),
    )
  }
  const runDueWork = async (roles: ReadonlySet<ProcessRole>): Promise<number> =>
    (await runner.claimAndRun(roles)) + (await lookAndRun({ log, pollers, track: trackAndWake }, roles))

  const startPolling = (look: () => Promise<PollResult>, wakeups?: Wakeups) => {
    const polling = createPolling({ log, wakeups, safetyNetMs: context.safetyNetMs ?? SAFETY_NET_MS }, look)
    pollings.push(polling)
    polling.start()
  }
  async function lookForWork(roles: ReadonlySet<ProcessRole>): Promise<PollResult> {
    if ((await runDueWork(roles)) > 0) return { nextInMs: 0 }
    // A process without handlers may have no right to read jobs.
    return { nextInMs: handlers.size > 0 ? await nextDueMs(db, clock.now()) : null }
  }

  return {
    enqueue: (tx, job) => insertJob(tx, { ...job, runAt: job.runAt ?? clock.now() }),
    handle(handler) {
      if (handlers.has(handler.name)) throw new Error(`Job ${handler.name} has two handlers.`)
      handlers.set(handler.name, handler)
    },
    poll: (poller) => void pollers.push(poller),
    schedule: schedules.add,
    ...schedules.watch,
    start(roles = ALL_ROLES, wakeups) {
      if (roles.has('scheduler')) startPolling(async () => ({ nextInMs: await schedules.runDue() }), wakeups)
      startPolling(() => lookForWork(roles), wakeups)
    },
    async stop() {
      // It may be claiming jobs at this moment: they run to their end too, or no process would run them before their lease ends.
      await Promise.all(pollings.map((polling) => polling.stop()))
      await Promise.allSettled(running)
    },
    async drain() {
      while ((await runDueWork(ALL_ROLES)) > 0 || running.size > 0) await Promise.allSettled(running)
    },
  }
}

interface Runner {
  readonly handlers: ReadonlyMap<string, JobHandler>
  track(work: Promise<void>): void
}

/** Claim what is due, as much as the lanes have places for, and run it concurrently with the polling. */
function createRunner(context: JobsContext, { handlers, track }: Runner) {
  const { db, clock, log } = context
  const lanes = createLanes(handlers)

  function start(claimed: ClaimedJob): void {
    const { name } = claimed.row
    const handler = handlers.get(name)
    if (!handler) return
    lanes.enter(name)
    const run = runJob(context, handler, claimed).catch((error) => log.error({ err: error, job: name }, 'job bookkeeping failed'))
    track(run.finally(() => lanes.leave(name)))
  }

  return {
    async claimAndRun(roles: ReadonlySet<ProcessRole>): Promise<number> {
      const token = newId()
      const claimedAt = thisMoment()
      const leasesMs = Object.fromEntries([...handlers].map(([name, handler]) => [name, handler.leaseMs ?? DEFAULT_LEASE_MS]))
      const rows = await claimJobs(db, { lanes: lanes.free(roles), leasesMs, token, now: clock.now() })
      for (const row of rows) start({ row, token, claimedAt })
      return rows.length
    },
  }
}

async function lookAndRun(
  { log, pollers, track }: Pick<JobsContext, 'log'> & Pick<Runner, 'track'> & { pollers: readonly Poller[] },
  roles: ReadonlySet<ProcessRole>,
): Promise<number> {
  let found = 0
  for (const { role, pollOnce } of pollers) {
    if (!roles.has(role)) continue
    for (const work of await pollOnce()) {
      found++
      track(work().catch((error) => log.error({ err: error }, 'work failed, will be looked for again')))
    }
  }
  return found
}
