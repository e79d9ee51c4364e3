/** Postings of customers in a year of Bogotá, from the ledger's view, with the prices that value them. */
import { endOfBogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Posting } from './buckets.ts'

/** Above the number of clients that a file of the UIAF may have; more need a file in parts, and the file reports it. */
export const USERS_MAX = 100_000

/** First and last instant (excluded) of the year that ends with a month such as `2026-12`. */
export function yearOf(month: string): { year: string; from: Date; until: Date; lastDay: string } {
  const year = month.slice(0, 4)
  return { year, from: startOfBogotaDay(`${year}-01-01`), until: endOfBogotaDay(`${year}-12-31`), lastDay: `${year}-12-31` }
}

type Period = Pick<ReturnType<typeof yearOf>, 'from' | 'until'>

/** People with a posting in crypto-assets, in the order of their ids. */
export async function usersOf(connection: Connection, { from, until }: Period): Promise<string[]> {
  const found = await sql<{ owner: string }>`SELECT DISTINCT owner FROM ledger.entry
    WHERE account_kind = 'customer' AND asset <> 'COP' AND amount <> 0 AND recorded_at >= ${from} AND recorded_at < ${until}
    ORDER BY owner LIMIT ${USERS_MAX + 1}`.execute(connection)
  return found.rows.map(({ owner }) => owner)
}

/** A rate that is published on working days applies over a long weekend. */
const RATE = (pair: 'COPUSDT' | 'BTCUSDT') => sql`(SELECT close FROM pricing.daily_close WHERE pair = ${pair}
  AND open_at <= recorded_at - interval '1 day' AND open_at > recorded_at - interval '6 days' ORDER BY open_at DESC LIMIT 1)`

export async function postingsOf(connection: Connection, accountId: string, { from, until }: Period): Promise<Posting[]> {
  const found =
    await sql<Posting>`SELECT entry.transfer_id AS id, entry.ref, entry.code, entry.kind = 'reverse' AS "isReversal", entry.asset,
      entry.amount, CASE entry.code WHEN 'trading.sold' THEN trade.received_asset WHEN 'trading.bought' THEN trade.asset END AS "counterAsset",
      ${RATE('COPUSDT')} AS "copRate", ${RATE('BTCUSDT')} AS "btcRate"
    FROM ledger.entry LEFT JOIN trading.trade_movement trade ON trade.id = entry.ref AND trade.account_id = entry.owner
    WHERE entry.owner = ${accountId} AND entry.account_kind = 'customer' AND entry.amount <> 0
      AND recorded_at >= ${from} AND recorded_at < ${until}
    ORDER BY recorded_at, batch_seq, version, entry.transfer_id`.execute(connection)
  return found.rows
}

/** Change of what customers have of each asset in the year: what the totals of all people must add up to. */
export async function ledgerChange(connection: Connection, { from, until }: Period): Promise<Map<AssetCode, bigint>> {
  const found = await sql<{ asset: AssetCode; amount: bigint }>`SELECT asset, sum(amount)::numeric(78, 0) AS amount FROM ledger.entry
    WHERE account_kind = 'customer' AND recorded_at >= ${from} AND recorded_at < ${until} GROUP BY asset`.execute(connection)
  const changes = new Map(found.rows.map(({ asset, amount }) => [asset, BigInt(amount)]))
  return new Map(ASSET_CODES.map((asset) => [asset, changes.get(asset) ?? 0n]))
}
