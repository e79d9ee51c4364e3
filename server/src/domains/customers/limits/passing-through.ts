/**
 * Money that passes through: it leaves as soon as it came in, in any form in between (pesos, tokens, or swapped meanwhile). On plain
 * values, in COP cents of one day.
 */
export interface DayFlow {
  readonly cameIn: bigint
  /** True when the value of some incoming money is unknown: more may have come in than `cameIn`. */
  readonly isCameInUnknown: boolean
  readonly goesOut: bigint
}

const IN_AND_OUT_PERCENT = 90n

export function isPassingThrough({ cameIn, isCameInUnknown, goesOut }: DayFlow, from: bigint): boolean {
  const isMostOf = (arrived: bigint) => goesOut * 100n >= arrived * IN_AND_OUT_PERCENT
  // An unknown value counts as exactly enough to need a review.
  if (isCameInUnknown && cameIn < from) return isMostOf(from)
  return cameIn >= from && isMostOf(cameIn)
}
