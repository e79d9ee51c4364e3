/** Approval kind for a change of staff roles: always two officers, for granting and revoking. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { type StaffRole, staffRole } from '@tunjo/contract/permissions'
import * as z from 'zod'
import type { ApprovalKind } from '../../../platform/approvals/index.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import type { Identity } from '../../customers/identity/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from './approval-words.ts'
import { checkRoleChange, inOrder, namesOf } from './rules.ts'

export const ROLE_APPROVAL = 'identity.staff_roles' satisfies ApprovalKindName
const Params = z.object({ accountId: z.uuid(), roles: z.array(staffRole) })
type Params = z.output<typeof Params>
const Facts = z.object({ roles: z.array(staffRole) })

export const roleApproval = ({ staff }: Pick<Identity, 'staff'>): ApprovalKind<Params, { roles: StaffRole[] }> => ({
  permission: 'roles.grant',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ accountId }) => accountId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { accountId, roles }) {
    const granters = await staff.lockOfficersWith(tx, 'roles.grant')
    if (!(await staff.isOfficer(tx, accountId))) refuse('request.not_found')
    const before = inOrder(await staff.rolesOf(tx, accountId))
    refuseIf(checkRoleChange({ before, after: roles, otherGranters: granters.filter((id) => id !== accountId).length }))
    return { roles: before }
  },
  isNeeded: () => true,
  words: APPROVAL_WORDS,
  changes: ({ roles }, facts) => [{ label: STORED_WORDS.roles, before: namesOf(Facts.parse(facts).roles), after: namesOf(roles) }],
  async execute(tx, { accountId, roles }, { actor, reason }) {
    await staff.setRoles(tx, { accountId, roles, by: actor, reason })
    return { roles: [...roles] }
  },
})
