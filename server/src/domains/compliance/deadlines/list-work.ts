/** Work of every kind that an officer may do, in the order of urgency. */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { DueState } from '@tunjo/contract/compliance-people'
import { QUEUE_OF, type QueuedKind, WORK_QUEUES, type WorkQueue } from '@tunjo/contract/queued-kinds'
import type { Rail } from '@tunjo/contract/withdrawal-queue'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { allOf } from '../../../platform/database/list-query.ts'
import { addBusinessHours } from '../../../platform/time/business-days.ts'
import { type Deadlines, dueState } from '../../reference/configuration/index.ts'
import { begun, boundsOf, type QueuedWork, queuedWorks } from './kinds-of-work.ts'

export interface ListedWork {
  readonly queue: WorkQueue
  readonly kind: QueuedKind
  readonly id: string
  readonly accountId: string
  readonly severity: Severity | null
  readonly rail: Rail | null
  readonly dueAt: Date
  readonly due: DueState
  /** Null when the holder no longer has the permission. */
  readonly assigneeId: string | null
}

export interface WorkAsked {
  readonly now: Date
  readonly deadlines: Deadlines
  /** Officers with the permission for each kind. */
  readonly able: Readonly<Record<QueuedKind, readonly string[]>>
  readonly kinds: readonly QueuedKind[]
  /** The calling officer, from whom work about themselves is hidden (Ley 526 de 1999). */
  readonly officerId: string
  readonly queue?: WorkQueue | undefined
  readonly severity?: Severity | undefined
  readonly whose?: 'mine' | 'free' | undefined
  readonly due?: 'soon' | 'overdue' | undefined
  readonly id?: string
  /** Excluded ids by queue. */
  readonly except?: Partial<Record<WorkQueue, readonly string[]>>
}

/** Overdue first, then the least time left. */
export async function listWork(connection: Connection, asked: WorkAsked, limit: number): Promise<ListedWork[]> {
  const found: ListedWork[] = []
  for (const work of worksAsked(asked)) {
    const rows = await sql<FoundRow>`SELECT id, account_id AS "accountId", clock_at AS "clockAt", assignee_id AS "assigneeId"
      FROM (${work.rows}) AS work WHERE ${conditionsOf(work, asked)} ORDER BY clock_at, id LIMIT ${limit}`.execute(connection)
    found.push(...rows.rows.map((row) => listed(work, row, asked)))
  }
  found.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || (one.id < other.id ? -1 : 1))
  return withoutTwins(found).slice(0, limit)
}

export interface CountedQueue {
  readonly queue: WorkQueue
  readonly total: number
  readonly overdue: number
}

/** Counts of each queue of the requested kinds, in their order. */
export async function countQueues(connection: Connection, asked: WorkAsked): Promise<CountedQueue[]> {
  const works = worksAsked(asked)
  const counts: CountedQueue[] = []
  for (const queue of WORK_QUEUES) {
    const ofQueue = works.filter(({ kind }) => QUEUE_OF[kind] === queue)
    if (ofQueue.length === 0) continue
    const rows = sql.join(
      ofQueue.map((work) => {
        const { overdue } = boundsOf(work, asked.now, asked.deadlines)
        return sql`SELECT id, clock_at <= ${overdue} AS is_overdue FROM (${work.rows}) AS work WHERE ${conditionsOf(work, asked)}`
      }),
      sql` UNION ALL `,
    )
    const counted = await sql<Omit<CountedQueue, 'queue'>>`SELECT (count(DISTINCT id))::integer AS total,
      (count(DISTINCT id) FILTER (WHERE is_overdue))::integer AS overdue FROM (${rows}) AS work`.execute(connection)
    counts.push({ queue, total: 0, overdue: 0, ...counted.rows[0] })
  }
  return counts
}

/** Number of waiting items that each officer holds, in all queues. */
export async function countHeld(
  connection: Connection,
  { deadlines, now }: Pick<WorkAsked, 'deadlines' | 'now'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = sql.join(
    queuedWorks(deadlines).map(
      (work) => sql`SELECT ${sql.lit(QUEUE_OF[work.kind])} AS queue, id, assignee_id FROM (${work.rows}) AS work
        WHERE assignee_id IS NOT NULL AND ${begun(work, now)}`,
    ),
    sql` UNION `,
  )
  const counted = await sql<{ id: string; count: number }>`SELECT assignee_id AS id, count(*)::integer AS count
    FROM (${rows}) AS work GROUP BY assignee_id`.execute(connection)
  return new Map(counted.rows.map(({ id, count }) => [id, count]))
}

/** Ids of all waiting items of a queue, for SQL. */
export const idsWaiting = ({ deadlines, now }: Pick<WorkAsked, 'deadlines' | 'now'>, queue: WorkQueue): RawBuilder<unknown> =>
  sql.join(
    queuedWorks(deadlines)
      .filter(({ kind }) => QUEUE_OF[kind] === queue)
      .map((work) => sql`SELECT id FROM (${work.rows}) AS work WHERE ${begun(work, now)}`),
    sql` UNION ALL `,
  )

interface FoundRow {
  readonly id: string
  readonly accountId: string
  readonly clockAt: Date
  readonly assigneeId: string | null
}

const worksAsked = ({ deadlines, kinds, queue, severity }: WorkAsked): QueuedWork[] =>
  queuedWorks(deadlines).filter(
    (work) =>
      kinds.includes(work.kind) &&
      (queue === undefined || QUEUE_OF[work.kind] === queue) &&
      (severity === undefined || work.severity === severity),
  )

function conditionsOf(work: QueuedWork, { now, deadlines, able, officerId, whose, due, id, except }: WorkAsked): RawBuilder<unknown> {
  const bounds = boundsOf(work, now, deadlines)
  const passed = except?.[QUEUE_OF[work.kind]] ?? []
  return allOf([
    sql`account_id <> ${officerId}`,
    begun(work, now),
    whose === 'mine' ? sql`assignee_id = ${officerId}` : null,
    whose === 'free' ? sql`(assignee_id IS NULL OR assignee_id <> ALL(${[...able[work.kind]]}::uuid[]))` : null,
    due === undefined ? null : sql`clock_at <= ${due === 'overdue' ? bounds.overdue : bounds.near}`,
    id === undefined ? null : sql`id = ${id}`,
    passed.length === 0 ? null : sql`id <> ALL(${[...passed]}::uuid[])`,
  ])
}

function listed(work: QueuedWork, { id, accountId, clockAt, assigneeId }: FoundRow, { now, deadlines, able }: WorkAsked): ListedWork {
  const { kind, hours, clock } = work
  const dueAt = clock === 'until' ? clockAt : addBusinessHours(clockAt, hours)
  return {
    queue: QUEUE_OF[kind],
    kind,
    id,
    accountId,
    severity: work.severity ?? null,
    rail: work.rail ?? null,
    dueAt,
    due: dueState(dueAt, hours, { now, deadlines }),
    assigneeId: assigneeId !== null && able[kind].includes(assigneeId) ? assigneeId : null,
  }
}

/** An unseen hit has two deadlines; the earlier one counts. */
function withoutTwins(found: readonly ListedWork[]): ListedWork[] {
  const seen = new Set<string>()
  return found.filter(({ queue, id }) => {
    const key = `${queue} ${id}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
