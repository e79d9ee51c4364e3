/**
 * Trading volume of customers of one level and one survey band in a whole month. It is computed once, after the month has ended, since it
 * is a query over all customers.
 */
import { sql } from 'kysely'
import type { Connection, Database } from '../../../../platform/database/database.ts'
import { TRADE_VALUE } from './trades.ts'

export interface Peers {
  readonly people: number
  /** COP cents. */
  readonly p99: bigint
}

/** Statistics by month, level and band: a few rows per month. */
export async function peersIn(connection: Connection): Promise<ReadonlyMap<string, Peers>> {
  const found = await sql<Peers & { key: string }>`SELECT to_char(month, 'YYYY-MM') || ' ' || level || ' ' || band AS key, people, p99
    FROM monitoring.peer_volume`.execute(connection)
  return new Map(found.rows.map(({ key, ...peers }) => [key, peers]))
}

/** For the month before the day, unless that was done. Customers who did not trade are excluded. */
export async function countPeers(db: Database, day: string, now: Date): Promise<void> {
  const month = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 2, 1)).toISOString().slice(0, 10)
  const known = await sql`SELECT 1 FROM monitoring.peer_month WHERE month = ${month}`.execute(db)
  if (known.rows.length > 0) return
  const [from, to] = [
    sql`${month}::timestamp AT TIME ZONE 'America/Bogota'`,
    sql`(${month}::timestamp + interval '1 month') AT TIME ZONE 'America/Bogota'`,
  ]
  await sql`WITH counted AS (INSERT INTO monitoring.peer_month VALUES (${month}, ${now}) ON CONFLICT DO NOTHING RETURNING month),
    traded AS (SELECT trade.account_id, sum(${TRADE_VALUE}) AS total FROM trading.trade_movement AS trade
      WHERE state = 'settled' AND ended_at >= ${from} AND ended_at < ${to} GROUP BY trade.account_id),
    answered AS (SELECT DISTINCT ON (account_id) account_id, response_b FROM kyc.survey_report WHERE answered_at < ${to}
      ORDER BY account_id, answered_at DESC)
    INSERT INTO monitoring.peer_volume (month, level, band, people, p99)
    SELECT counted.month, verified_level, response_b, count(*), percentile_disc(0.99) WITHIN GROUP (ORDER BY total)
    FROM counted CROSS JOIN traded JOIN answered USING (account_id) JOIN kyc.person_state USING (account_id)
    WHERE total > 0 GROUP BY 1, 2, 3`.execute(db)
}
