/**
 * SQL of download attempts. An attempt is recorded before it begins, so that one that was killed is visible and is not repeated
 * immediately.
 */
import type { FetchProblem, ListName } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SOON_MS = 30 * SECOND_MS
/** Time for which an address that returns nothing is retried at short intervals. */
const SOON_FOR_MS = 15 * MINUTE_MS
/** After this time an attempt that was begun counts as failed. */
const SPARE_MS = MINUTE_MS

export interface ListFetchRow {
  readonly list: ListName
  readonly triedAt: Date
  readonly fetchedAt: Date | null
  readonly problem: FetchProblem | null
}
export interface FetchAttempt {
  /** Null: the address returned a complete list, new or known. */
  readonly problem: FetchProblem | null
  /** True when the problem may be transient. */
  readonly isAgainSoon: boolean
}
interface Begun {
  readonly triedAt: Date
  readonly failingSince: Date
}

/** Null: it is not due, or another process is fetching. */
export async function beginFetch(
  connection: Connection,
  list: ListName,
  { at, isOpenForMs }: { at: Date; isOpenForMs: number },
): Promise<Begun | null> {
  const untilAt = new Date(at.getTime() + isOpenForMs + SPARE_MS)
  // An attempt without an end failed.
  const found = await sql<Begun>`INSERT INTO screening.list_fetch (list, tried_at, again_at, failing_since)
    VALUES (${list}, ${at}, ${untilAt}, ${at})
    ON CONFLICT (list) DO UPDATE SET tried_at = excluded.tried_at, again_at = excluded.again_at,
      problem = CASE WHEN list_fetch.failing_since IS NULL THEN NULL ELSE coalesce(list_fetch.problem, 'unreachable') END,
      failing_since = coalesce(list_fetch.failing_since, excluded.failing_since)
    WHERE list_fetch.again_at <= ${at}
    RETURNING tried_at AS "triedAt", failing_since AS "failingSince"`.execute(connection)
  return found.rows[0] ?? null
}

export async function endFetch(
  connection: Connection,
  list: ListName,
  { problem, isAgainSoon, begun, at }: FetchAttempt & { begun: Begun; at: Date },
): Promise<void> {
  const isSoon = isAgainSoon && at.getTime() - begun.failingSince.getTime() < SOON_FOR_MS
  // Counted from its start, so that attempts do not drift through the day.
  const againAt = problem === null ? begun.triedAt.getTime() + DAY_MS : at.getTime() + (isSoon ? SOON_MS : HOUR_MS)
  const [fetchedAt, failingSince] = problem === null ? [at, null] : [null, begun.failingSince]
  await sql`UPDATE screening.list_fetch SET problem = ${problem}, again_at = ${new Date(againAt)},
      failing_since = ${failingSince}, fetched_at = coalesce(${fetchedAt}::timestamptz, fetched_at)
    WHERE list = ${list} AND tried_at = ${begun.triedAt}`.execute(connection)
}

/** An attempt whose time limit has passed returned nothing. */
export async function listFetches(connection: Connection, now: Date): Promise<ListFetchRow[]> {
  const found = await sql<ListFetchRow>`SELECT list, tried_at AS "triedAt", fetched_at AS "fetchedAt",
      CASE WHEN failing_since IS NOT NULL AND again_at <= ${now} THEN coalesce(problem, 'unreachable') ELSE problem END AS problem
    FROM screening.list_fetch`.execute(connection)
  return found.rows
}
