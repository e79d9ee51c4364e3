/**
 * Notify officers of work near its deadline, or past it: immediately of urgent work, of all other work at most once an hour, one notice per
 * officer. Reported work is marked in the transaction of its notices: a process killed in between notifies no officer, and the next one
 * does; concurrent runs are serialised.
 */
import type { WorkKind } from '@tunjo/contract/deadline-kinds'
import { encodeWorkCounts, type WorkCounts } from '@tunjo/contract/deadline-work'
import { sql } from 'kysely'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { type Deadlines, deadlinesAt } from '../../reference/configuration/index.ts'
import type { DeadlinesContext } from './context.ts'
import { type Digest, digestsOf, type FoundWork, type Threshold } from './digests.ts'
import { boundsOf, type Work, worksOf } from './kinds-of-work.ts'
import { type Officers, officersToNotify } from './officers.ts'

/** The rest waits for the next run. */
const AT_ONCE = 5_000

/** Work that can wait is not reported more often: work that becomes due all day would give a mail per run. */
const DIGEST_EVERY_MS = 3_600_000

export async function notifyOfWork(context: DeadlinesContext): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('deadlines.tell', 0))`.execute(tx)
    const now = context.clock.now()
    const deadlines = await deadlinesAt(context, tx, now)
    const look: Look = { now, deadlines, officers: await officersToNotify(context, tx, now) }
    const works = worksOf(deadlines)
    const found = await takeAll(tx, works.filter(isUrgent), look)
    // Waiting work is not marked, so the run that may report it finds it, after any crash in between.
    if (await isDigestDue(tx, now)) {
      const waited = await takeAll(
        tx,
        works.filter((work) => !isUrgent(work)),
        look,
      )
      if (waited.length > 0) await sql`INSERT INTO deadlines.digest (told_at) VALUES (${now})`.execute(tx)
      found.push(...waited)
    }
    failpoint('deadlines.found')
    for (const [officerId, digest] of digestsOf(found, look.officers)) await notify(context, tx, officerId, digest)
  })
}

const isUrgent = (work: Work): boolean => work.isUrgent === true

/** A time in the future comes from a clock that was set back. */
async function isDigestDue(tx: Transaction, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DIGEST_EVERY_MS)
  const found = await sql`SELECT FROM deadlines.digest WHERE told_at > ${since} AND told_at <= ${now} LIMIT 1`.execute(tx)
  return found.rows.length === 0
}

interface Look {
  readonly now: Date
  readonly deadlines: Deadlines
  readonly officers: Officers
}

async function takeAll(tx: Transaction, works: readonly Work[], look: Look): Promise<FoundWork[]> {
  const found: FoundWork[] = []
  for (const work of works) {
    for (const threshold of ['overdue', 'near'] as const) found.push(...(await take(tx, work, threshold, look)))
  }
  return found
}

/**
 * Work of one kind that reached the threshold and was not reported for it, marked as reported. Work that no officer, or only the person
 * concerned, may do is reported once another officer may.
 */
async function take(
  tx: Transaction,
  { kind, rows, ...work }: Work,
  threshold: Threshold,
  { now, deadlines, officers }: Look,
): Promise<FoundWork[]> {
  const { near, overdue } = boundsOf(work, now, deadlines)
  const reached = threshold === 'overdue' ? sql`clock_at <= ${overdue}` : sql`clock_at <= ${near} AND clock_at > ${overdue}`
  // Work that was reported as overdue is not reported as near: its hours were extended.
  const subscribed = threshold === 'overdue' ? sql`AND threshold = 'overdue'` : sql``
  const found = await sql<Omit<FoundWork, 'kind' | 'threshold'>>`WITH reached AS MATERIALIZED (
      SELECT id, account_id, clock_at, assignee_id FROM (${rows}) AS work WHERE ${reached}
        AND EXISTS (SELECT FROM unnest(${[...officers[kind]]}::uuid[]) AS able WHERE able <> account_id)
        AND NOT EXISTS (
        SELECT FROM deadlines.told WHERE told.kind = ${kind} AND work_id = work.id AND told.clock_at = work.clock_at ${subscribed})
      ORDER BY clock_at LIMIT ${AT_ONCE}),
    kept AS (INSERT INTO deadlines.told (kind, work_id, clock_at, threshold, told_at)
      SELECT ${kind}, id, clock_at, ${threshold}, ${now} FROM reached)
    SELECT account_id AS "accountId", assignee_id AS "assigneeId" FROM reached`.execute(tx)
  return found.rows.map((row) => ({ ...row, kind, threshold }))
}

const PAGE: Readonly<Record<WorkKind, string>> = {
  hit_look: '/application/administrative/verification/alertas',
  hit: '/application/administrative/verification/alertas',
  alert: '/application/administrative/verification/alertas',
  review: '/application/administrative/verification/carga',
  withdrawal: '/application/administrative/withdrawals',
  conversation: '/application/administrative/conversations',
  refresh: '/application/administrative/verification/',
  diligence: '/application/administrative/verification/',
  nature: '/application/administrative/verification/trabajo',
}

/** Sends a notice in the app; past the deadline also a mail, since the officers who saw the notice did not do the work. */
async function notify({ identity, notifications }: DeadlinesContext, tx: Transaction, accountId: string, { near, overdue }: Digest) {
  const isOver = Object.keys(overdue).length > 0
  const mailTo = isOver ? (await identity.person(accountId, tx))?.email : undefined
  const values = { near: encodeWorkCounts(near), overdue: encodeWorkCounts(overdue) }
  const to = { accountId, values, url: pageOf(near, overdue), ...(mailTo && { mailTo }) }
  await notifications.notify(tx, { kind: 'deadlines.work_due', ...to })
}

/** Page of the kind with the most work. */
function pageOf(...counts: readonly WorkCounts[]): string {
  const most = counts.flatMap((one) => Object.entries(one) as [WorkKind, number][]).toSorted(([, one], [, other]) => other - one)[0]
  return PAGE[most?.[0] ?? 'review']
}
