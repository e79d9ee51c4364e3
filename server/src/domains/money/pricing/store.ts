/** SQL of prices and candles. */
import type { Pair } from '@tunjo/contract/pricing'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { FreezeReason } from './judge.ts'
import type { CandlePeriod, Quote, StoredCandle } from './types.ts'

export interface LastGoodPrice extends Quote {
  readonly frozenReason: FreezeReason | null
  readonly confirmedPrice: bigint | null
}

export async function readPrice(connection: Connection, pair: Pair): Promise<LastGoodPrice | null> {
  const found = await sql<LastGoodPrice>`SELECT price, bid, ask, source, at, frozen_reason AS "frozenReason",
      confirmed_price AS "confirmedPrice" FROM pricing.price WHERE pair = ${pair}`.execute(connection)
  return found.rows[0] ?? null
}

/** An older price never replaces a newer one, regardless of the order of processes. */
export async function savePrice(
  connection: Connection,
  pair: Pair,
  { price, bid, ask, source, at }: Quote,
  isConfirmed: boolean,
): Promise<void> {
  const confirmed = isConfirmed ? price : null
  await sql`INSERT INTO pricing.price (pair, price, bid, ask, source, at, confirmed_price)
    VALUES (${pair}, ${price}, ${bid}, ${ask}, ${source}, ${at}, ${confirmed})
    ON CONFLICT (pair) DO UPDATE SET price = excluded.price, bid = excluded.bid, ask = excluded.ask, source = excluded.source,
      at = excluded.at, frozen_reason = NULL,
      confirmed_price = coalesce(excluded.confirmed_price, pricing.price.confirmed_price) WHERE pricing.price.at <= excluded.at`.execute(
    connection,
  )
}

export async function freezePrice(connection: Connection, pair: Pair, reason: FreezeReason): Promise<void> {
  await sql`UPDATE pricing.price SET frozen_reason = ${reason} WHERE pair = ${pair}`.execute(connection)
}

/** The latest ones, oldest first. */
export async function readCandles(connection: Connection, pair: Pair, period: CandlePeriod, since: Date): Promise<StoredCandle[]> {
  const found = await sql<StoredCandle>`
    SELECT open_at AS "openAt", open, high, low, close FROM pricing.candle
    WHERE pair = ${pair} AND period = ${period} AND open_at >= ${since} ORDER BY open_at`.execute(connection)
  return found.rows
}

/** Close of the last candle that had ended at each instant, null when it is older than `validForMs`. */
export async function closesAt(
  connection: Connection,
  { pair, period, lengthMs, validForMs }: { pair: Pair; period: CandlePeriod; lengthMs: number; validForMs: number },
  instants: readonly Date[],
): Promise<(bigint | null)[]> {
  const ended = instants.map((at) => new Date(at.getTime() - lengthMs))
  const { rows } = await sql<{ close: bigint | null }>`SELECT candle.close
    FROM unnest(${ended}::timestamptz[]) WITH ORDINALITY AS instant (at, place)
    LEFT JOIN LATERAL (
      SELECT close FROM pricing.candle WHERE pair = ${pair} AND period = ${period}
        AND open_at <= instant.at AND open_at > instant.at - ${validForMs} * interval '1 millisecond'
      ORDER BY open_at DESC LIMIT 1
    ) AS candle ON true ORDER BY place`.execute(connection)
  return rows.map(({ close }) => close)
}

export async function closeOfDay(
  connection: Connection,
  pair: Pair,
  openAt: Date,
): Promise<{ close: bigint; isOfficial: boolean } | undefined> {
  const found = await sql<{ close: bigint; isOfficial: boolean }>`SELECT close, is_official AS "isOfficial" FROM pricing.candle
    WHERE pair = ${pair} AND period = '1d' AND open_at = ${openAt}`.execute(connection)
  return found.rows[0]
}

/** The newest candle that came from the exchange; it may have been still forming. */
export async function lastOfficialCandleAt(connection: Connection, pair: Pair, period: CandlePeriod): Promise<Date | null> {
  const found = await sql<{ openAt: Date }>`SELECT open_at AS "openAt" FROM pricing.candle
    WHERE pair = ${pair} AND period = ${period} AND is_official ORDER BY open_at DESC LIMIT 1`.execute(connection)
  return found.rows[0]?.openAt ?? null
}

/** The exchange's candles replace those built by polling. */
export async function saveCandles(
  connection: Connection,
  pair: Pair,
  period: CandlePeriod,
  candles: readonly StoredCandle[],
): Promise<void> {
  if (candles.length === 0) return
  const rows = candles.map(
    ({ openAt, open, high, low, close }) => sql`(${pair}, ${period}, ${openAt}, ${open}, ${high}, ${low}, ${close}, true)`,
  )
  await sql`INSERT INTO pricing.candle (pair, period, open_at, open, high, low, close, is_official) VALUES ${sql.join(rows)}
    ON CONFLICT (pair, period, open_at) DO UPDATE
    SET open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, is_official = true`.execute(connection)
}

/** Add a polled price to the candle that contains it. */
export async function addToCandle(connection: Connection, pair: Pair, period: CandlePeriod, openAt: Date, price: bigint): Promise<void> {
  await sql`INSERT INTO pricing.candle (pair, period, open_at, open, high, low, close, is_official)
    VALUES (${pair}, ${period}, ${openAt}, ${price}, ${price}, ${price}, ${price}, false)
    ON CONFLICT (pair, period, open_at) DO UPDATE
    SET high = greatest(pricing.candle.high, excluded.high), low = least(pricing.candle.low, excluded.low), close = excluded.close`.execute(
    connection,
  )
}

export async function deleteCandles(connection: Connection, period: CandlePeriod, before: Date): Promise<void> {
  await sql`DELETE FROM pricing.candle WHERE period = ${period} AND open_at < ${before}`.execute(connection)
}
