/** Value of an amount in pesos at a price: the single valuation of balances, documents and reports. */
import { ASSETS, type AssetCode, multiplyDivide } from '@tunjo/contract/money'
import type { CopPrice } from './types.ts'

/** Cents, rounded down: a holding is never shown above its proceeds. */
export function valueInCop(asset: AssetCode, amount: bigint, { price, scale }: Pick<CopPrice, 'price' | 'scale'>): bigint {
  const cents = 10n ** BigInt(ASSETS.COP.scale)
  const divisor = 10n ** BigInt(ASSETS[asset].scale + scale)
  return multiplyDivide(amount, price * cents, divisor)
}
