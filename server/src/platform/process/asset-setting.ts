/** Setting that holds an amount of one asset. The settings of all assets are read by `perAsset`: a missing one does not compile. */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import * as z from 'zod'

/** Decimal text of the asset, in base units. Above zero, unless `orZero`. */
export const amountSetting = (asset: AssetCode, { orZero = false } = {}) =>
  z.string().transform((text, issues) => {
    const amount = parseUnits(text, ASSETS[asset].scale)
    if (amount !== null && (orZero ? amount >= 0n : amount > 0n)) return amount
    issues.addIssue({ code: 'custom', message: `needs an amount of ${asset}${orZero ? '' : ' above zero'}` })
    return z.NEVER
  })
