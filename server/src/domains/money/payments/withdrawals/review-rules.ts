/** Rules for which withdrawals wait for officers, and for how many of them, on plain values. Amounts are COP cents. */
import type { REVIEW_CAUSES } from '@tunjo/contract/withdrawal-queue'
import { isPassingThrough } from '../../../customers/limits/index.ts'

export type ReviewCause = (typeof REVIEW_CAUSES)[number]

export interface ReviewFacts {
  readonly amount: bigint
  /** Sum that came in within a day; `goesOut` includes this withdrawal. */
  readonly cameIn: bigint
  /** True when more may have come in than `cameIn`. */
  readonly isCameInUnknown: boolean
  readonly goesOut: bigint
  /** Sum, with this withdrawal, that no two officers review or have reviewed: approved already, or still waiting for one. */
  readonly unseen: bigint
  readonly waiting: bigint
}
export interface ReviewPolicy {
  /** Sum from which on two officers approve. */
  readonly twoOfficersFrom: bigint
  /** Sum from which on money that leaves within a day of coming in is reviewed. */
  readonly inAndOutFrom: bigint
}

export function reviewCause(
  { amount, unseen, waiting, ...flow }: ReviewFacts,
  policy: ReviewPolicy,
): Exclude<ReviewCause, 'officer'> | null {
  // Several just below the threshold count as one large sum.
  if (amount >= policy.twoOfficersFrom || unseen + waiting >= policy.twoOfficersFrom) return 'large'
  return isPassingThrough(flow, policy.inAndOutFrom) ? 'in_and_out' : null
}

interface Decidable {
  readonly amount: bigint
  readonly cause: ReviewCause | null
}
export const needsTwoOfficers = ({ amount, cause }: Decidable, { twoOfficersFrom }: Pick<ReviewPolicy, 'twoOfficersFrom'>): boolean =>
  cause === 'large' || amount >= twoOfficersFrom
