/**
 * Batch reassessment of all customers: each night from 02:00 in Bogotá, for changes without an event (elapsed days, new months, new list
 * entries), and when another version of the numbers takes effect. The job takes some customers at a time and stores its position, so it
 * resumes there after a restart.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import * as z from 'zod'
import { type Connection, inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { type Reassessed, reassess } from './assessment/reassess.ts'
import type { RiskContext } from './context.ts'

const RUN_JOB = 'risk.run'
/** Hour in Bogotá time. */
const RUN_HOUR = 2
const HOUR_MS = 3_600_000
const LOOK_EVERY_MS = 60_000
const PEOPLE_AT_ONCE = 1_000
const Payload = z.object({ runId: z.uuid() })

export function scheduleRiskRun(context: RiskContext): void {
  const { jobs } = context
  jobs.handle({
    name: RUN_JOB,
    async run(payload, job) {
      await runOn(context, Payload.parse(payload).runId, job)
      return undefined
    },
  })
  jobs.schedule({ name: RUN_JOB, everyMs: LOOK_EVERY_MS, run: () => startRiskRun(context) })
}

/**
 * Once for each day in Bogotá after that hour, and for each version of the numbers. An unfinished run resumes with a separate job: its
 * first one may have failed its last attempt.
 */
export async function startRiskRun(context: Pick<RiskContext, 'db' | 'clock' | 'jobs' | 'configuration'>): Promise<void> {
  const { db, clock, jobs, configuration } = context
  const now = clock.now()
  const day = bogotaDay(new Date(now.getTime() - RUN_HOUR * HOUR_MS))
  await inTransaction(db, async (tx) => {
    const { version } = await configuration.at(tx, 'risk', now)
    await sql`INSERT INTO risk.run (id, day, configuration_version, started_at)
      SELECT ${newId()}, ${day}, ${version}, ${now} WHERE NOT EXISTS (SELECT FROM risk.run WHERE finished_at IS NULL)
      ON CONFLICT (day, configuration_version) DO NOTHING`.execute(tx)
    const open = await sql<{ id: string }>`SELECT id FROM risk.run WHERE finished_at IS NULL`.execute(tx)
    const runId = open.rows[0]?.id
    if (runId !== undefined) await jobs.enqueue(tx, { name: RUN_JOB, key: `${runId} ${day}`, payload: { runId } })
  })
}

interface RunRow {
  readonly after: string | null
  readonly raised: number
  readonly lowered: number
}
type Job = Pick<RunningJob, 'lease' | 'log'>

async function runOn(context: RiskContext, runId: string, job: Job): Promise<void> {
  for (;;) {
    const found = await sql<RunRow>`SELECT after, raised, lowered FROM risk.run WHERE id = ${runId} AND finished_at IS NULL`.execute(
      context.db,
    )
    const [run] = found.rows
    if (!run) return
    const people = await customersAfter(context.db, run.after, PEOPLE_AT_ONCE)
    if (people.length === 0) return finish(context, runId, run, job)
    await assessOne(context, runId, people, job)
  }
}

/** A customer whose facts cannot be read does not block the others. */
async function assessOne(context: RiskContext, runId: string, people: readonly string[], job: Job): Promise<void> {
  const done = { after: people.at(-1) ?? null, people: people.length }
  try {
    await inTransaction(context.db, async (tx) => {
      await job.lease.fence(tx)
      await advance(tx, runId, { ...done, ...(await reassess(context, tx, people, { isOfMany: true })), failures: 0 })
      failpoint('risk.looked_at_some')
    })
    failpoint('risk.looked_committed')
    return
  } catch (error) {
    job.log.warn({ err: error }, 'the risk of some customers could not be worked out at once, and is worked out of each')
  }
  let failures = 0
  for (const accountId of people) {
    try {
      await inTransaction(context.db, async (tx) => {
        await job.lease.fence(tx)
        await advance(tx, runId, { after: null, people: 0, failures: 0, ...(await reassess(context, tx, [accountId], { isOfMany: true })) })
      })
    } catch (error) {
      failures += 1
      job.log.error({ err: error, accountId }, 'the risk of a customer could not be worked out')
    }
  }
  await inTransaction(context.db, async (tx) => {
    await job.lease.fence(tx)
    await advance(tx, runId, { ...done, raised: 0, lowered: 0, failures })
  })
}

interface Progress extends Reassessed {
  readonly after: string | null
  readonly people: number
  readonly failures: number
}
/** Stored with the counts in one transaction, so a crash in between loses both. */
async function advance(tx: Transaction, runId: string, { after, people, raised, lowered, failures }: Progress): Promise<void> {
  await sql`UPDATE risk.run SET after = coalesce(${after}, after), people = people + ${people}, raised = raised + ${raised},
    lowered = lowered + ${lowered}, failures = failures + ${failures} WHERE id = ${runId}`.execute(tx)
}

async function finish(context: RiskContext, runId: string, run: RunRow, { lease }: Job): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lease.fence(tx)
    const ended = await sql`UPDATE risk.run SET finished_at = ${context.clock.now()} WHERE id = ${runId} AND finished_at IS NULL
      RETURNING 1`.execute(tx)
    if (ended.rows.length > 0) await notifyOfRun(context, tx, runId, run)
  })
}

/** Sent once, also when the end is reached repeatedly. Without a change there is no notice. */
async function notifyOfRun(
  { identity, notifications }: RiskContext,
  tx: Transaction,
  runId: string,
  { raised, lowered }: Pick<RunRow, 'raised' | 'lowered'>,
): Promise<void> {
  if (raised + lowered === 0) return
  const values = { raised: String(raised), lowered: String(lowered) }
  for (const accountId of await identity.staff.officersWith(tx, 'risk.set'))
    await notifications.notify(tx, { accountId, kind: 'risk.levels_changed', values, once: `risk run ${runId}`, url: PEOPLE_PAGE })
}
const PEOPLE_PAGE = '/application/administrative/verification/'

/** Customers whose account is not closed, ordered by id; ids are never reused. */
async function customersAfter(connection: Connection, after: string | null, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT account.id FROM identity.user_report account
    WHERE 'ROLE_USER' = ANY(account.authorities) AND account.state <> ${ACCOUNT_STATE.closed}
      AND ${after === null ? sql`true` : sql`account.id > ${after}::uuid`} ORDER BY account.id LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ id }) => id)
}
