/** HTTP routes of retention: legal holds. */

import { retention as contract } from '@tunjo/contract/retention'
import { validate as isUuid } from 'uuid'
import type { Approvals } from '../../../platform/approvals/index.ts'
import { personActor } from '../../../platform/audit/index.ts'
import { pageOf } from '../../../platform/database/list-query.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import { findHold, type HoldRow, listHolds } from './legal-holds/hold-store.ts'
import { LIFT_APPROVAL } from './legal-holds/lift-approval.ts'
import { placeHold } from './legal-holds/place-hold.ts'
import type { RetentionContext } from './purge-expired.ts'

export function retentionRoutes(context: RetentionContext, approvals: Approvals): Route[] {
  const { db, years, identity } = context
  const holdOf = async (id: string) => (isUuid(id) ? await findHold(db, id) : undefined) ?? refuse('request.not_found')
  const emailOf = async (accountId: string) => (isUuid(accountId) && (await identity.person(accountId))?.email) || accountId
  return implement(
    contract,
    {
      show: async () => ({ years }),
      async legalHolds({ query: { accountId, pageIndex, size } }) {
        if (accountId !== undefined && !isUuid(accountId)) return pageOf([], 0, size)
        const { rows, total } = await listHolds(db, { accountId: accountId ?? null, offset: pageIndex * size, size })
        return pageOf(rows.map(shown), total, size)
      },
      async placeLegalHold({ caller, body: { accountId, reason }, http }) {
        if (!isUuid(accountId)) refuse('request.not_found')
        // The database ignores the case of ids, so an officer's own id in capitals is still their own.
        const hold = { accountId: accountId.toLowerCase(), reason: tidyText(reason), actor: personActor(caller, http) }
        return shown(await placeHold(context, hold))
      },
      async liftLegalHold({ caller, operation, params, body: { reason } }) {
        const { id: holdId, accountId } = await holdOf(params.id)
        return approvals.perform(LIFT_APPROVAL, { params: { holdId, accountId }, caller, operation, reason: tidyText(reason) })
      },
    },
    {
      async placeLegalHold({ body: { accountId, reason }, locale }) {
        const words = APPROVAL_WORDS[locale]
        const details = [
          { label: words.user, value: await emailOf(accountId) },
          { label: words.reason, value: excerpt(reason) },
        ]
        return { title: words.place, details }
      },
      async liftLegalHold({ params, body, locale }) {
        const words = APPROVAL_WORDS[locale]
        const { accountId, reason } = await holdOf(params.id)
        const details = [
          { label: words.user, value: await emailOf(accountId) },
          { label: words.hold, value: excerpt(reason) },
          { label: words.reason, value: excerpt(body.reason) },
        ]
        return { title: words.lift, details }
      },
    },
  )
}

const shown = ({ id, accountId, reason, placedAt, liftedAt }: HoldRow) => ({
  id,
  accountId,
  reason,
  placedAt: placedAt.toISOString(),
  liftedAt: liftedAt?.toISOString() ?? null,
})
