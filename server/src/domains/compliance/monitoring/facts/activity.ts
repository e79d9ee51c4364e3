/** Activity of a customer before and next to the movements of the last 30 days, to find periods of dormancy. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Moment } from '../types.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from './moments.ts'
import { TRADE_VALUE } from './trades.ts'

export interface Activity {
  readonly at: Date
  /** COP cents. */
  readonly valueCop: bigint
}

/** The newest of each source. */
export const EARLIER_MAX = 200
/** Bound for the months of a backtest. */
const TRADES_MAX = 20_000

type Row = Activity & OfAccount

/** The newest movements before the first window, oldest first; `movements` has the columns of the sources. */
export async function earlierMovements(
  connection: Connection,
  moments: readonly Moment[],
  {
    source,
    counts,
    window,
  }: { readonly source: readonly RawBuilder<unknown>[]; readonly counts: RawBuilder<unknown>; readonly window: RawBuilder<unknown> },
): Promise<Row[]> {
  const newest = source.map(
    (
      table,
    ) => sql`(SELECT movement.account_id, created_at, coalesce(operation.amount, CASE WHEN asset = 'COP' THEN movement.amount ELSE 0 END) AS value
      FROM ${table} AS movement LEFT JOIN limits.operation_report AS operation ON operation_id = movement.id
      WHERE movement.account_id = asked.account_id AND created_at <= ${window} AND (${counts})
      ORDER BY created_at DESC LIMIT ${EARLIER_MAX})`,
  )
  const found = await sql<Row>`SELECT newest.account_id AS "accountId", created_at AS at, value AS "valueCop"
    FROM ${askedPeople(moments)} CROSS JOIN LATERAL (SELECT * FROM (${sql.join(newest, sql` UNION ALL `)}) AS movement
      ORDER BY created_at DESC LIMIT ${EARLIER_MAX}) AS newest ORDER BY at`.execute(connection)
  return found.rows
}

/** Settled trades for each moment, oldest first: those in the window, and the newest one before it. */
export async function tradesAt(connection: Connection, moments: readonly Moment[], window: RawBuilder<unknown>): Promise<Activity[][]> {
  const found = await sql<Row>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      (SELECT account_id AS "accountId", ended_at AS at, ${TRADE_VALUE} AS "valueCop" FROM trading.trade_movement AS trade
        WHERE account_id = asked.account_id AND state = 'settled' AND ended_at > ${window} AND ended_at <= asked.until
        ORDER BY created_at DESC LIMIT ${TRADES_MAX})
      UNION ALL (SELECT account_id, ended_at, ${TRADE_VALUE} FROM trading.trade_movement AS trade
        WHERE account_id = asked.account_id AND state = 'settled' AND ended_at <= ${window}
        ORDER BY created_at DESC LIMIT ${EARLIER_MAX})) AS newest ORDER BY at`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own.filter(({ at }) => !isLater(at, moment)).map(({ at, valueCop }) => ({ at, valueCop })),
  )
}
