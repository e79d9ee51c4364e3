/**
 * The house's wallets on the chain, and what anybody may see of the chain. Schema `blockchain`.
 *
 * Invariants: an operation is done once: it has one nonce at a time, bytes for another one are signed only when that one can no longer
 * bring it about, and all that was ever signed is kept; only stored bytes are sent, in nonce order, again and again until the chain has
 * them; an operation is final once, after the confirmations; the signer signs stored intents only, of those only what the ledger's own
 * postings are for, and writes its book with a role that nobody else has.
 *
 * Emits `blockchain.operation_updated` for every new state. Mints COPT on `payments.deposit_credited` and
 * `payments.withdrawal_reversed`, burns it on `payments.withdrawal_settled`.
 * Publishes the signed heads of the audit trail and of the ledger on the chain.
 */
export { awayReasonOf } from '../../chain/node-away.ts'
export { createBlockchain } from './create-blockchain.ts'
export {
  approvalText,
  coldSweepText,
  type FoundBookingFacts,
  foundBookingText,
  listedReleaseText,
  releaseText,
  resumeText,
  savedAddressText,
  withdrawalText,
} from './evidence-seals.ts'
export { compensationIdOf, holdIdOfTrade, type OperationPurpose, operationIdOf } from './operation-ids.ts'
export { findPublishedHeads } from './published-heads.ts'
export { rotateHotKey } from './signing/rotate-hot-key.ts'
export { rotateTreasuryKey } from './signing/rotate-treasury-key.ts'
export { openRotationKeys, readRotationSettings } from './signing/rotation-keys.ts'
export { type RunningSigner, startSigner } from './signing/start-signer.ts'
export type * from './types.ts'
