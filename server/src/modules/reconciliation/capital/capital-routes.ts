/** Calls of officers about platform capital. */
import { CAPITAL_REFERENCE, capital as contract } from '@tunjo/contract/capital'
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { checkReason } from '../../../platform/officer-reason.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { checkLength, excerpt, tidyText } from '../../../platform/visible-text.ts'
import { amountOf, CAPITAL_APPROVAL, MOVE_WORDS, PLACE_WORDS } from './capital-approval.ts'
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
        refuseIf(checkReason(reason))
        refuseIf(checkLength(body.reference, CAPITAL_REFERENCE, REFERENCE_REFUSED))
        amountOf(body)
        const params = { ...body, reference: tidyText(body.reference) }
        return approvals.perform(CAPITAL_APPROVAL, { params, caller, operation, reason: tidyText(reason) })
      },
    },
    stepUp,
  )

const stepUp: StepUpDescriptions<typeof contract> = {
  propose: async ({ body: { move, place, asset, amount, reference, reason } }) => ({
    title: 'Proponer un movimiento del capital de la casa',
    details: [
      { label: 'Movimiento', value: MOVE_WORDS[move] },
      { label: 'Lugar', value: PLACE_WORDS[place] },
      { label: 'Valor', value: `${amount} ${asset}` },
      { label: 'Referencia', value: excerpt(reference) },
      { label: 'Motivo', value: excerpt(reason) },
    ],
  }),
}
