/** Composition of staff: back-office roles and invitations; two administrators decide both. */

import { staff as contract } from '@tunjo/contract/staff'
import { validate as isUuid } from 'uuid'
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import { excerpt, tidyText } from '../../../platform/phrases/visible-text.ts'
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Notifications } from '../../reference/notifications/index.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { InvitationContext } from './invitations/context.ts'
import { expireInvitations } from './invitations/expire-invitations.ts'
import { INVITE_APPROVAL, inviteApproval } from './invitations/invite-approval.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { ROLE_APPROVAL, roleApproval } from './role-approval.ts'
import { inOrder, namesOf } from './rules.ts'

type ListedMember = Awaited<ReturnType<Identity['staff']['list']>>['results'][number]

interface StaffDependencies {
  readonly identity: Pick<Identity, 'staff' | 'person'>
  readonly approvals: Approvals
  readonly notifications: Pick<Notifications, 'sendMail'>
}
type StaffPlatform = Pick<Platform, 'db' | 'clock' | 'audit' | 'secrets' | 'settings' | 'jobs'>

const EXPIRE_EVERY_MS = 10 * 60_000

export function createStaff(platform: StaffPlatform, { identity, approvals, notifications }: StaffDependencies): MountedModule {
  const { db, clock, audit, secrets, settings, jobs } = platform
  const rateLimit = createRateLimit({ db, clock })
  const invitations: InvitationContext = { db, clock, audit, secrets, settings, identity, notifications, rateLimit }
  approvals.register(ROLE_APPROVAL, roleApproval(identity))
  approvals.register(INVITE_APPROVAL, inviteApproval(invitations))
  jobs.schedule({ name: 'staff.expire_invitations', everyMs: EXPIRE_EVERY_MS, run: () => expireInvitations(invitations) })
  return { name: 'staff', routes: [...memberRoutes(db, identity, approvals), ...invitationRoutes(invitations, approvals)] }
}

function memberRoutes(db: Database, identity: StaffDependencies['identity'], approvals: Approvals): Route[] {
  return implement(
    contract,
    {
      async list({ query }) {
        const { results, ...page } = await identity.staff.list(db, query)
        return { ...page, results: results.map(shown) }
      },
      async setRoles({ caller, operation, params: { id }, body: { roles, reason } }) {
        if (!isUuid(id)) refuse('request.not_found')
        // The database ignores the case of ids, so an officer's own id in capitals is still their own.
        const params = { accountId: id.toLowerCase(), roles: inOrder(roles) }
        return approvals.perform(ROLE_APPROVAL, { params, caller, operation, reason: tidyText(reason) })
      },
    },
    {
      async setRoles({ params: { id }, body: { roles, reason }, locale }) {
        const words = APPROVAL_WORDS[locale]
        const person = isUuid(id) && (await identity.staff.isOfficer(db, id)) ? await identity.person(id) : null
        const details = [
          { label: words.person, value: person?.email ?? id },
          { label: words.roles, value: namesOf(roles, locale) },
          { label: words.reason, value: excerpt(reason) },
        ]
        return { title: words.setRoles, details }
      },
    },
  )
}

const shown = ({ roles, lastSignInAt, ...member }: ListedMember) => ({
  ...member,
  roles: inOrder(roles),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
})
