/** Words of a suspicious transaction report as a document. */
import type { RosDraft, RosMovement, RosState } from '@tunjo/contract/regulatory-ros'

export const URGENCY_WORDS: Readonly<Record<RosDraft['urgency'], string>> = { normal: 'Normal', urgent: 'Urgente' }
export const ROS_STATE_WORDS: Readonly<Record<RosState, string>> = {
  draft: 'Borrador',
  proposed: 'En aprobación',
  approved: 'Aprobado, por presentar en SIREL',
  returned: 'Devuelto para corregir',
  filed: 'Presentado en SIREL',
  discarded: 'Descartado',
}
export const MOVED_WORDS: Readonly<Record<RosMovement['kind'], string>> = { DEPOSIT: 'Depósito', WITHDRAWAL: 'Retiro', SWAP: 'Intercambio' }
