import * as z from 'zod'
import { type Environment, readSettings } from '../../platform/settings.ts'

const schema = z.object({
  /** 200 is 2 %: when the pools are further from the reference prices, nobody trades (security.md R20). */
  TRADING_MAX_DEVIATION_BPS: z.coerce.number().int().min(1).max(5_000).default(200),
})

export interface TradingSettings {
  maximumDeviationBps: bigint
}

export function readTradingSettings(env: Environment): TradingSettings {
  return { maximumDeviationBps: BigInt(readSettings(schema, env).TRADING_MAX_DEVIATION_BPS) }
}
