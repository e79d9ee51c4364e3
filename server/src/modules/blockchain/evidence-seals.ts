/**
 * Seals of what a withdrawal stands on: an HMAC over the saved address, by whoever wrote it. Whoever can
 * only write to the database cannot make one, so the signer does not sign for an invented row (docs/decisions/0019-what-the-signer-trusts.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
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

/** No field can contain the separator. */
export const savedAddressText = ({ id, accountId, address, createdAt }: SavedAddressFacts): string =>
  ['saved-address', id, accountId, address, createdAt.toISOString()].join('|')
