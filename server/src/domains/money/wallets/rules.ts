/** Valuation and shares on plain values; `bigint` only. */
import type { AssetCode } from '@tunjo/contract/money'
import type { ValuePeriod } from '@tunjo/contract/wallets'
import { type CopPrice, valueInCop } from '../pricing/index.ts'

/** Cents of a peso, rounded down. Null without a price. */
export function holdingInCop(asset: AssetCode, amount: bigint, price: Pick<CopPrice, 'price' | 'scale'> | null): bigint | null {
  if (asset === 'COP' || amount === 0n) return amount
  return price && valueInCop(asset, amount, price)
}

/** Hundredths of a per cent. */
const WHOLE = 10_000n

/**
 * Shares of the total in hundredths of a per cent. Each is rounded down, and the rest goes to those with the largest remainders
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

/** Format a share: `3333n` is `'33.33%'`. */
export const percentage = (share: bigint): string => `${share / 100n}.${(share % 100n).toString().padStart(2, '0')}%`

/** Format a signed share: `-125n` is `'-1.25%'`. */
export const signedPercentage = (share: bigint): string => (share < 0n ? `-${percentage(-share)}` : percentage(share))

/** Sum of the values; null when one is unknown. */
export function sumKnown(values: readonly (bigint | null)[]): bigint | null {
  let sum = 0n
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return sum
}

/** Change in hundredths of a per cent of the earlier value, truncated towards zero; zero when that was zero. */
export const changeOf = (before: bigint, now: bigint): bigint => (before === 0n ? 0n : ((now - before) * WHOLE) / before)

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Interval between the points of a period, and number of steps. */
const STEPS: Record<ValuePeriod, { everyMs: number; count: number }> = {
  day: { everyMs: HOUR_MS, count: 24 },
  week: { everyMs: 6 * HOUR_MS, count: 28 },
  month: { everyMs: DAY_MS, count: 30 },
  year: { everyMs: 7 * DAY_MS, count: 52 },
}

/** Instants of a period, oldest first, without the present. */
export function instantsOf(period: ValuePeriod, now: Date): Date[] {
  const { everyMs, count } = STEPS[period]
  return Array.from({ length: count }, (_, step) => new Date(now.getTime() - (count - step) * everyMs))
}
