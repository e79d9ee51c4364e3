/** What a token deposit is worth, on plain values. */
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import type { CopPrice } from '../../pricing/index.ts'

/** COP cents, for the limit of the month; rounded up, so at least one. Null when there is no price. */
export function valueCop(asset: AssetCode, amount: bigint, price: Pick<CopPrice, 'price' | 'scale'> | null): bigint | null {
  if (asset === 'COP') return amount
  if (!price) return null
  const centsPerUnit = price.price * 10n ** BigInt(ASSETS.COP.scale)
  const divisor = 10n ** BigInt(price.scale + ASSETS[asset].scale)
  return (amount * centsPerUnit + divisor - 1n) / divisor
}
