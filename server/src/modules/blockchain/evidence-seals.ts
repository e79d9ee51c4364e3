/**
 * Seals of what a withdrawal stands on: an HMAC over its row, over the saved address and over the approval, by whoever wrote them; and of a sweep to the
 * cold wallet. Whoever can
 * only write to the database cannot make one, so the signer does not sign for an invented row (docs/decisions/0019-what-the-signer-trusts.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AssetCode } from '@tunjo/contract/money'
import type { Secrets } from '../../platform/secrets.ts'

export interface EvidenceSeals {
  /** Hex. */
  seal(text: string): string
  isSealOf(text: string, seal: string): boolean
}

export function evidenceSeals(secrets: Pick<Secrets, 'derive'>): EvidenceSeals {
  const key = secrets.derive('withdrawal-evidence')
  const hmac = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    seal: (text) => hmac(text).toString('hex'),
    isSealOf(text, seal) {
      const [given, right] = [Buffer.from(seal, 'hex'), hmac(text)]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

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

/** No field can contain the separator. */
export const savedAddressText = ({ id, accountId, address, createdAt }: SavedAddressFacts): string =>
  ['saved-address', id, accountId, address, createdAt.toISOString()].join('|')

export const withdrawalText = ({ id, accountId, savedAddressId, address, asset, amount, fee }: WithdrawalFacts): string =>
  ['withdrawal', id, accountId, savedAddressId, address, asset, amount, fee].join('|')

export const approvalText = (withdrawal: WithdrawalFacts, { makerId, checkerId }: ApprovalFacts): string =>
  ['approval', withdrawalText(withdrawal), makerId, checkerId].join('|')

/** Made when two officers agreed, over all that they agreed to. */
export const coldSweepText = ({ id, asset, amount, coldAddress }: ColdSweepFacts, { makerId, checkerId }: ApprovalFacts): string =>
  ['cold-sweep', id, asset, amount, coldAddress, makerId, checkerId].join('|')
