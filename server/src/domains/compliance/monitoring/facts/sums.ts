/** Largest operations of a sum, read when the sum is reported to officers. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Evidence, Moment } from '../types.ts'
import { type Direction, firstMonth, monthOf } from './money.ts'
import { SOURCES } from './movements.ts'
import { TRADE_VALUE } from './trades.ts'

/** Enough for a first review; the lists of movements have all of them. */
const OPERATIONS_MAX = 20
const startOf = (month: string) => sql`(${`${month}-01`}::timestamp AT TIME ZONE 'America/Bogota')`

/** Counted in the month of the moment, including tokens that wait. */
export async function movementsOfMonth(
  connection: Connection,
  { accountId, now }: Pick<Moment, 'accountId' | 'now'>,
  directions: readonly Direction[],
): Promise<Evidence[]> {
  const kinds = directions.map((direction) => direction.toUpperCase())
  const found = await sql<{ id: string }>`SELECT movement.id FROM ${SOURCES}
      LEFT JOIN limits.operation_report AS operation ON operation_id = movement.id
      LEFT JOIN limits.refusal_report AS refusal ON refusal.operation_id = movement.id AND movement.state = 'IN_REVIEW'
    WHERE movement.account_id = ${accountId} AND movement.kind = ANY(${kinds}) AND (refusal.operation_id IS NOT NULL
      OR (is_counted AND to_char(month, 'YYYY-MM') = ${monthOf(now)}))
    ORDER BY coalesce(operation.amount, refusal.amount) DESC, movement.id LIMIT ${OPERATIONS_MAX}`.execute(connection)
  return found.rows.map(({ id }) => ({ type: 'movement', id }))
}

/** Settled in the month, or in the twelve months that are counted. */
export async function tradesSince(
  connection: Connection,
  { accountId, now }: Pick<Moment, 'accountId' | 'now'>,
  since: 'month' | 'year',
): Promise<Evidence[]> {
  const month = since === 'month' ? monthOf(now) : firstMonth(now)
  const found = await sql<{ id: string }>`SELECT trade.id FROM trading.trade_movement AS trade
    WHERE trade.account_id = ${accountId} AND state = 'settled' AND ended_at >= ${startOf(month)} AND ended_at <= ${now}
    ORDER BY ${TRADE_VALUE} DESC, trade.id LIMIT ${OPERATIONS_MAX}`.execute(connection)
  return found.rows.map(({ id }) => ({ type: 'trade', id }))
}
