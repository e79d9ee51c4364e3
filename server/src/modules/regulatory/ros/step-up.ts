/**
 * Step-up description before a suspicious transaction report is proposed, discarded or marked as filed. It is mailed, and kept with the
 * factor permanently: it names the report by its number, and neither the person nor the reason.
 */
import type { regulatoryRos } from '@tunjo/contract/regulatory-ros'
import { formatDay } from '../../../platform/format-date.ts'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../platform/visible-text.ts'

const report = (id: string, version: number) => [
  { label: 'Número interno', value: excerpt(id) },
  { label: 'Versión', value: String(version) },
]

export const ROS_STEP_UP: StepUpDescriptions<typeof regulatoryRos> = {
  propose: async ({ params: { id }, body: { version } }) => ({ title: 'Enviar un ROS a aprobación', details: report(id, version) }),
  reopen: async ({ params: { id }, body: { version } }) => ({ title: 'Devolver un ROS aprobado a borrador', details: report(id, version) }),
  discard: async ({ params: { id }, body: { version } }) => ({ title: 'Descartar un ROS', details: report(id, version) }),
  file: async ({ params: { id }, body: { version, number, on } }) => ({
    title: 'Marcar un ROS como presentado en SIREL',
    details: [...report(id, version), { label: 'Radicado', value: excerpt(number) }, { label: 'Fecha', value: formatDay(on) }],
  }),
}
