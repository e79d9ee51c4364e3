/** Blocklist check at sign-in: a blocked person is refused like one with a wrong proof. */
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { AccountRow } from './account-store.ts'
import type { EntryCheck } from './entry-check.ts'

/** Officers are exempt: a wrong entry must not lock out the officers who can remove it. */
export async function isPersonBlocked(
  { db, entry }: { db: Connection; entry: EntryCheck },
  { id, email, authorities }: Pick<AccountRow, 'id' | 'email' | 'authorities'>,
  ip: string,
): Promise<boolean> {
  if (authorities.includes('ROLE_ADMIN')) return false
  return entry.isBlocked(db, { place: 'sign_in', accountId: id, emails: [email], ips: [ip] })
}

/** Browsers are lent and shared: a person with a listed browser signs in, and officers are alerted. */
export async function recordListedDevice(
  { entry }: { entry: EntryCheck },
  tx: Transaction,
  { id, authorities }: Pick<AccountRow, 'id' | 'authorities'>,
  keyHash: string,
): Promise<void> {
  if (authorities.includes('ROLE_ADMIN')) return
  await entry.recordHits(tx, { place: 'sign_in', accountId: id, emails: [], ips: [], devices: [keyHash] })
}

/** In the words of the last proof that was asked for. */
export function refuseEntry({ passwordProvedAt, bySecondFactor }: { passwordProvedAt?: Date; bySecondFactor?: true }): never {
  if (!passwordProvedAt) refuse('identity.passkey_refused')
  return refuse(bySecondFactor ? 'identity.second_factor_expired' : 'identity.wrong_credentials')
}
