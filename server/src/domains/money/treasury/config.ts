/** Settings of the treasury: the hot wallet's target of each asset, and the band outside of which officers are notified. */
import type { AssetCode } from '@tunjo/contract/money'
import * as z from 'zod'
import { amountSettings, amountsGiven } from '../../../platform/process/asset-setting.ts'
import { declareSettings, type Environment, readSettings } from '../../../platform/process/settings.ts'

const schema = declareSettings({
  /** Target of the hot wallet: a sweep leaves that much there. */
  ...amountSettings('TREASURY_HOT_TARGET', ({ hotTarget }) => hotTarget, { orZero: true }),
  /** Deviation from the target, in per cent, at which officers are notified. */
  TREASURY_HOT_BAND_PERCENT: z.coerce.number().int().min(1).max(100).default(30),
})

export interface TreasurySettings {
  readonly targets: Readonly<Record<AssetCode, bigint>>
  readonly bandPercent: bigint
}

export function readTreasurySettings(env: Environment): TreasurySettings {
  const given = readSettings(schema, env)
  return {
    targets: amountsGiven(given, 'TREASURY_HOT_TARGET'),
    bandPercent: BigInt(given.TREASURY_HOT_BAND_PERCENT),
  }
}
