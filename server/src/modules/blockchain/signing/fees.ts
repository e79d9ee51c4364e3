/** What a transaction offers for its place in a block: twice the base fee of the moment, within the ceiling of the operator. Pure. */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const PRIORITY_FEE_WEI = 1_000_000_000n

export function feesNow(baseFeeWei: bigint, ceilingWei: bigint): Fees {
  const wanted = 2n * baseFeeWei + PRIORITY_FEE_WEI
  const maxFeePerGas = wanted < ceilingWei ? wanted : ceilingWei
  return { maxFeePerGas, maxPriorityFeePerGas: PRIORITY_FEE_WEI < maxFeePerGas ? PRIORITY_FEE_WEI : maxFeePerGas }
}

/** Nodes take a replacement that offers a tenth more of both; an eighth more, so that rounding never makes it less. Null over the ceiling. */
export function replacementFees(last: Fees, baseFeeWei: bigint, ceilingWei: bigint): Fees | null {
  const raised = (wei: bigint) => wei + wei / 8n + 1n
  const market = feesNow(baseFeeWei, ceilingWei)
  const maxFeePerGas = larger(raised(last.maxFeePerGas), market.maxFeePerGas)
  const maxPriorityFeePerGas = larger(raised(last.maxPriorityFeePerGas), market.maxPriorityFeePerGas)
  return maxFeePerGas <= ceilingWei && maxPriorityFeePerGas <= maxFeePerGas ? { maxFeePerGas, maxPriorityFeePerGas } : null
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
