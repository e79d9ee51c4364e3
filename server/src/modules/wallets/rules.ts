/** Valuation and shares on plain values; `bigint` only. */
import { ASSETS, type AssetCode, multiplyDivide } from '@tunjo/contract/money'
import type { CopPrice } from '../pricing/index.ts'

/** Cents of a peso, rounded down: a customer is never shown more than the holding would fetch. Null without a price. */
export function valueInCop(asset: AssetCode, amount: bigint, price: CopPrice | null): bigint | null {
  if (asset === 'COP' || amount === 0n) return amount
  if (!price) return null
  const cents = 10n ** BigInt(ASSETS.COP.scale)
  const divisor = 10n ** BigInt(ASSETS[asset].scale + price.scale)
  return multiplyDivide(amount, price.price * cents, divisor)
}

/** Hundredths of a per cent. */
const WHOLE = 10_000n

/**
 * Shares of the total in hundredths of a per cent. Each is rounded down, and what is left goes to those that lost most by it
 * (the first wins a tie), so that they add up to exactly 100 %. Zeros when there is nothing to share.
 */
export function sharesOf(values: readonly bigint[]): bigint[] {
  const total = values.reduce((sum, value) => sum + value, 0n)
  if (total <= 0n) return values.map(() => 0n)
  const shares = values.map((value) => (value * WHOLE) / total)
  const left = WHOLE - shares.reduce((sum, share) => sum + share, 0n)
  const byLoss = values
    .map((value, index) => ({ index, loss: (value * WHOLE) % total }))
    .sort((a, b) => (a.loss === b.loss ? a.index - b.index : a.loss > b.loss ? -1 : 1))
  const rounded = new Set(byLoss.slice(0, Number(left)).map(({ index }) => index))
  return shares.map((share, index) => (rounded.has(index) ? share + 1n : share))
}

/** `3333n` is `'33.33%'`. */
export const percentage = (share: bigint): string => `${share / 100n}.${(share % 100n).toString().padStart(2, '0')}%`
