/** HTTP routes of renewals: an officer sees open requests, and makes new ones. */
import { renewals as contract, type PersonRenewal } from '@tunjo/contract/renewals'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { tidyText } from '../../../../platform/phrases/visible-text.ts'
import type { Renewal } from '../../../customers/kyc/index.ts'
import type { ComplianceContext } from '../context.ts'
import { personRead, personToChange } from '../person/routes.ts'
import { done } from '../rejections.ts'

export function renewalRoutes(context: ComplianceContext): Route[] {
  const { db, kyc } = context
  return implement(contract, {
    async personRenewals(read) {
      const { id } = await personRead(context, read, 'renewals')
      const [found, askable] = await Promise.all([kyc.renewals(id), kyc.renewable(id)])
      return { renewals: await Promise.all(found.map((one) => shown(context, one))), askable: [...askable] }
    },
    async requestRenewal({ caller, body: { userId, subjects, reason }, http }) {
      const accountId = await personToChange(context, caller, userId)
      const by = { actor: personActor(caller, http), reason: tidyText(reason) }
      const { requested, dueAt } = await inTransaction(db, async (tx) =>
        done(await kyc.requestRenewal(tx, { accountId, subjects, why: 'requested', by })),
      )
      return { requested: [...requested], dueAt: dueAt.toISOString() }
    },
  })
}

async function shown({ clock, identity }: ComplianceContext, renewal: Renewal): Promise<PersonRenewal> {
  const { id, subject, state, why, reason, requestedBy, requestedAt, dueAt, closedAt } = renewal
  return {
    id,
    subject,
    state,
    why,
    reason,
    officer: requestedBy && ((await identity.person(requestedBy))?.email ?? ''),
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    isOverdue: state === 'open' && dueAt < clock.now(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}
