/** Settings that hold an amount of one asset, and those that exist once for each asset. */
import { ASSET_CODES, ASSETS, type AssetCode, parseUnits, perAsset } from '@tunjo/contract/money'
import * as z from 'zod'
import { ASSET_AMOUNTS, type AssetAmounts } from './asset-amounts.ts'

interface AmountRule {
  readonly orZero?: boolean
}

/** Decimal text of the asset, in base units. Above zero, unless `orZero`. */
export const amountSetting = (asset: AssetCode, { orZero = false }: AmountRule = {}) =>
  z.string().transform((text, issues) => {
    const amount = parseUnits(text, ASSETS[asset].scale)
    if (amount !== null && (orZero ? amount >= 0n : amount > 0n)) return amount
    issues.addIssue({ code: 'custom', message: `needs an amount of ${asset}${orZero ? '' : ' above zero'}` })
    return z.NEVER
  })

type AmountSetting = z.ZodPrefault<ReturnType<typeof amountSetting>>

/** Schemas of `<name>_COP`, `<name>_BTC` and so on, with the default of `ASSET_AMOUNTS`. */
export const amountSettings = <Name extends string>(name: Name, defaultOf: (amounts: AssetAmounts) => string, rule?: AmountRule) =>
  Object.fromEntries(
    ASSET_CODES.map((asset) => [`${name}_${asset}`, amountSetting(asset, rule).prefault(defaultOf(ASSET_AMOUNTS[asset]))]),
  ) as Record<`${Name}_${AssetCode}`, AmountSetting>

/** Values of the settings that `amountSettings` declared, in base units. */
export const amountsGiven = <Name extends string>(given: Readonly<Record<`${Name}_${AssetCode}`, bigint>>, name: Name) =>
  perAsset((asset) => given[`${name}_${asset}`])
