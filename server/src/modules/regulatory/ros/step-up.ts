/** What an officer reads before a suspicious transaction report is proposed, discarded or marked as filed. */
import type { regulatoryRos } from '@tunjo/contract/regulatory-ros'
import { validate as isUuid } from 'uuid'
import { dayForPeople } from '../../../platform/date-for-people.ts'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../platform/visible-text.ts'
import type { RegulatoryContext } from '../context.ts'
import { findRos } from './ros-store.ts'

export function rosStepUp({ db, kyc }: Pick<RegulatoryContext, 'db' | 'kyc'>): StepUpDescriptions<typeof regulatoryRos> {
  async function about(id: string, callerId: string) {
    const row = isUuid(id) ? await findRos(db, id) : null
    if (!row || row.accountId === callerId) return []
    return [{ label: 'Usuario', value: (await kyc.person(row.accountId))?.email ?? row.accountId }]
  }
  return {
    propose: async ({ params, body: { version }, caller }) => ({
      title: 'Enviar un ROS a aprobación',
      details: [...(await about(params.id, caller.accountId)), { label: 'Versión', value: String(version) }],
    }),
    discard: async ({ params, body: { reason }, caller }) => ({
      title: 'Descartar un ROS',
      details: [...(await about(params.id, caller.accountId)), { label: 'Motivo', value: excerpt(reason) }],
    }),
    file: async ({ params, body: { number, on }, caller }) => ({
      title: 'Marcar un ROS como presentado en SIREL',
      details: [
        ...(await about(params.id, caller.accountId)),
        { label: 'Radicado', value: excerpt(number) },
        { label: 'Fecha', value: dayForPeople(on) },
      ],
    }),
  }
}
