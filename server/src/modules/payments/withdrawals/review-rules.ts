/** Which withdrawals wait for officers before they may leave, and for how many of them, on plain values. Amounts are COP cents. */
import type { REVIEW_CAUSES } from '@tunjo/contract/withdrawal-queue'
import { isPassingThrough } from '../../limits/index.ts'

export type ReviewCause = (typeof REVIEW_CAUSES)[number]

export interface ReviewFacts {
  readonly amount: bigint
  /** Within a day; `goesOut` with this withdrawal. */
  readonly cameIn: bigint
  /** More may have come in than `cameIn`. */
  readonly isCameInUnknown: boolean
  readonly goesOut: bigint
  /** What no two officers look at or have looked at, with this withdrawal: let go already, and still waiting for one. */
  readonly unseen: bigint
  readonly waiting: bigint
}
export interface ReviewPolicy {
  /** From here on two officers approve. */
  readonly twoOfficersFrom: bigint
  /** Money that leaves within a day of coming in is looked at from this sum on. */
  readonly inAndOutFrom: bigint
}

export function reviewCause(
  { amount, unseen, waiting, ...flow }: ReviewFacts,
  policy: ReviewPolicy,
): Exclude<ReviewCause, 'officer'> | null {
  // Several just under the threshold are one large sum.
  if (amount >= policy.twoOfficersFrom || unseen + waiting >= policy.twoOfficersFrom) return 'large'
  return isPassingThrough(flow, policy.inAndOutFrom) ? 'in_and_out' : null
}

interface Decidable {
  readonly amount: bigint
  readonly cause: ReviewCause | null
}
export const needsTwoOfficers = ({ amount, cause }: Decidable, { twoOfficersFrom }: Pick<ReviewPolicy, 'twoOfficersFrom'>): boolean =>
  cause === 'large' || amount >= twoOfficersFrom
