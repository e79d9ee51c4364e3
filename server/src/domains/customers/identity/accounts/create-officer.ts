/** Account of a person who joins the team: only for an officer, never for a customer, and without permissions before its second factor. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import { findAccountByEmail, insertAccount, releaseEmail } from '../core/account-store.ts'
import { beginAccount, moveAccount } from '../core/accounts/move-account.ts'
import type { IdentityContext } from '../core/context.ts'
import { hashPassword, isCommonPassword } from '../core/passwords.ts'
import { checkPassword, normalizeEmail } from '../core/rules.ts'
import { replaceRoles } from '../core/staff-store.ts'
import type { AddressUse, NewOfficer } from '../core/types.ts'

/**
 * A closed account and a sign-up that was not activated do not use the address: the person who opens a link in that mailbox has priority.
 */
export async function useOfAddress(connection: Connection, typed: string): Promise<AddressUse> {
  const email = normalizeEmail(typed) ?? refuse('identity.email_invalid')
  const account = await findAccountByEmail(connection, email)
  if (!account?.activatedAt) return { email, accountId: null, use: 'free' }
  return { email, accountId: account.id, use: account.authorities.includes('ROLE_ADMIN') ? 'officer' : 'other' }
}

export function newPassword(password: string, email: string): Promise<string> {
  refuseIf(checkPassword(password, email, isCommonPassword))
  return hashPassword(password)
}

export async function createOfficer(
  { clock, outbox, audit }: Pick<IdentityContext, 'clock' | 'outbox' | 'audit'>,
  tx: Transaction,
  { email, passwordHash, roles, invitedBy }: NewOfficer,
): Promise<string | null> {
  const now = clock.now()
  const id = newId()
  await releaseEmail(tx, email)
  const row = { id, email, passwordHash, authorities: ['ROLE_ADMIN' as const], state: ACCOUNT_STATE.unverified, langKey: 'es' }
  if (!(await insertAccount(tx, { ...row, createdAt: now, activatedAt: now, factorRequired: true }))) return null
  await beginAccount(tx, id, { at: now, actor: invitedBy === null ? SYSTEM : officer(invitedBy) })
  await moveAccount(tx, row, { to: ACCOUNT_STATE.verified, at: now, actor: SYSTEM })
  await replaceRoles(tx, { accountId: id, roles, grantedBy: invitedBy, at: now })
  await outbox.emit(tx, 'identity.account_created', { accountId: id })
  await audit.record(tx, {
    actor: { kind: 'person', accountId: id, sessionId: null },
    action: 'identity.officer_created',
    object: { type: 'account', id },
    after: { authorities: row.authorities, roles: [...roles], invitedBy },
  })
  return id
}
