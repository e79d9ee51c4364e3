/** Settings that hold an amount of one asset, or an amount of each asset. */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import * as z from 'zod'

export const amountSetting = (asset: AssetCode) =>
  z.string().transform((text, issues) => {
    const amount = parseUnits(text, ASSETS[asset].scale)
    if (amount !== null && amount > 0n) return amount
    issues.addIssue({ code: 'custom', message: `needs an amount of ${asset} above zero` })
    return z.NEVER
  })

export const perAsset = (read: (asset: AssetCode) => bigint): Readonly<Record<AssetCode, bigint>> => ({
  COP: read('COP'),
  BTC: read('BTC'),
  USDT: read('USDT'),
})
