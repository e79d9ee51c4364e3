/** Decision rules for token deposits on plain values: their value, and the time of the next attempt. */
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

/** Minimum, in base units, that is worth this many COP cents; at least one. Null when there is no price. */
export function unitsWorth(asset: AssetCode, cents: bigint, price: Pick<CopPrice, 'price' | 'scale'> | null): bigint | null {
  if (cents <= 0n) return 1n
  if (asset === 'COP') return cents
  if (!price) return null
  const centsPerUnit = price.price * 10n ** BigInt(ASSETS.COP.scale)
  const divisor = 10n ** BigInt(price.scale + ASSETS[asset].scale)
  return ((cents - 1n) * divisor) / centsPerUnit + 1n
}

const TRY_AGAIN_AFTER_MS = 5 * 60_000
/** Next attempt for one that waits for the next month, a level, a price or the return of spent money. */
export const tryAgainAt = (now: Date, afterMs = TRY_AGAIN_AFTER_MS): Date => new Date(now.getTime() + afterMs)
