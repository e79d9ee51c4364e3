/** Settings of trading: minimum amounts and maximum price deviations. */
import * as z from 'zod'
import { amountSettings, amountsGiven } from '../../../platform/process/asset-setting.ts'
import { declareSettings, type Environment, readSettings } from '../../../platform/process/settings.ts'
import type { LedgerAsset } from './rules.ts'

const schema = declareSettings({
  /** 200 is 2 %: when the pools are further from the reference prices, trading is halted (R20). */
  TRADING_MAX_DEVIATION_BPS: z.coerce.number().int().min(1).max(5_000).default(200),
  /** 1,500 is 15 %: a trade that moves the price so far or further is refused. */
  TRADING_MAX_IMPACT_BPS: z.coerce.number().int().min(1).max(10_000).default(1_500),
  /** 1,000 is 10 %: from there on the customer has to accept the impact by typing it. */
  TRADING_CONFIRM_IMPACT_BPS: z.coerce.number().int().min(1).max(10_000).default(1_000),
  /**
   * Dollars a day that the platform may pay for gas which no customer paid: swaps that reverted, and gas above its quote. Above it
   * operators are alerted.
   */
  TRADING_GAS_BUDGET_USD: z.coerce.number().int().min(1).max(1_000_000).default(50),
  /** Minimum sold amount of one trade: less would be all rounding. */
  ...amountSettings('TRADING_MINIMUM', ({ minimum }) => minimum.trade),
})

export interface TradingSettings {
  maximumDeviationBps: bigint
  /** Price impact from which a trade is refused, and from which the customer has to type it. */
  maximumImpactBps: bigint
  confirmedImpactBps: bigint
  /** Millionths of a dollar. */
  gasBudgetUsdMicros: bigint
  /** Base units of the sold asset. */
  minimums: Readonly<Record<LedgerAsset, bigint>>
}

export function readTradingSettings(env: Environment): TradingSettings {
  const given = readSettings(schema, env)
  return {
    maximumDeviationBps: BigInt(given.TRADING_MAX_DEVIATION_BPS),
    maximumImpactBps: BigInt(given.TRADING_MAX_IMPACT_BPS),
    confirmedImpactBps: BigInt(given.TRADING_CONFIRM_IMPACT_BPS),
    gasBudgetUsdMicros: BigInt(given.TRADING_GAS_BUDGET_USD) * 1_000_000n,
    minimums: amountsGiven(given, 'TRADING_MINIMUM'),
  }
}
