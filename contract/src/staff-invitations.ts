/**
 * Staff invitations (ADM-15): two officers invite, the person opens a single-use link and chooses a password. Part of the module `staff`.
 */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { STAFF_ROLES, staffRole } from './permissions.ts'
import { plainLine } from './plain-text.ts'

export const INVITATION_LIFE_HOURS = 48

/** `invited`: two administrators agreed and the link was mailed. `expired`: it was not opened in time. */
export const INVITATION_STATES = ['invited', 'accepted', 'expired', 'revoked'] as const
const invitationState = z.enum(INVITATION_STATES)
export type InvitationState = z.output<typeof invitationState>

export const StaffInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  roles: z.array(staffRole),
  state: invitationState,
  /** E-mail of the officer who requested it. */
  invitedBy: z.string(),
  invitedAt: z.iso.datetime(),
  /** Time of the newest link. */
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type StaffInvitation = z.output<typeof StaffInvitation>

const STEP_UP_REFUSED = ['identity.step_up_required', 'identity.step_up_invalid', 'access.permission_missing'] as const

export const staffInvitations = {
  invite: endpoint({
    method: 'POST',
    path: '/api/administrative/staff/invitations',
    role: 'ROLE_ADMIN',
    permission: 'roles.grant',
    audit: 'staff.invited',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Invites a person to the team with the roles they will have. Always waits for a second officer, who makes the mail with the link leave. The answer is the same whether or not a customer has the address',
    stepUp: { binds: ['body.email', 'body.name', 'body.roles', 'body.reason'] },
    reason: true,
    body: z.object({
      email: z.string().max(254),
      name: plainLine({ minimum: 2, maximum: 80 }),
      roles: z.array(staffRole).min(1).max(STAFF_ROLES.length),
      reason: OfficerReason,
    }),
    response: z.object({ invitationId: z.uuid() }),
    errors: [
      'request.invalid',
      'request.text_unseen',
      'identity.email_invalid',
      ...STEP_UP_REFUSED,
      ...REASON_REFUSED,
      'approvals.already_waiting',
      'staff.already_member',
      'staff.already_invited',
      'staff.invited_too_often',
    ],
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/administrative/staff/invitations',
    role: 'ROLE_ADMIN',
    permission: 'roles.grant',
    summary: 'Invitations to the team, open ones first, then the newest',
    query: z.object({ state: invitationState.optional() }).extend(PageQuery.shape),
    response: z.object({ results: z.array(StaffInvitation), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/administrative/staff/invitations/:id/resend',
    role: 'ROLE_ADMIN',
    permission: 'roles.grant',
    audit: 'staff.invitation_sent',
    summary: 'Mails another link for an open invitation; the one before stops working. What two officers agreed on stays as it is',
    stepUp: { binds: ['params.id'] },
    params: z.object({ id: z.string().max(64) }),
    response: StaffInvitation,
    errors: ['request.not_found', ...STEP_UP_REFUSED, 'staff.invitation_ended', 'staff.invited_too_often'],
  }),
  revokeInvitation: endpoint({
    method: 'POST',
    path: '/api/administrative/staff/invitations/:id/revoke',
    role: 'ROLE_ADMIN',
    permission: 'roles.grant',
    audit: 'staff.invitation_revoked',
    summary: 'Ends an open invitation: its link stops working. One officer alone, since it only takes away',
    stepUp: { binds: ['params.id', 'body.reason'] },
    reason: true,
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ reason: OfficerReason }),
    response: StaffInvitation,
    errors: ['request.invalid', 'request.not_found', ...STEP_UP_REFUSED, ...REASON_REFUSED, 'staff.invitation_ended'],
  }),
}
