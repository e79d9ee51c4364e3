/** Text of the step-up confirmation before an officer launches or retries a background check. */
import type { backgroundChecks } from '@tunjo/contract/background-checks'
import { validate as isUuid } from 'uuid'
import { formatDay } from '../../../platform/format-date.ts'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../platform/visible-text.ts'
import { findCheck } from './check-store.ts'
import type { CheckContext } from './context.ts'

export function checkStepUp({ db, identity }: Pick<CheckContext, 'db' | 'identity'>): StepUpDescriptions<typeof backgroundChecks> {
  const user = async (id: string) => ({ label: 'Usuario', value: (isUuid(id) ? (await identity.person(id))?.email : undefined) ?? id })
  return {
    async launchBackgroundCheck({ body: { userId, issuedOn, isFresh } }) {
      const issued = issuedOn === undefined ? [] : [{ label: 'Fecha de expedición', value: formatDay(issuedOn) }]
      const fresh = isFresh ? [{ label: 'Consulta', value: 'Nueva, aunque haya una reciente' }] : []
      return { title: 'Consultar los antecedentes de un usuario', details: [await user(userId), ...issued, ...fresh] }
    },
    async dismissFindings({ params: { id }, body: { reason } }) {
      const check = isUuid(id) ? await findCheck(db, id) : null
      const about = check ? [await user(check.accountId), { label: 'Gravedad', value: check.gravest ?? '' }] : []
      return { title: 'Descartar los hallazgos de una consulta', details: [...about, { label: 'Motivo', value: excerpt(reason) }] }
    },
    async retryFailedSources({ params: { id } }) {
      const check = isUuid(id) ? await findCheck(db, id) : null
      return { title: 'Reintentar las fuentes fallidas de una consulta', details: check ? [await user(check.accountId)] : [] }
    },
  }
}
