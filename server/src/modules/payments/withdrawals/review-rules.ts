/** Which withdrawals wait for officers before they may leave, and for how many of them, on plain values. Amounts are COP cents. */
import type { REVIEW_CAUSES } from '@tunjo/contract/withdrawal-queue'

export type ReviewCause = (typeof REVIEW_CAUSES)[number]

export interface ReviewFacts {
  readonly amount: bigint
  /** Within a day; `goesOut` with this withdrawal, `unseen` without what officers look at or have looked at. */
  readonly cameIn: bigint
  readonly goesOut: bigint
  readonly unseen: bigint
}
export interface ReviewPolicy {
  /** From here on two officers approve. */
  readonly twoOfficersFrom: bigint
  /** Money that leaves within a day of coming in is looked at from this sum on. */
  readonly inAndOutFrom: bigint
}

const IN_AND_OUT_PERCENT = 90n

export function reviewCause(
  { amount, cameIn, goesOut, unseen }: ReviewFacts,
  policy: ReviewPolicy,
): Exclude<ReviewCause, 'officer'> | null {
  // Several just under the threshold are one large sum.
  if (amount >= policy.twoOfficersFrom || unseen >= policy.twoOfficersFrom) return 'large'
  const isPassingThrough = cameIn >= policy.inAndOutFrom && goesOut * 100n >= cameIn * IN_AND_OUT_PERCENT
  return isPassingThrough ? 'in_and_out' : null
}

interface Decidable {
  readonly amount: bigint
  readonly cause: ReviewCause | null
}
export const needsTwoOfficers = ({ amount, cause }: Decidable, { twoOfficersFrom }: Pick<ReviewPolicy, 'twoOfficersFrom'>): boolean =>
  cause === 'large' || amount >= twoOfficersFrom
