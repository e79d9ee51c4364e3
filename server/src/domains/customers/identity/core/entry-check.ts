/**
 * Port to the blocklist: whether a person is denied access regardless of any proof. The module with that list implements it. The reason is
 * not disclosed here: a blocked person is refused like one with a wrong proof, and gets no mail for a sign-up, like one with another
 * person's e-mail.
 */
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface Arrival {
  readonly place: 'sign_up' | 'sign_in'
  readonly accountId: string | null
  readonly emails: readonly string[]
  readonly ips: readonly string[]
  /** Hashes of the browsers' device keys. */
  readonly devices?: readonly string[]
}
export interface EntryCheck {
  /** Recorded even when the caller's transaction rolls back. */
  isBlocked(connection: Connection, arrival: Arrival): Promise<boolean>
  /** Recorded in the caller's transaction; empty when no entry matched. */
  recordHits(tx: Transaction, arrival: Arrival): Promise<readonly unknown[]>
}
