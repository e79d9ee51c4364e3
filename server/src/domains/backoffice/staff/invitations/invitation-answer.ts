/** Invitation as officers see it. */
import type { StaffInvitation } from '@tunjo/contract/staff-invitations'
import { inOrder } from '../rules.ts'
import type { InvitationContext } from './context.ts'
import { stateNow } from './rules.ts'
import type { InvitationRow } from './store.ts'

export async function presentInvitation(
  { identity, clock }: Pick<InvitationContext, 'identity' | 'clock'>,
  invitation: InvitationRow,
): Promise<StaffInvitation> {
  const { id, email, name, roles, invitedBy, invitedAt, sentAt, expiresAt, endedAt } = invitation
  return {
    id,
    email,
    name,
    roles: inOrder(roles),
    state: stateNow(invitation, clock.now()),
    invitedBy: (await identity.person(invitedBy))?.email ?? '',
    invitedAt: invitedAt.toISOString(),
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
