/** Composition of staff: who may do what in the back-office; roles are changed by two administrators. */
import { staff as contract } from '@tunjo/contract/staff'
import { validate as isUuid } from 'uuid'
import type { Approvals } from '../../platform/approvals/index.ts'
import { implement } from '../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { checkReason } from '../../platform/officer-reason.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { excerpt, tidyText } from '../../platform/visible-text.ts'
import type { Identity } from '../identity/index.ts'
import { ROLE_APPROVAL, roleApproval } from './role-approval.ts'
import { inOrder, namesOf } from './rules.ts'

type ListedMember = Awaited<ReturnType<Identity['staff']['list']>>['results'][number]

interface StaffDependencies {
  readonly identity: Pick<Identity, 'staff' | 'person'>
  readonly approvals: Approvals
}

export function createStaff({ db }: Pick<Platform, 'db'>, { identity, approvals }: StaffDependencies): MountedModule {
  approvals.register(ROLE_APPROVAL, roleApproval(identity))
  const routes = implement(
    contract,
    {
      async list({ query }) {
        const { results, ...page } = await identity.staff.list(db, query)
        return { ...page, results: results.map(shown) }
      },
      async setRoles({ caller, params: { id }, body: { roles, reason } }) {
        refuseIf(checkReason(reason))
        if (!isUuid(id)) refuse('request.not_found')
        // The database knows no case in ids: whoever spells their own in capitals is still themselves.
        const params = { accountId: id.toLowerCase(), roles: inOrder(roles) }
        return approvals.perform(ROLE_APPROVAL, { params, caller, reason: tidyText(reason) })
      },
    },
    {
      async setRoles({ params: { id }, body: { roles, reason } }) {
        const person = isUuid(id) && (await identity.staff.isOfficer(db, id)) ? await identity.person(id) : null
        const details = [
          { label: 'Persona', value: person?.email ?? id },
          { label: 'Roles', value: namesOf(roles) },
          { label: 'Motivo', value: excerpt(reason) },
        ]
        return { title: 'Cambiar los roles de una persona del equipo', details }
      },
    },
  )
  return { name: 'staff', routes }
}

const shown = ({ roles, lastSignInAt, ...member }: ListedMember) => ({
  ...member,
  roles: inOrder(roles),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
})
