/**
 * Link of an invitation: once, within two days (of a first administrator, within the hour). The owner of the mailbox chooses the password.
 * The account is only an officer's, with the roles that two officers approved, and has no permission before a second factor.
 */
import type { StaffRole } from '@tunjo/contract/permissions'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { type Refusal, refusal, refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { InvitationContext } from './context.ts'
import { mayInvite } from './invitation-actions.ts'
import { endInvitation } from './invitation-transitions.ts'
import { LINK_ALLOWANCE, stateNow } from './rules.ts'
import { findByToken, type InvitationRow, lockByToken } from './store.ts'

type Offered = Pick<InvitationRow, 'email' | 'name'> & { readonly roles: readonly StaffRole[] }

interface LinkUse {
  readonly token: string
  readonly ip: string
}

/** Consumes nothing. Undefined for a link that does not work; those count as guesses of their network. */
export function readInvitation(context: InvitationContext, { token, ip }: LinkUse): Promise<Offered | undefined> {
  const bucket = { kind: 'staff-invitation-link', key: networkOf(ip), allowance: LINK_ALLOWANCE }
  return context.rateLimit.attempt([bucket], 'identity.too_many_attempts', async (tries) => {
    const found = await offeredBy(context, sha256(token))
    if (found) await tries.uncount()
    return found
  })
}

/** Offer of an invitation by two officers, or of an operator's link for one of the first two administrators. */
async function offeredBy({ db, clock, identity }: InvitationContext, tokenHash: string): Promise<Offered | undefined> {
  const invitation = await findByToken(db, tokenHash)
  if (!invitation) return (await identity.staff.firstAdministrators.offered(db, tokenHash)) ?? undefined
  return stateNow(invitation, clock.now()) === 'invited' ? invitation : undefined
}

export async function acceptInvitation(context: InvitationContext, { password, ...use }: LinkUse & { password: string }): Promise<void> {
  const known = (await readInvitation(context, use)) ?? refuse('staff.invitation_over')
  // The link stays valid for another try with a better password.
  const passwordHash = await context.identity.staff.newPassword(password, known.email)
  refuseIf(await inTransaction(context.db, (tx) => join(context, tx, sha256(use.token), passwordHash)))
}

/** The refusal is thrown after the commit: the end of the invitation stays. */
async function join(context: InvitationContext, tx: Transaction, tokenHash: string, passwordHash: string): Promise<Refusal | null> {
  const { clock, identity, audit } = context
  const over = refusal('staff.invitation_over')
  const at = clock.now()
  const invitation = await lockByToken(tx, tokenHash)
  if (!invitation) return (await identity.staff.firstAdministrators.join(tx, { tokenHash, passwordHash })) ? null : over
  if (stateNow(invitation, at) !== 'invited') return over
  const { email, roles, invitedBy } = invitation
  const object = { type: 'staff_invitation', id: invitation.id }
  if (!(await mayInvite(context, tx, invitedBy))) {
    await endInvitation(tx, invitation, { to: 'revoked', at, actor: SYSTEM, note: 'inviter_unauthorized' })
    const actor = { kind: 'system', name: 'staff.accept_invitation' } as const
    await audit.record(tx, { actor, action: 'staff.invitation_revoked', object, after: { inviterUnauthorized: invitedBy } })
    return over
  }
  const accountId = await identity.staff.createOfficer(tx, { email, passwordHash, roles, invitedBy })
  if (accountId === null) return over
  await endInvitation(tx, invitation, { to: 'accepted', at, actor: officer(accountId), set: { account_id: accountId } })
  const actor = { kind: 'person', accountId, sessionId: null } as const
  await audit.record(tx, { actor, action: 'staff.invitation_accepted', object, after: { roles } })
  return null
}
