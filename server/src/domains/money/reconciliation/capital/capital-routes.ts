/** Calls of officers about platform capital. */

import { CAPITAL_REFERENCE, capital as contract } from '@tunjo/contract/capital'
import type { Approvals } from '../../../../platform/approvals/index.ts'
import type { StepUpDescriptions } from '../../../../platform/http/guards/step-up.ts'
import { refuseIf } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { checkLength, excerpt, tidyText } from '../../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import { amountOf, CAPITAL_APPROVAL } from './capital-approval.ts'
import { type CapitalOffice, presentCompanyCapital, showCapital } from './show-capital.ts'

const REFERENCE_REFUSED = {
  tooShort: 'reconciliation.capital_reference_invalid',
  tooLong: 'reconciliation.capital_reference_invalid',
} as const

export const capitalRoutes = (context: CapitalOffice, approvals: Approvals): readonly Route[] =>
  implement(
    contract,
    {
      house: ({ caller }) => presentCompanyCapital(context, caller),
      movements: ({ query }) => showCapital(context, query),
      async propose({ caller, operation, body: { reason, ...body } }) {
        refuseIf(checkLength(body.reference, CAPITAL_REFERENCE, REFERENCE_REFUSED))
        amountOf(body)
        const params = { ...body, reference: tidyText(body.reference) }
        return approvals.perform(CAPITAL_APPROVAL, { params, caller, operation, reason: tidyText(reason) })
      },
    },
    stepUp,
  )

const stepUp: StepUpDescriptions<typeof contract> = {
  async propose({ body: { move, place, asset, amount, reference, reason }, locale }) {
    const words = APPROVAL_WORDS[locale]
    return {
      title: words.capital,
      details: [
        { label: words.movement, value: words.moves[move] },
        { label: words.place, value: words.places[place] },
        { label: words.amount, value: `${amount} ${asset}` },
        { label: words.reference, value: excerpt(reference) },
        { label: words.reason, value: excerpt(reason) },
      ],
    }
  },
}
