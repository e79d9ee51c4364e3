/** What a token deposit is worth, on plain values. */
import { ASSETS, type AssetCode, multiplyDivide } from '@tunjo/contract/money'
import type { CopPrice } from '../../pricing/index.ts'

/** COP cents, for the limit of the month; rounded up, at least one. Null when there is no price. */
export function valueCop(asset: AssetCode, amount: bigint, price: Pick<CopPrice, 'price' | 'scale'> | null): bigint | null {
  if (asset === 'COP') return amount
  if (!price) return null
  const centsPerUnit = price.price * 10n ** BigInt(ASSETS.COP.scale)
  return multiplyDivide(amount, centsPerUnit, 10n ** BigInt(price.scale + ASSETS[asset].scale)) + 1n
}
