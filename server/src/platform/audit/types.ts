/** Public types of the audit trail. */
import type { AuditAction } from '@tunjo/contract/audit'
import type { Transaction } from '../database/database.ts'

/** `sessionId` is null for a person who opened a mailed link. */
export interface PersonActor {
  readonly kind: 'person'
  readonly accountId: string
  readonly sessionId: string | null
  readonly requestId?: string
}
export type AuditActor = PersonActor | { readonly kind: 'system'; readonly name: string }

/** Small, and without personal data: an id, or a result of `redacted`. */
export type AuditValue = string | number | boolean | null | readonly AuditValue[] | { readonly [name: string]: AuditValue | undefined }

export interface AuditRecord {
  readonly actor: AuditActor
  readonly action: AuditAction
  readonly object: { readonly type: string; readonly id: string }
  readonly before?: AuditValue
  readonly after?: AuditValue
  readonly reason?: string
}

export interface Audit {
  /**
   * Record entries in the transaction of the action: both are committed or neither. Does not wait for the chain head. Several entries are
   * one statement.
   */
  record(tx: Transaction, ...entries: readonly AuditRecord[]): Promise<void>
  /**
   * Declares that a call with a declared action changed nothing: it repeats another, or its result existed already. Without it the audit
   * guard reports a missing entry as a bug.
   */
  unchanged(): void
  /**
   * HMAC of personal data with a salt of that person, for `before` and `after`: equal data has equal hashes, and once `erasePerson`
   * destroyed the salt the data cannot be guessed. The chain stays whole (crypto-shredding).
   */
  redacted(tx: Transaction, personId: string, value: string): Promise<string>
  erasePerson(tx: Transaction, personId: string): Promise<void>
}
