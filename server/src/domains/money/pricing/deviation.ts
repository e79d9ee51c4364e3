/** Comparisons of prices and of their ages. */

export function isOlderThan(at: Date, now: Date, milliseconds: number): boolean {
  return now.getTime() - at.getTime() > milliseconds
}

/** Measured against the smaller price, so that the result does not depend on their order. */
export function deviates(a: bigint, b: bigint, maxBps: number): boolean {
  const [smaller, larger] = ordered(a, b)
  return (larger - smaller) * 10_000n > smaller * BigInt(maxBps)
}

/** The smaller one first. */
export function ordered(a: bigint, b: bigint): [bigint, bigint] {
  return a < b ? [a, b] : [b, a]
}
