/** Staff: officers and their staff roles in the back-office (ADM-15). */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { accountState } from './identity.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { STAFF_ROLES, staffRole } from './permissions.ts'

export const StaffMember = z.object({
  id: z.uuid(),
  email: z.string(),
  roles: z.array(staffRole),
  state: accountState,
  /** Without a second factor an officer cannot read other people's data. */
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.iso.datetime().nullable(),
})
export type StaffMember = z.output<typeof StaffMember>

export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/api/administrative/staff',
    role: 'ROLE_ADMIN',
    permission: 'users.read',
    summary: 'Gestión de usuarios: the people of the company and what they may do, by e-mail; not those whose account is closed',
    query: z.object({ role: staffRole.optional(), text: z.string().max(100).optional() }).extend(PageQuery.shape),
    response: z.object({ results: z.array(StaffMember), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  setRoles: endpoint({
    method: 'PUT',
    path: '/api/administrative/staff/:id/roles',
    role: 'ROLE_ADMIN',
    permission: 'roles.grant',
    audit: 'identity.role_changed',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'The roles of an officer: those that are not named are taken away. Always waits for a second officer',
    stepUp: { binds: ['params.id', 'body.roles', 'body.reason'] },
    reason: true,
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ roles: z.array(staffRole).max(STAFF_ROLES.length), reason: OfficerReason }),
    response: z.object({ roles: z.array(staffRole) }),
    errors: [
      'request.invalid',
      'request.not_found',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'access.permission_missing',
      ...REASON_REFUSED,
      'approvals.person_concerned',
      'approvals.already_waiting',
      'staff.same_roles',
      'staff.administrators_too_few',
    ],
  }),
}
