/** Staff: what the people of the company may do in the back-office (ADM-15). */
import * as z from 'zod'
import { ApprovalReason, REASON_REFUSED } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { STAFF_ROLES, staffRole } from './permissions.ts'

export const staff = {
  setRoles: endpoint({
    method: 'PUT',
    path: '/api/administrative/staff/:id/roles',
    role: 'ROLE_ADMIN',
    permission: 'roles.grant',
    audit: 'identity.role_changed',
    approval: 'four-eyes',
    summary: 'The roles of an officer: those that are not named are taken away. Always waits for a second officer',
    stepUp: { binds: ['params.id', 'body.roles', 'body.reason'] },
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ roles: z.array(staffRole).max(STAFF_ROLES.length), reason: ApprovalReason }),
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
