/**
 * Staff invitation page (ADM-15): the offer of the link, and joining. Part of the module `staff`; small, since the page is for visitors.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { staffRole } from './permissions.ts'

/** Page of the link of an invitation. */
export const STAFF_INVITATION_PATH = '/users/join-team'

const Token = z.string().max(100)

export const joinTeam = {
  readInvitation: endpoint({
    method: 'POST',
    path: '/api/staff-invitation',
    role: 'PUBLIC',
    summary: 'Offer of an invitation link; does not use it up. Null for used, expired, revoked and unknown ones',
    body: z.object({ token: Token }),
    response: z.object({ invitation: z.object({ email: z.string(), name: z.string(), roles: z.array(staffRole) }).nullable() }),
    errors: ['identity.too_many_attempts'],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/staff-invitation/accept',
    role: 'PUBLIC',
    summary:
      'Joins the team with a password of one’s own: makes the account, of an officer only, which may do nothing before it has a second factor. Once, within 48 hours',
    body: z.object({ token: Token, password: z.string().max(1024) }),
    response: z.object({ joined: z.literal(true) }),
    errors: [
      'staff.invitation_over',
      'identity.password_too_short',
      'identity.password_too_long',
      'identity.password_too_common',
      'identity.too_many_attempts',
    ],
  }),
}
