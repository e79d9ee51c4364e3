/** Texts of the step-up confirmation before a change of a customer's risk. */
import type { complianceRisk } from '@tunjo/contract/compliance-risk'
import { validate as isUuid } from 'uuid'
import { formatDay } from '../../platform/format-date.ts'
import type { StepUpDescriptions } from '../../platform/http/guards/step-up.ts'
import { excerpt } from '../../platform/visible-text.ts'
import type { RiskContext } from './context.ts'

const RISK = { low: 'No', medium: 'Medio', high: 'Alto' } as const

export function riskStepUp({ identity }: Pick<RiskContext, 'identity'>): StepUpDescriptions<typeof complianceRisk> {
  const about = async (title: string, userId: string, reason: string | undefined, more: { label: string; value: string }[] = []) => {
    const email = isUuid(userId) ? (await identity.person(userId))?.email : undefined
    const why = reason ? [{ label: 'Motivo', value: excerpt(reason) }] : []
    return { title, details: [{ label: 'Usuario', value: email ?? userId }, ...more, ...why] }
  }
  return {
    setRiskLevel: ({ body: { userId, riskLevel, until, reason } }) =>
      about('Registrar el riesgo de un usuario', userId, reason, [
        { label: 'Riesgo', value: RISK[riskLevel] },
        { label: 'Vale hasta', value: until === undefined ? 'Dentro de doce meses' : formatDay(until) },
      ]),
    endRiskOverride: ({ body: { userId, reason } }) => about('Terminar el riesgo registrado de un usuario', userId, reason),
    flagPep: ({ body: { id, reason } }) => about('Registrar a un usuario como PEP', id, reason),
    clearPep: ({ body: { id, reason } }) => about('Retirar la marca PEP de un usuario', id, reason),
    flagListByGet: ({ query: { userId } }) => about('Registrar a un usuario en listas', userId, undefined),
    flagList: ({ body: { userId, reason } }) => about('Registrar a un usuario en listas', userId, reason),
    clearList: ({ body: { userId, reason } }) => about('Retirar a un usuario de listas', userId, reason),
    allowTransactions: ({ body: { userId, allow, reason } }) =>
      about(allow ? 'Permitir que un usuario transe' : 'Retirar el permiso para transar', userId, reason),
  }
}
