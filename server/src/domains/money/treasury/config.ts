/** Settings of the treasury: the hot wallet's target of each asset, and the band outside of which officers are notified. */
import { type AssetCode, perAsset } from '@tunjo/contract/money'
import * as z from 'zod'
import { amountSetting } from '../../../platform/process/asset-setting.ts'
import { declareSettings, type Environment, readSettings } from '../../../platform/process/settings.ts'

const schema = declareSettings({
  /** Target of the hot wallet: a sweep leaves that much there. */
  TREASURY_HOT_TARGET_COP: amountSetting('COP', { orZero: true }).prefault('1800000000'),
  TREASURY_HOT_TARGET_BTC: amountSetting('BTC', { orZero: true }).prefault('20'),
  TREASURY_HOT_TARGET_USDT: amountSetting('USDT', { orZero: true }).prefault('1800000'),
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
    targets: perAsset((asset) => given[`TREASURY_HOT_TARGET_${asset}`]),
    bandPercent: BigInt(given.TREASURY_HOT_BAND_PERCENT),
  }
}
