/** Percentages. Always rounded down: 99,9 % is not complete. */
import { formatFigure } from './amount-format.ts'

/** Whole percentage of `part` in `total`, between 0 and 100; zero of zero is 0. */
export function wholePercent(part: bigint | number, total: bigint | number): number {
  return Number(basisPoints(part, total) / 100n)
}

/** `12,34 %`: two decimals, rounded down; a share above the whole is shown as such. */
export function formatShare(part: bigint | number, total: bigint | number): string {
  return `${formatFigure(shareOf(part, total), 2, { minimum: 0, maximum: 2 })}\u00a0%`
}

/** Hundredths of a percent, clamped between 0 and 10 000: for drawing. */
export function basisPoints(part: bigint | number, total: bigint | number): bigint {
  const share = shareOf(part, total)
  return share > 10_000n ? 10_000n : share
}

function shareOf(part: bigint | number, total: bigint | number): bigint {
  const [numerator, denominator] = [BigInt(part), BigInt(total)]
  return denominator <= 0n || numerator <= 0n ? 0n : (numerator * 10_000n) / denominator
}
