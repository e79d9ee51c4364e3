/**
 * What is sealed of what a token withdrawal stands on: its row, the saved address and the approval; of a sweep to the cold wallet; and of what lets
 * withdrawals go on after a pause. Whoever can only write to the database cannot seal (platform/evidence-seals.ts), so the signer does not sign for
 * an invented row (docs/decisions/0019-what-the-signer-trusts.md).
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
  /** What the recipient gets, and what the customer pays the network, in base units. */
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
  /** Of the transaction, and of its block when two officers booked it. */
  readonly hash: string
  readonly blockHash: string
  /** Null: it belongs to no withdrawal. */
  readonly withdrawalId: string | null
  /** What it moved, as text. */
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

/** Two officers let it go after it was kept back, that many times. */
export const releaseText = (
  withdrawal: WithdrawalFacts,
  { reviews, makerId, checkerId }: ApprovalFacts & { readonly reviews: number },
): string => ['token-release', withdrawalText(withdrawal), reviews, makerId, checkerId].join('|')

/** The same, of one whose address they saw as listed. */
export const listedReleaseText = (...release: Parameters<typeof releaseText>): string => ['listed', releaseText(...release)].join('|')

/** Two officers let withdrawals go on after this pause. */
export const resumeText = (pauseId: string, { makerId, checkerId }: ApprovalFacts): string =>
  ['withdrawals-resumed', pauseId, makerId, checkerId].join('|')

/** Made when two officers agreed, over all that they agreed to. */
export const coldSweepText = ({ id, asset, amount, coldAddress }: ColdSweepFacts, { makerId, checkerId }: ApprovalFacts): string =>
  ['cold-sweep', id, asset, amount, coldAddress, makerId, checkerId].join('|')

/** What two officers said a transaction is that no operation of the books had. */
export const foundBookingText = ({ id, hash, blockHash, withdrawalId, moved, makerId, checkerId, at }: FoundBookingFacts): string =>
  ['found-transaction', id, hash, blockHash, withdrawalId ?? '', moved, makerId, checkerId, at.toISOString()].join('|')
