/** HTTP routes of officers: the targets, the movements, a proposal, and the cancellation of a refill. */

import { treasury as contract } from '@tunjo/contract/treasury'
import { personActor } from '../../../platform/audit/index.ts'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { refuseIf } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import { cancelRefill } from './cancel-refill.ts'
import type { TreasuryContext } from './context.ts'
import { amountOf, MOVEMENT_APPROVAL } from './movement-approval.ts'
import { checkReason } from './rules.ts'
import { presentMovements, presentTargets } from './treasury-answers.ts'

export const treasuryRoutes = (context: TreasuryContext): readonly Route[] =>
  implement(
    contract,
    {
      targets: ({ caller }) => presentTargets(context, caller),
      movements: ({ query }) => presentMovements(context, query),
      async proposeMovement({ caller, operation, body: { kind, asset, amount, reason } }) {
        refuseIf(checkReason(reason))
        amountOf(asset, amount)
        return context.approvals.perform(MOVEMENT_APPROVAL, {
          params: { kind, asset, amount },
          caller,
          operation,
          reason: tidyText(reason),
        })
      },
      async cancelRefill({ caller, params: { id }, body: { reason }, http }) {
        refuseIf(checkReason(reason))
        return cancelRefill(context, { id, actor: personActor(caller, http), reason: tidyText(reason) })
      },
    },
    stepUp,
  )

const stepUp: StepUpDescriptions<typeof contract> = {
  async proposeMovement({ body: { kind, asset, amount, reason }, locale }) {
    const words = APPROVAL_WORDS[locale]
    return {
      title: words.propose,
      details: [
        { label: words.movement, value: words.movements[kind] },
        { label: words.amount, value: `${amount} ${asset}` },
        { label: words.reason, value: excerpt(reason) },
      ],
    }
  },
  async cancelRefill({ params, body, locale }) {
    const words = APPROVAL_WORDS[locale]
    const reason = { label: words.reason, value: excerpt(body.reason) }
    return { title: words.cancel, details: [{ label: words.refill, value: params.id }, reason] }
  },
}
