/** Badges of document states, for officers. */
import type { DOCUMENT_STATES } from '@tunjo/contract/compliance'
import type { StatusKind } from '../../../../ui/status-badge.tsx'

/** Badge of each state of a document. */
export const DOCUMENT_KINDS: Readonly<Record<(typeof DOCUMENT_STATES)[number], StatusKind>> = {
  'No entregado': 'neutral',
  Pendiente: 'waiting',
  Aceptado: 'done',
  Declinado: 'failed',
}
