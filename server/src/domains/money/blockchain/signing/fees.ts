/** Fee offer of a transaction: twice the base fee of the moment, within the operator's ceiling. Pure. */
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

/**
 * Nodes accept a replacement that offers a tenth more of both fees. It offers an eighth more, so that rounding never makes it less. Null
 * above the ceiling.
 */
export function replacementFees(last: Fees, baseFeeWei: bigint, ceilingWei: bigint): Fees | null {
  const raised = (wei: bigint) => wei + wei / 8n + 1n
  const market = feesNow(baseFeeWei, ceilingWei)
  const maxFeePerGas = larger(raised(last.maxFeePerGas), market.maxFeePerGas)
  const maxPriorityFeePerGas = larger(raised(last.maxPriorityFeePerGas), market.maxPriorityFeePerGas)
  return maxFeePerGas <= ceilingWei && maxPriorityFeePerGas <= maxFeePerGas ? { maxFeePerGas, maxPriorityFeePerGas } : null
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
