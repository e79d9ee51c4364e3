/** Actions of an officer on an open invitation: send its link again, or end it. */
import { validate as isUuid } from 'uuid'
import type { AuditActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import type { InvitationContext } from './context.ts'
import { endInvitation } from './invitation-transitions.ts'
import { mailInvitation, newLink } from './mail-link.ts'
import { expiryOf, INVITE_ALLOWANCE, MAILBOX_ALLOWANCE, stateNow } from './rules.ts'
import { findInvitation, type InvitationRow, lockInvitation, replaceLink } from './store.ts'

/** Counts before anything is written: for the officer, and for the mailbox. */
export async function takeMail({ rateLimit }: InvitationContext, caller: Caller, mailbox: string): Promise<void> {
  await rateLimit.take(
    [
      { kind: 'staff-invitation', key: caller.accountId, allowance: INVITE_ALLOWANCE },
      { kind: 'staff-invitation-mail', key: mailbox, allowance: MAILBOX_ALLOWANCE },
    ],
    'staff.invited_too_often',
  )
}

export async function resendInvitation(context: InvitationContext, id: string, caller: Caller): Promise<InvitationRow> {
  const known = (await findInvitation(context.db, id)) ?? refuse('request.not_found')
  await takeMail(context, caller, known.email)
  return inTransaction(context.db, async (tx) => {
    const invitation = await lockOpen(context, tx, id)
    // A link of an officer who may no longer invite would not work.
    if (!(await mayInvite(context, tx, invitation.invitedBy))) refuse('staff.invitation_ended')
    const link = newLink()
    const sentAt = context.clock.now()
    const sent = { tokenHash: link.tokenHash, sentAt, expiresAt: expiryOf({ invitedAt: invitation.invitedAt, sentAt }) }
    await replaceLink(tx, invitation.id, sent)
    await mailInvitation(context, tx, invitation, link)
    const object = { type: 'staff_invitation', id: invitation.id }
    await context.audit.record(tx, {
      actor: actorOf(caller),
      action: 'staff.invitation_sent',
      object,
      after: { expiresAt: sent.expiresAt.toISOString() },
    })
    return { ...invitation, ...sent }
  })
}

export async function revokeInvitation(
  context: InvitationContext,
  { id, caller, reason }: { readonly id: string; readonly caller: Caller; readonly reason: string },
): Promise<InvitationRow> {
  return inTransaction(context.db, async (tx) => {
    const invitation = await lockOpen(context, tx, id)
    const at = context.clock.now()
    await endInvitation(tx, invitation, { to: 'revoked', at, actor: officer(caller.accountId), note: reason })
    const object = { type: 'staff_invitation', id: invitation.id }
    await context.audit.record(tx, { actor: actorOf(caller), action: 'staff.invitation_revoked', object, reason })
    return { ...invitation, state: 'revoked', endedAt: at }
  })
}

/** The permission cannot be revoked until the end of the transaction. */
export async function mayInvite({ identity }: InvitationContext, tx: Transaction, accountId: string): Promise<boolean> {
  await identity.person(accountId, tx)
  return (await identity.staff.permissionsOf(tx, accountId)).includes('roles.grant')
}

async function lockOpen({ clock }: InvitationContext, tx: Transaction, id: string): Promise<InvitationRow> {
  const invitation = (isUuid(id) ? await lockInvitation(tx, id) : undefined) ?? refuse('request.not_found')
  if (stateNow(invitation, clock.now()) !== 'invited') refuse('staff.invitation_ended')
  return invitation
}

const actorOf = ({ accountId, sessionId }: Caller): AuditActor => ({ kind: 'person', accountId, sessionId })
