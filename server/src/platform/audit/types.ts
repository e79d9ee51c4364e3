/** The audit trail as modules see it. */
import type { AuditAction } from '@tunjo/contract/audit'
import type { Transaction } from '../database.ts'

/** `sessionId` is null for who came by the link of a mail. */
export interface PersonActor {
  readonly kind: 'person'
  readonly accountId: string
  readonly sessionId: string | null
  readonly requestId?: string
}
export type AuditActor = PersonActor | { readonly kind: 'system'; readonly name: string }

/** Small, and without personal data: an id, or what `redacted` answers. */
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
  /** In the transaction of what it tells of: both are there or neither. Waits for no chain head. Several are one statement. */
  record(tx: Transaction, ...entries: readonly AuditRecord[]): Promise<void>
  /**
   * Said by a call that declares an action and has nothing to record since it changed nothing: it repeats another, or found what it wanted
   * done. Without it the audit guard takes a missing entry for a mistake.
   */
  unchanged(): void
  /**
   * HMAC of a piece of personal data with a salt of that person, for `before` and `after`: equal data looks equal, and once
   * `forgetPerson` destroyed the salt nobody can guess it back. The chain stays whole (crypto-shredding).
   */
  redacted(tx: Transaction, personId: string, value: string): Promise<string>
  forgetPerson(tx: Transaction, personId: string): Promise<void>
}
