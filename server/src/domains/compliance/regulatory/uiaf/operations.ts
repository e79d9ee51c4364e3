/** Operations in virtual assets of a month of Bogotá, from the views of the rails, with the dollar value of each. */
import { endOfBogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

export interface Operation {
  readonly id: string
  readonly accountId: string
  readonly kind: 'SWAP' | 'DEPOSIT' | 'WITHDRAWAL'
  readonly asset: AssetCode
  readonly amount: bigint
  readonly receivedAsset: AssetCode | null
  readonly receivedAmount: bigint | null
  readonly endedAt: Date
  /** Pesos for a dollar, and dollars for a bitcoin, times 10^8: the last close of a day before the operation. */
  readonly copRate: bigint | null
  readonly btcRate: bigint | null
}

/** Far above the volume of a month; more need a file in parts, and the file reports it. */
export const OPERATIONS_MAX = 100_000

/** Bounds of a month such as `2026-11`, from the start of its first to the end of its last day in Bogotá. */
export function boundsOf(month: string): { from: Date; until: Date; lastDay: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return { from: startOfBogotaDay(`${month}-01`), until: endOfBogotaDay(lastDay), lastDay }
}

/** The month so many months before. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7)
}

/** A rate that is published on working days applies over a long weekend. */
const RATE = (pair: 'COPUSDT' | 'BTCUSDT') => sql`(SELECT close FROM pricing.daily_close WHERE pair = ${pair}
  AND open_at <= ended_at - interval '1 day' AND open_at > ended_at - interval '6 days' ORDER BY open_at DESC LIMIT 1)`
const COLUMNS = sql`id, account_id, kind, asset, amount, received_asset, received_amount, ended_at`

/** Grouped by client. Only completed ones: pesos alone are no virtual asset. */
export async function operationsOf(connection: Connection, month: string): Promise<Operation[]> {
  const { from, until } = boundsOf(month)
  const found = await sql<Operation>`SELECT id, account_id AS "accountId", kind, asset, amount, received_asset AS "receivedAsset",
      received_amount AS "receivedAmount", ended_at AS "endedAt", ${RATE('COPUSDT')} AS "copRate", ${RATE('BTCUSDT')} AS "btcRate"
    FROM (SELECT ${COLUMNS} FROM trading.trade_movement WHERE state = 'settled'
      UNION ALL SELECT ${COLUMNS} FROM crypto.deposit_movement WHERE state = 'COMPLETED'
      UNION ALL SELECT ${COLUMNS} FROM crypto.withdrawal_movement WHERE state IN ('CONFIRMED', 'COMPLETED')) AS operation
    WHERE ended_at >= ${from} AND ended_at < ${until} ORDER BY account_id, ended_at, id LIMIT ${OPERATIONS_MAX + 1}`.execute(connection)
  return found.rows
}
