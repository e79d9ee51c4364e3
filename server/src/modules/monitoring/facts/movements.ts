/** Money of a customer that came or went, one by one. */
import { sql } from 'kysely'
import { daysAgo } from '../times.ts'
import type { FactReader } from '../types.ts'

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

const SOURCES = sql`(SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM payments.deposit_movement
  UNION ALL SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM payments.withdrawal_movement
  UNION ALL SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM crypto.deposit_movement
  UNION ALL SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM crypto.withdrawal_movement) AS movement`
/** Deposits count from when they came, withdrawals while nobody took them back. */
const COUNTS = sql`CASE kind WHEN 'DEPOSIT' THEN state IN ('COMPLETED', 'IN_REVIEW')
  ELSE state NOT IN ('RETURNED', 'CANCELLED', 'REJECTED', 'FAILED') END`

export const movementFacts: FactReader<MovementFacts> = async (connection, { accountId, now }) => {
  const since = daysAgo(now, DAYS)
  const found = await sql<Movement>`SELECT id, CASE kind WHEN 'DEPOSIT' THEN 'in' ELSE 'out' END AS direction,
      coalesce(operation.amount, CASE WHEN asset = 'COP' THEN movement.amount ELSE 0 END) AS "valueCop", created_at AS at, ended_at AS "endedAt"
    FROM ${SOURCES} LEFT JOIN limits.operation_report AS operation ON operation_id = id
    WHERE movement.account_id = ${accountId} AND created_at > ${since} AND ${COUNTS} ORDER BY created_at DESC, id LIMIT ${MOVEMENTS_MAX}`.execute(
    connection,
  )
  const previous = await sql<{ at: Date | null }>`SELECT max(created_at) AS at FROM ${SOURCES}
    WHERE account_id = ${accountId} AND created_at <= ${since} AND ${COUNTS}`.execute(connection)
  const verified = await sql<{ at: Date }>`SELECT first_verified_at AS at FROM kyc.level_report WHERE account_id = ${accountId}`.execute(
    connection,
  )
  return {
    movements: found.rows.reverse(),
    previousAt: previous.rows[0]?.at ?? null,
    firstVerifiedAt: verified.rows[0]?.at ?? null,
  }
}
