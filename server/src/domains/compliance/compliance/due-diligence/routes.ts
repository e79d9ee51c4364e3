/** HTTP routes for the enhanced due diligence of a customer. */

import { dueDiligence as contract } from '@tunjo/contract/due-diligence'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import type { ComplianceContext } from '../context.ts'
import { personRead, personToChange } from '../person/routes.ts'
import { DILIGENCE_APPROVAL, DILIGENCE_REASON } from './diligence-approval.ts'
import { personDiligence } from './person-diligence.ts'
import { saveDraft } from './save-draft.ts'

export function dueDiligenceRoutes(context: ComplianceContext): Route[] {
  const { identity, approvals } = context
  return implement(
    contract,
    {
      async personDiligence(read) {
        const { id } = await personRead(context, read, 'due-diligence')
        return personDiligence(context, id)
      },
      async saveDiligence({ caller, body: { userId, saved, content }, http }) {
        const accountId = await personToChange(context, caller, userId)
        return saveDraft(context, { accountId, saved, content, actor: personActor(caller, http) })
      },
      async proposeDiligence({ caller, operation, body: { userId, id, version } }) {
        const accountId = await personToChange(context, caller, userId)
        return approvals.perform(DILIGENCE_APPROVAL, { params: { accountId, id, version }, caller, operation, reason: DILIGENCE_REASON })
      },
    },
    {
      async proposeDiligence({ body: { userId, version }, locale }) {
        const { user, diligence } = APPROVAL_WORDS[locale]
        const email = isUuid(userId) ? (await identity.person(userId))?.email : undefined
        const details = [
          { label: user, value: email ?? userId },
          { label: diligence.version, value: String(version) },
        ]
        return { title: diligence.title, details }
      },
    },
  )
}
