/** The same trade always has the same hold and the same swap, so that whatever is repeated finds what was done. */
import { holdIdOfTrade, operationIdOf } from '../blockchain/index.ts'

export const holdIdOf = holdIdOfTrade
export const swapIdOf = (tradeId: string): string => operationIdOf('trading.swap', tradeId)
