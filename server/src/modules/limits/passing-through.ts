/** Money that leaves as soon as it came in, whatever it was in between: pesos, tokens, or swapped on the way. On plain values, in COP cents of one day. */
export interface DayFlow {
  readonly cameIn: bigint
  /** Something came in whose value is not known: more may have come in than `cameIn`. */
  readonly isCameInUnknown: boolean
  readonly goesOut: bigint
}

const IN_AND_OUT_PERCENT = 90n

export function isPassingThrough({ cameIn, isCameInUnknown, goesOut }: DayFlow, from: bigint): boolean {
  const isMostOf = (arrived: bigint) => goesOut * 100n >= arrived * IN_AND_OUT_PERCENT
  // An unknown value is taken to be just as much as needs a review.
  if (isCameInUnknown && cameIn < from) return isMostOf(from)
  return cameIn >= from && isMostOf(cameIn)
}
