/** The same trade always has the same hold and the same swap, so that whatever is repeated finds what was done. */
import { idOf } from '../../platform/ids.ts'

export const holdIdOf = (tradeId: string): string => idOf('trading.hold', tradeId)
export const swapIdOf = (tradeId: string): string => idOf('trading.swap', tradeId)
