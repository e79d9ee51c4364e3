/**
 * Seals of rows: an HMAC over what decides about money, made by the process that wrote the row and stored in it. An attacker who can only
 * write to the database cannot make one (SEC-76, docs/decisions/0045-sealed-rows.md). The owner of each row defines the sealed text, one
 * for each kind.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export interface EvidenceSeals {
  /** Hex. */
  seal(text: string): string
  /** `seal` is null in a row that was written without one. */
  isSealOf(text: string, seal: string | null): boolean
}

export function evidenceSeals(secrets: Pick<Secrets, 'derive'>): EvidenceSeals {
  const key = secrets.derive('withdrawal-evidence')
  const hmac = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    seal: (text) => hmac(text).toString('hex'),
    isSealOf(text, seal) {
      if (seal === null) return false
      const [given, right] = [Buffer.from(seal, 'hex'), hmac(text)]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
