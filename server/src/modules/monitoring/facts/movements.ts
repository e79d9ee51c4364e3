/** Money of a customer that came or went, one by one. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, ifKnown, isLater, isOnceEach, type OfAccount } from './moments.ts'

export interface Movement {
  readonly id: string
  readonly direction: 'in' | 'out'
  /** COP cents, when it was counted. */
  readonly valueCop: bigint
  /** When it was asked for, or was seen. */
  readonly at: Date
  /** Null while it is under way. */
  readonly endedAt: Date | null
}
export interface MovementFacts {
  /** Of the last 30 days, oldest first; what failed or came back is left out. */
  readonly movements: readonly Movement[]
  /** The last one before those. */
  readonly previousAt: Date | null
  readonly firstVerifiedAt: Date | null
}

const DAYS = 30
/** The newest; nobody has as many in a month. */
const MOVEMENTS_MAX = 5_000
/** Of a question about several months. */
const ROWS_MAX = 20_000

export const SOURCES = sql`(SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM payments.deposit_movement
  UNION ALL SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM payments.withdrawal_movement
  UNION ALL SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM crypto.deposit_movement
  UNION ALL SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM crypto.withdrawal_movement) AS movement`
/** Deposits count from when they came, withdrawals while nobody took them back: `counts` says the same of an earlier moment. */
const MAY_COUNT = sql`CASE kind WHEN 'DEPOSIT' THEN state IN ('COMPLETED', 'IN_REVIEW')
  ELSE state NOT IN ('RETURNED', 'CANCELLED', 'REJECTED', 'FAILED') OR ended_at > asked.first END`
const WINDOW = sql`(asked.first - interval '${sql.raw(String(DAYS * 24))} hours')`

interface Row extends Movement, OfAccount {
  /** Waits for officers: it came, and did not end. */
  readonly isInReview: boolean
  /** A withdrawal whose money came back. */
  readonly isUndone: boolean
}

export const movementFacts: FactReader<MovementFacts> = async (connection, moments) => {
  const rows = await movementsOf(connection, moments)
  const before = await previousOf(connection, moments)
  // Person by person: joined at once, the view would be put together about everybody.
  const verified = await sql<OfAccount & { at: Date }>`SELECT asked.account_id AS "accountId", level.at
    FROM ${askedPeople(moments)} CROSS JOIN LATERAL (SELECT first_verified_at AS at FROM kyc.level_report
      WHERE level_report.account_id = asked.account_id) AS level`.execute(connection)
  const firstVerified = new Map(verified.rows.map(({ accountId, at }) => [accountId, at]))
  return factsAt(moments, rows, (own, moment) => {
    const since = daysAgo(moment.now, DAYS)
    const counted = own.filter((row) => counts(row, moment))
    const earlier = counted.findLast(({ at }) => at <= since)?.at ?? before.get(moment.accountId) ?? null
    return {
      movements: counted
        .filter(({ at }) => at > since)
        .slice(-MOVEMENTS_MAX)
        .map(({ id, direction, valueCop, at, endedAt }) => ({ id, direction, valueCop, at, endedAt: ifKnown(endedAt, moment) })),
      previousAt: earlier,
      firstVerifiedAt: ifKnown(firstVerified.get(moment.accountId) ?? null, moment),
    }
  })
}

/** A deposit that waited for officers and came through counts from when it did: when it began to wait is not kept. */
function counts({ direction, at, endedAt, isInReview, isUndone }: Row, moment: Moment): boolean {
  if (isLater(at, moment)) return false
  return direction === 'in' ? isInReview || !isLater(endedAt, moment) : !isUndone || isLater(endedAt, moment)
}

/** Oldest first, from the start of the first window on. */
async function movementsOf(connection: Connection, moments: readonly Moment[]): Promise<Row[]> {
  const found = await sql<Row>`SELECT found.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT movement.account_id AS "accountId", id, CASE kind WHEN 'DEPOSIT' THEN 'in' ELSE 'out' END AS direction,
        coalesce(operation.amount, CASE WHEN asset = 'COP' THEN movement.amount ELSE 0 END) AS "valueCop", created_at AS at,
        ended_at AS "endedAt", state = 'IN_REVIEW' AS "isInReview", state IN ('RETURNED', 'CANCELLED', 'REJECTED', 'FAILED') AS "isUndone"
      FROM ${SOURCES} LEFT JOIN limits.operation_report AS operation ON operation_id = id
      WHERE movement.account_id = asked.account_id AND created_at > ${WINDOW} AND created_at <= asked.until AND (${MAY_COUNT})
      ORDER BY created_at DESC, id LIMIT ${isOnceEach(moments) ? MOVEMENTS_MAX : ROWS_MAX}) AS found ORDER BY at, id DESC`.execute(
    connection,
  )
  return found.rows
}

/** The last movement before the first window. */
async function previousOf(connection: Connection, moments: readonly Moment[]): Promise<ReadonlyMap<string, Date>> {
  const found = await sql<OfAccount & { at: Date }>`SELECT asked.account_id AS "accountId", previous.at
    FROM ${askedPeople(moments)} CROSS JOIN LATERAL (SELECT max(created_at) AS at FROM ${SOURCES}
      WHERE movement.account_id = asked.account_id AND created_at <= ${WINDOW} AND (${MAY_COUNT})) AS previous
    WHERE previous.at IS NOT NULL`.execute(connection)
  return new Map(found.rows.map(({ accountId, at }) => [accountId, at]))
}
