/**
 * Port: whether somebody may not come in whatever they prove. Whoever keeps that list answers it; here nobody hears why: it is refused as
 * a wrong proof is, and a sign-up gets its mail as little as one with somebody else's e-mail.
 */
import type { Connection, Transaction } from '../../../platform/database.ts'

export interface Arrival {
  readonly place: 'sign_up' | 'sign_in'
  readonly accountId: string | null
  readonly emails: readonly string[]
  readonly ips: readonly string[]
  /** Hashes of the keys of browsers. */
  readonly devices?: readonly string[]
}
export interface EntryCheck {
  /** Noted whatever becomes of the caller's transaction. */
  isBarred(connection: Connection, arrival: Arrival): Promise<boolean>
  /** Noted with the caller's transaction; nobody was met when it is empty. */
  recordHits(tx: Transaction, arrival: Arrival): Promise<readonly unknown[]>
}
