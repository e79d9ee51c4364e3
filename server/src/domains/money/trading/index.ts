/**
 * Exchange (Intercambio): quotes over the pools of the chain, trades, their settlement (EX-06, EX-08). Schema `trading`.
 *
 * Invariants: a trade, its hold and its swap are written atomically; the limit that the customer agreed to is enforced on
 * chain; a trade is settled by the amounts of its receipt or refunded whole, once.
 *
 * Emits `trading.trade_updated`. Listens to `blockchain.operation_updated`.
 */
export { readTradingSettings } from './config.ts'
export { createTrading } from './create-trading.ts'
export type * from './types.ts'
