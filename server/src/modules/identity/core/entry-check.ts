/**
 * Port: whether somebody may not come in whatever they prove. Whoever keeps that list answers it; here nobody hears why: it is refused as
 * a wrong proof is, and a sign-up gets its mail as little as one with somebody else's e-mail.
 */
import type { Connection, Transaction } from '../../../platform/database.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { AccountRow } from './account-store.ts'
import type { IdentityContext } from './context.ts'
import type { SignInContext } from './sessions/open-session.ts'

export interface Arrival {
  readonly place: 'sign_up' | 'sign_in'
  readonly accountId: string | null
  readonly emails: readonly string[]
  readonly ips: readonly string[]
}
export interface EntryCheck {
  /** Noted whatever becomes of the caller's transaction. */
  isBarred(connection: Connection, arrival: Arrival): Promise<boolean>
  /** Noted with the caller's transaction; nobody was met when it is empty. */
  meet(tx: Transaction, arrival: Arrival): Promise<readonly unknown[]>
}

/** Officers come in: an entry that is wrong must not keep out who takes it off. */
export async function isKeptOut(
  { db, entry }: Pick<IdentityContext, 'db' | 'entry'>,
  { id, email, authorities }: Pick<AccountRow, 'id' | 'email' | 'authorities'>,
  ip: string,
): Promise<boolean> {
  if (authorities.includes('ROLE_ADMIN')) return false
  return entry.isBarred(db, { place: 'sign_in', accountId: id, emails: [email], ips: [ip] })
}

/** In the words of the last proof that was asked for. */
export function refuseEntry({ passwordProvedAt, bySecondFactor }: Pick<SignInContext, 'passwordProvedAt' | 'bySecondFactor'>): never {
  if (!passwordProvedAt) refuse('identity.passkey_refused')
  return refuse(bySecondFactor ? 'identity.second_factor_expired' : 'identity.wrong_credentials')
}
