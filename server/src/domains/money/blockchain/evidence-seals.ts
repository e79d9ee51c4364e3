/**
 * Sealed evidence for a token withdrawal (its row, the saved address and the approval), for a sweep to the cold wallet, and for resuming
 * withdrawals after a pause. An attacker who can only write to the database cannot create a seal (platform/secrets/evidence-seals.ts), so the
 * signer does not sign for an invented row (docs/decisions/0019-inputs-of-the-signer.md).
 */
import type { AssetCode } from '@tunjo/contract/money'

export interface SavedAddressFacts {
  readonly id: string
  readonly accountId: string
  /** Lower case. */
  readonly address: string
  readonly createdAt: Date
}
export interface WithdrawalFacts {
  readonly id: string
  readonly accountId: string
  readonly savedAddressId: string
  readonly address: string
  readonly asset: AssetCode
  /** Amount for the recipient and network fee of the customer, in base units. */
  readonly amount: bigint
  readonly fee: bigint
}
export interface ApprovalFacts {
  readonly makerId: string
  readonly checkerId: string
}

export interface ColdSweepFacts {
  readonly id: string
  readonly asset: AssetCode
  readonly amount: bigint
  /** Lower case. */
  readonly coldAddress: string
}

export interface FoundBookingFacts {
  readonly id: string
  /** Hash of the transaction, and of its block when two officers booked it. */
  readonly hash: string
  readonly blockHash: string
  /** Null when it belongs to no withdrawal. */
  readonly withdrawalId: string | null
  /** Amounts that it moved, as text. */
  readonly moved: string
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}

/** No field can contain the separator. */
export const savedAddressText = ({ id, accountId, address, createdAt }: SavedAddressFacts): string =>
  ['saved-address', id, accountId, address, createdAt.toISOString()].join('|')

export const withdrawalText = ({ id, accountId, savedAddressId, address, asset, amount, fee }: WithdrawalFacts): string =>
  ['withdrawal', id, accountId, savedAddressId, address, asset, amount, fee].join('|')

export const approvalText = (withdrawal: WithdrawalFacts, { makerId, checkerId }: ApprovalFacts): string =>
  ['approval', withdrawalText(withdrawal), makerId, checkerId].join('|')

/** Seal text of a release by two officers, with the number of its reviews. */
export const releaseText = (
  withdrawal: WithdrawalFacts,
  { reviews, makerId, checkerId }: ApprovalFacts & { readonly reviews: number },
): string => ['token-release', withdrawalText(withdrawal), reviews, makerId, checkerId].join('|')

/** The same for a release although the officers saw the address as listed. */
export const listedReleaseText = (...release: Parameters<typeof releaseText>): string => ['listed', releaseText(...release)].join('|')

/** Seal text of the decision of two officers to resume withdrawals after this pause. */
export const resumeText = (pauseId: string, { makerId, checkerId }: ApprovalFacts): string =>
  ['withdrawals-resumed', pauseId, makerId, checkerId].join('|')

/** Sealed when two officers agreed, over everything that they agreed to. */
export const coldSweepText = ({ id, asset, amount, coldAddress }: ColdSweepFacts, { makerId, checkerId }: ApprovalFacts): string =>
  ['cold-sweep', id, asset, amount, coldAddress, makerId, checkerId].join('|')

/** Seal text of the decision of two officers on a transaction that no operation of the books had. */
export const foundBookingText = ({ id, hash, blockHash, withdrawalId, moved, makerId, checkerId, at }: FoundBookingFacts): string =>
  ['found-transaction', id, hash, blockHash, withdrawalId ?? '', moved, makerId, checkerId, at.toISOString()].join('|')
