/** Calls of officers: the state of the books, their differences, and the end of one. */

import type { Locale } from '@tunjo/contract/locales'
import { reconciliation as contract, type Difference } from '@tunjo/contract/reconciliation'
import { validate as isUuid } from 'uuid'
import type { Approvals } from '../../../platform/approvals/index.ts'
import { personActor } from '../../../platform/audit/index.ts'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { ReconciliationContext } from './context.ts'
import { type DifferenceRow, listDifferences } from './difference-store.ts'
import { endDifference } from './difference-transitions.ts'
import { freezeAsset } from './freeze-asset.ts'
import { LIFT_APPROVAL } from './lift-approval.ts'
import { amountOf, showState } from './show-state.ts'
import { showTreasury } from './show-treasury.ts'

export function reconciliationRoutes(context: ReconciliationContext, approvals: Approvals): readonly Route[] {
  return implement(
    contract,
    {
      state: ({ caller }) => showState(context, caller),
      treasury: () => showTreasury(context),
      async differences({ query: { pageIndex, size, state } }) {
        const { rows, total } = await listDifferences(context.db, { state, offset: pageIndex * size, size })
        return { results: await Promise.all(rows.map((row) => show(context, row))), total }
      },
      async endDifference({ caller, params: { id }, body, http }) {
        if (!isUuid(id)) refuse('request.not_found')
        const { state } = await endDifference(context, { ...body, id, actor: personActor(caller, http) })
        return { state }
      },
      async freezeAsset({ caller, params: { asset }, body, http }) {
        return freezeAsset(context, { asset, reason: tidyText(body.reason), actor: personActor(caller, http) })
      },
      async liftFreeze({ caller, operation, params: { asset }, body }) {
        return approvals.perform(LIFT_APPROVAL, { params: { asset }, caller, operation, reason: tidyText(body.reason) })
      },
    },
    stepUp,
  )
}

async function show({ identity }: ReconciliationContext, row: DifferenceRow): Promise<Difference> {
  const { id, check, asset, subject, expected, actual, freezes, state, openedAt, endedAt, endedBy, reason } = row
  const amount = (value: bigint) => amountOf(check, asset, value)
  const officer = endedBy ? ((await identity.person(endedBy))?.email ?? endedBy) : null
  const amounts = { expected: amount(expected), actual: amount(actual), difference: amount(actual - expected) }
  const end = { endedAt: endedAt?.toISOString() ?? null, endedBy: officer, reason }
  return { id, check, asset, subject, ...amounts, freezes, state, openedAt: openedAt.toISOString(), ...end }
}

const stepUp: StepUpDescriptions<typeof contract> = {
  async endDifference({ body, locale }) {
    const words = APPROVAL_WORDS[locale]
    const decision = { label: words.decision, value: words.outcomes[body.outcome] }
    return { title: words.endDifference, details: [decision, { label: words.reason, value: excerpt(body.reason) }] }
  },
  freezeAsset: async ({ params, body, locale }) => describeFreeze('freeze', params.asset, { reason: body.reason, locale }),
  liftFreeze: async ({ params, body, locale }) => describeFreeze('lift', params.asset, { reason: body.reason, locale }),
}

function describeFreeze(change: 'freeze' | 'lift', asset: string, { reason, locale }: { reason: string; locale: Locale }) {
  const words = APPROVAL_WORDS[locale]
  const details = [
    { label: words.currency, value: asset },
    { label: words.reason, value: excerpt(reason) },
  ]
  return { title: words[change], details }
}
