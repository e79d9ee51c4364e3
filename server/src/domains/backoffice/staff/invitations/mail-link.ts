/** Mail of an invitation. Only the mail has the link; a mailbox whose owner has an account already gets none. */
import { randomBytes } from 'node:crypto'
import { STAFF_INVITATION_PATH } from '@tunjo/contract/join-team'
import { INVITATION_LIFE_HOURS } from '@tunjo/contract/staff-invitations'
import type { Transaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { namesOf } from '../rules.ts'
import type { InvitationContext } from './context.ts'
import type { InvitationRow } from './store.ts'

export interface Link {
  readonly token: string
  readonly tokenHash: string
}

export function newLink(): Link {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(token) }
}

/** The inviting officer must not learn that a customer has the address: the stored rows are the same, only the mail differs. */
export async function mailInvitation(
  { identity, notifications, settings }: InvitationContext,
  tx: Transaction,
  { email, name, roles, invitedBy }: Pick<InvitationRow, 'email' | 'name' | 'roles' | 'invitedBy'>,
  { token }: Link,
): Promise<void> {
  const { use, accountId } = await identity.staff.useOfAddress(tx, email)
  if (accountId !== null && use !== 'free') {
    const values = { signInUrl: `${settings.publicUrl}/login` }
    return notifications.sendMail(tx, { to: email, accountId, template: 'staff.invitation_for_known_address', values })
  }
  const inviter = await identity.person(invitedBy, tx)
  const url = `${settings.publicUrl}${STAFF_INVITATION_PATH}/${token}`
  const values = { name, roles: namesOf(roles), invitedBy: inviter?.email ?? '', url, hours: INVITATION_LIFE_HOURS }
  await notifications.sendMail(tx, { to: email, template: 'staff.invitation', values })
}
