/** Value of settled trades. */
import { sql } from 'kysely'

/**
 * COP cents of a row of `trading.trade_movement` called `trade`. A trade without pesos uses the dollar rate of its day, or the current one
 * while that day has none. USDT have 6 decimals, prices 8.
 */
export const TRADE_VALUE = sql`trunc(CASE WHEN trade.asset = 'COP' THEN trade.amount WHEN received_asset = 'COP' THEN received_amount
      ELSE CASE WHEN trade.asset = 'USDT' THEN trade.amount ELSE received_amount END * coalesce(
        (SELECT close FROM pricing.dollar_report WHERE open_at <= trade.ended_at ORDER BY open_at DESC LIMIT 1),
        (SELECT price FROM pricing.price WHERE pair = 'COPUSDT'), 0) / 1000000000000 END)`
