/**
 * Nightly run: from 02:00 in Bogotá every rule is evaluated about every customer, for changes without an event (elapsed days, new months).
 * The job takes some customers at a time and stores its position, so it resumes there after a restart.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import * as z from 'zod'
import { inTransaction } from '../../../platform/database/database.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { storeAddresses } from './address-store.ts'
import { eventsWait } from './consumer-lag.ts'
import type { MonitoringContext } from './context.ts'
import type { Rule } from './define-rule.ts'
import { countPeers } from './facts/peers.ts'
import { judge, judgeBatch } from './judge.ts'
import { RULES } from './rules/index.ts'
import { customersAfter } from './subject-store.ts'
import { hoursAgo } from './times.ts'

const RUN_JOB = 'monitoring.nightly_run'
/** Hour in Bogotá time. */
export const RUN_HOUR = 2
const LOOK_EVERY_MS = 60_000
const LOT = 100
const PEOPLE_AT_ONCE = 4 * LOT
/**
 * Live events have priority: while an event waits for longer, the run pauses after each batch. The pause is bounded, since the run must end
 * before the morning.
 */
const WAITING_MAX_MS = 1_000
const REST_MS = 250
const Payload = z.object({ day: z.iso.date() })

export function scheduleNightlyRun(context: MonitoringContext): void {
  const { jobs } = context
  jobs.handle({
    name: RUN_JOB,
    async run(payload, job) {
      await runOn(context, Payload.parse(payload).day, job)
      return undefined
    },
  })
  jobs.schedule({ name: RUN_JOB, everyMs: LOOK_EVERY_MS, run: () => startNightlyRun(context) })
}

/**
 * Once for each day in Bogotá after that hour. An unfinished run resumes with a separate job: its first one may have failed its last
 * attempt.
 */
export async function startNightlyRun({ db, clock, jobs }: Pick<MonitoringContext, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now()
  const today = bogotaDay(hoursAgo(now, RUN_HOUR))
  await inTransaction(db, async (tx) => {
    const open = await sql<{
      day: string
    }>`SELECT day::text FROM monitoring.nightly_run WHERE finished_at IS NULL ORDER BY day LIMIT 1`.execute(tx)
    const day = open.rows[0]?.day ?? today
    await sql`INSERT INTO monitoring.nightly_run (day, started_at) VALUES (${day}, ${now}) ON CONFLICT DO NOTHING`.execute(tx)
    await jobs.enqueue(tx, { name: RUN_JOB, key: `${day} ${today}`, payload: { day } })
  })
}

async function runOn(context: MonitoringContext, day: string, { lease, log }: Pick<RunningJob, 'lease' | 'log'>): Promise<void> {
  const { db, clock } = context
  for (;;) {
    const found = await sql<{
      after: string | null
    }>`SELECT after FROM monitoring.nightly_run WHERE day = ${day} AND finished_at IS NULL`.execute(db)
    const run = found.rows[0]
    if (!run) return
    if (run.after === null) await countPeers(db, day, clock.now())
    const people = await customersAfter(db, run.after, PEOPLE_AT_ONCE)
    const failures = await askAboutSome(context, people, log)
    failpoint('monitoring.asked_some')
    if (await eventsWait(db, WAITING_MAX_MS)) await sleep(REST_MS)
    await inTransaction(db, async (tx) => {
      await lease.fence(tx)
      await sql`UPDATE monitoring.nightly_run SET after = coalesce(${people.at(-1) ?? null}, after), people = people + ${people.length},
        failures = failures + ${failures}, finished_at = ${people.length === 0 ? clock.now() : null} WHERE day = ${day}`.execute(tx)
    })
  }
}

/** While this process evaluates one batch, the database reads the next: with two, each waited for the other most of the time. */
async function askAboutSome(context: MonitoringContext, people: readonly string[], log: RunningJob['log']): Promise<number> {
  // Neighbours in different batches would not see each other's addresses.
  await inTransaction(context.db, (tx) => storeAddresses(tx, people)).catch((error: unknown) =>
    log.warn({ err: error }, 'addresses of some customers could not be kept at once, and are kept with each'),
  )
  const starts = people.flatMap((_, place) => (place % LOT === 0 ? [place] : []))
  const lots = starts.map((start) => people.slice(start, start + LOT))
  const failures = await Promise.all(lots.map((lot) => evaluateCustomers(context, { people: lot, rules: RULES, log })))
  return failures.reduce((sum, some) => sum + some, 0)
}

/** Returns how many rules could not be evaluated. A customer whose facts cannot be read does not block the others. */
export async function evaluateCustomers(
  context: MonitoringContext,
  { people, rules, log }: { people: readonly string[]; rules: readonly Rule[]; log: RunningJob['log'] },
): Promise<number> {
  try {
    if (people.length > 0)
      await judgeBatch(
        context,
        people.map((accountId) => ({ accountId, rules })),
      )
    return 0
  } catch (error) {
    log.warn({ err: error }, 'rules could not be asked about some customers at once, and are asked about each')
  }
  let failures = 0
  for (const accountId of people) {
    try {
      await judge(context, accountId, rules)
    } catch (error) {
      failures += 1
      log.error({ err: error, accountId }, 'rules could not be asked about a customer')
    }
  }
  return failures
}
