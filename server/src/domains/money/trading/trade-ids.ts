/** Deterministic ids of a trade's hold and swap, so that a repeated call finds the earlier one. */
import { holdIdOfTrade, operationIdOf } from '../blockchain/index.ts'

export const holdIdOf = holdIdOfTrade
export const swapIdOf = (tradeId: string): string => operationIdOf('trading.swap', tradeId)
