/** HTTP routes of invitations to the team. */

import { joinTeam } from '@tunjo/contract/join-team'
import { staffInvitations as contract } from '@tunjo/contract/staff-invitations'
import type { Approvals } from '../../../../platform/approvals/index.ts'
import type { StepUpDescriptions } from '../../../../platform/http/guards/step-up.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import { inOrder, namesOf } from '../rules.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import type { InvitationContext } from './context.ts'
import { resendInvitation, revokeInvitation, takeMail } from './invitation-actions.ts'
import { presentInvitation } from './invitation-answer.ts'
import { INVITE_APPROVAL, paramsOf } from './invite-approval.ts'
import { findInvitation, listInvitations } from './store.ts'

export function invitationRoutes(context: InvitationContext, approvals: Approvals): Route[] {
  return [...visitorRoutes(context), ...officerRoutes(context, approvals)]
}

const visitorRoutes = (context: InvitationContext): Route[] =>
  implement(joinTeam, {
    async readInvitation({ body: { token }, http }) {
      const found = await readInvitation(context, { token, ip: http.ip })
      return { invitation: found ? { email: found.email, name: found.name, roles: inOrder(found.roles) } : null }
    },
    async acceptInvitation({ body, http }) {
      await acceptInvitation(context, { ...body, ip: http.ip })
      return { joined: true as const }
    },
  })

function officerRoutes(context: InvitationContext, approvals: Approvals): Route[] {
  const { db, clock, identity } = context
  return implement(
    contract,
    {
      async invite({ caller, operation, body: { email: typed, name, roles, reason } }) {
        const { email } = await identity.staff.useOfAddress(db, typed)
        await takeMail(context, caller, email)
        return approvals.perform(INVITE_APPROVAL, {
          params: paramsOf(context, { email, name }, roles),
          caller,
          operation,
          reason: tidyText(reason),
        })
      },
      async invitations({ query }) {
        const { results, ...page } = await listInvitations(db, { ...query, now: clock.now() })
        return { ...page, results: await Promise.all(results.map((one) => presentInvitation(context, one))) }
      },
      async resendInvitation({ caller, params: { id } }) {
        return presentInvitation(context, await resendInvitation(context, id, caller))
      },
      async revokeInvitation({ caller, params: { id }, body: { reason } }) {
        return presentInvitation(context, await revokeInvitation(context, { id, caller, reason: tidyText(reason) }))
      },
    },
    stepUpOf(context),
  )
}

const stepUpOf = ({ db }: InvitationContext): StepUpDescriptions<typeof contract> => ({
  async invite({ body: { email, name, roles, reason }, locale }) {
    const words = APPROVAL_WORDS[locale]
    return {
      title: words.invite,
      details: [
        { label: words.email, value: email },
        { label: words.name, value: name },
        { label: words.roles, value: namesOf(roles, locale) },
        { label: words.reason, value: excerpt(reason) },
      ],
    }
  },
  async resendInvitation({ params: { id }, locale }) {
    const words = APPROVAL_WORDS[locale]
    return { title: words.resend, details: [{ label: words.to, value: (await findInvitation(db, id))?.email ?? id }] }
  },
  async revokeInvitation({ params: { id }, body: { reason }, locale }) {
    const words = APPROVAL_WORDS[locale]
    const to = { label: words.to, value: (await findInvitation(db, id))?.email ?? id }
    return { title: words.revoke, details: [to, { label: words.reason, value: excerpt(reason) }] }
  },
})
