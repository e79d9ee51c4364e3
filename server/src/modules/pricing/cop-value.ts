/** What an amount is worth in pesos at a price: the one valuation of balances, papers and reports. */
import { ASSETS, type AssetCode, multiplyDivide } from '@tunjo/contract/money'
import type { CopPrice } from './types.ts'

/** Cents, rounded down: nobody is shown more than the holding would fetch. */
export function valueInCop(asset: AssetCode, amount: bigint, { price, scale }: Pick<CopPrice, 'price' | 'scale'>): bigint {
  const cents = 10n ** BigInt(ASSETS.COP.scale)
  const divisor = 10n ** BigInt(ASSETS[asset].scale + scale)
  return multiplyDivide(amount, price * cents, divisor)
}
