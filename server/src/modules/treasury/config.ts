/** Settings of the treasury: the hot wallet's target of each asset, and the band outside of which officers are notified. */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../../platform/settings.ts'

const target = (asset: AssetCode) =>
  z.string().transform((text, issues) => {
    const amount = parseUnits(text, ASSETS[asset].scale)
    if (amount !== null && amount >= 0n) return amount
    issues.addIssue({ code: 'custom', message: `needs an amount of ${asset}` })
    return z.NEVER
  })

const schema = declareSettings({
  /** Target of the hot wallet: a sweep leaves that much there. */
  TREASURY_HOT_TARGET_COP: target('COP').prefault('1800000000'),
  TREASURY_HOT_TARGET_BTC: target('BTC').prefault('20'),
  TREASURY_HOT_TARGET_USDT: target('USDT').prefault('1800000'),
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
    targets: { COP: given.TREASURY_HOT_TARGET_COP, BTC: given.TREASURY_HOT_TARGET_BTC, USDT: given.TREASURY_HOT_TARGET_USDT },
    bandPercent: BigInt(given.TREASURY_HOT_BAND_PERCENT),
  }
}
