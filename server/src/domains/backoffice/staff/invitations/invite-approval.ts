/**
 * Approval kind of an invitation to the team: always two officers, since it grants roles. Requests are kept permanently, so they contain
 * address and name sealed.
 */

import { createHmac } from 'node:crypto'
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { type StaffRole, staffRole } from '@tunjo/contract/permissions'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import { inOrder, namesOf } from '../rules.ts'
import type { InvitationContext } from './context.ts'
import { beginInvitation, endInvitation } from './invitation-transitions.ts'
import { mailInvitation, newLink } from './mail-link.ts'
import { expiryOf, stateNow } from './rules.ts'
import { insertInvitation, lockOpenOf } from './store.ts'

export const INVITE_APPROVAL = 'identity.staff_invitation' satisfies ApprovalKindName
const PURPOSE = 'staff-invitation'

const Params = z.object({ target: z.string(), sealed: z.string(), roles: z.array(staffRole).min(1) })
type Params = z.output<typeof Params>
const Invited = z.object({ email: z.string(), name: z.string() })
type Invited = z.output<typeof Invited>

type Sealing = Pick<InvitationContext, 'secrets'>

/** One request for each address, which its target does not disclose. */
export const paramsOf = ({ secrets }: Sealing, { email, name }: Invited, roles: readonly StaffRole[]): Params => ({
  target: createHmac('sha256', secrets.derive(PURPOSE)).update(email).digest('hex'),
  sealed: secrets.seal(PURPOSE, Buffer.from(JSON.stringify({ email, name }))),
  roles: inOrder(roles),
})
const invitedOf = ({ secrets }: Sealing, { sealed }: Params): Invited => Invited.parse(JSON.parse(secrets.open(PURPOSE, sealed).toString()))

export const inviteApproval = (context: InvitationContext): ApprovalKind<Params, { invitationId: string }> => ({
  permission: 'roles.grant',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ target }) => target,
  subjectId: () => null,
  async facts(tx, params) {
    const { email } = invitedOf(context, params)
    // Nothing about a customer who has the address: it would show in the answer.
    if ((await context.identity.staff.useOfAddress(tx, email)).use === 'officer') refuse('staff.already_member')
    const open = await lockOpenOf(tx, email)
    if (open && stateNow(open, context.clock.now()) === 'invited') refuse('staff.already_invited')
    return { openInvitation: open?.id ?? null }
  },
  isNeeded: () => true,
  about(params) {
    const { email, name } = invitedOf(context, params)
    return [
      { label: STORED_WORDS.email, before: null, after: email },
      { label: STORED_WORDS.name, before: null, after: name },
    ]
  },
  words: APPROVAL_WORDS,
  changes: ({ roles }) => [{ label: STORED_WORDS.roles, before: null, after: namesOf(roles) }],
  execute: (tx, params, execution) => invite(context, tx, { ...invitedOf(context, params), roles: params.roles }, execution),
})

async function invite(
  context: InvitationContext,
  tx: Transaction,
  { email, name, roles }: Invited & { readonly roles: readonly StaffRole[] },
  { makerId, checkerId, requestId, reason, actor }: Execution,
): Promise<{ invitationId: string }> {
  if (!checkerId) throw new Error('an invitation needs a second officer')
  const at = context.clock.now()
  const before = await lockOpenOf(tx, email)
  if (before) await endInvitation(tx, before, { to: 'expired', at, actor: SYSTEM })
  const link = newLink()
  const times = { invitedAt: at, sentAt: at }
  const row = { id: newId(), email, name, roles: [...roles], invitedBy: makerId, approvedBy: checkerId, state: 'invited' as const }
  const invitation = await insertInvitation(tx, { ...row, ...times, tokenHash: link.tokenHash, expiresAt: expiryOf(times) })
  if (!invitation) refuse('staff.already_invited')
  await beginInvitation(tx, invitation)
  await mailInvitation(context, tx, invitation, link)
  const after = { roles: [...roles], approvalRequestId: requestId, makerId, checkerId }
  await context.audit.record(tx, { actor, action: 'staff.invited', object: { type: 'staff_invitation', id: invitation.id }, after, reason })
  return { invitationId: invitation.id }
}
