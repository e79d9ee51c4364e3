/** Which withdrawals wait for officers before they may leave, and for how many of them, on plain values. Amounts are COP cents. */
import type { REVIEW_CAUSES } from '@tunjo/contract/withdrawal-queue'

export type ReviewCause = (typeof REVIEW_CAUSES)[number]

export interface ReviewFacts {
  readonly amount: bigint
  /** Within a day; `goesOut` with this withdrawal. */
  readonly cameIn: bigint
  readonly goesOut: bigint
}
export interface ReviewPolicy {
  /** From here on two officers approve. */
  readonly twoOfficersFrom: bigint
  /** Money that leaves within a day of coming in is looked at from this sum on. */
  readonly inAndOutFrom: bigint
}

const IN_AND_OUT_PERCENT = 90n

export function reviewCause({ amount, cameIn, goesOut }: ReviewFacts, policy: ReviewPolicy): Exclude<ReviewCause, 'officer'> | null {
  if (needsTwoOfficers(amount, policy)) return 'large'
  const isPassingThrough = cameIn >= policy.inAndOutFrom && goesOut * 100n >= cameIn * IN_AND_OUT_PERCENT
  return isPassingThrough ? 'in_and_out' : null
}

export const needsTwoOfficers = (amount: bigint, { twoOfficersFrom }: Pick<ReviewPolicy, 'twoOfficersFrom'>): boolean =>
  amount >= twoOfficersFrom
