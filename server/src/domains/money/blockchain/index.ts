/**
 * Wallets of the platform on the chain, and the public explorer. Schema `blockchain`.
 *
 * Invariants: an operation is done once. It has one nonce at a time; bytes for another nonce are signed only when the former nonce can no
 * longer bring it about, and every signature is kept. Only stored bytes are sent, in nonce order, repeatedly until the chain has them. An
 * operation is final once, after the confirmations. The signer signs stored intents only, of those only the ones that the ledger's postings
 * prove, and writes its book with a role that no other process has.
 *
 * Emits `blockchain.operation_updated` for every new state. Mints COPT on `payments.deposit_credited` and `payments.withdrawal_reversed`,
 * burns it on `payments.withdrawal_settled`. Publishes the signed heads of the audit trail and of the ledger on the chain.
 */
export { unavailableReasonOf } from '../../../chain/node-unavailable.ts'
export { chainFindings } from './chain-findings.ts'
export { readChainSettings } from './config.ts'
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
export { type KeySource, readSignerSettings } from './signing/config.ts'
export { feesNow } from './signing/fees.ts'
export { checkAddresses, openKeys, type SigningKeys } from './signing/keys.ts'
export { rotateHotKey } from './signing/rotate-hot-key.ts'
export { rotateTreasuryKey } from './signing/rotate-treasury-key.ts'
export { openRotationKeys, readRotationSettings } from './signing/rotation-keys.ts'
export { type RunningSigner, SIGNER_CONNECTIONS, startSigner } from './signing/start-signer.ts'
export { writeKeystore } from './signing/write-keystore.ts'
export type * from './types.ts'
