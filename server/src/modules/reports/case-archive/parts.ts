/** Parts of a case archive: their names, and the permission that an officer needs for each. */
import { keysOf } from '@tunjo/contract/keys'
import type { Permission } from '@tunjo/contract/permissions'

export const PARTS = {
  persona: { title: 'Persona y formularios', permission: 'kyc.read' },
  decisiones: { title: 'Decisiones', permission: 'kyc.read' },
  alertas: { title: 'Alertas', permission: 'kyc.read' },
  coincidencias: { title: 'Coincidencias en listas', permission: 'screening.read' },
  antecedentes: { title: 'Consultas de antecedentes', permission: 'screening.read' },
  notas: { title: 'Notas', permission: 'cases.read' },
  mensajes: { title: 'Mensajes con la persona', permission: 'cases.read' },
  'solicitudes-de-datos': { title: 'Solicitudes sobre datos personales', permission: 'privacy.read' },
  aprobaciones: { title: 'Aprobaciones', permission: 'approvals.read' },
  acceso: { title: 'Acceso a la cuenta', permission: 'users.read' },
  'conservacion-legal': { title: 'Conservación legal', permission: 'legal_holds.manage' },
  'linea-de-tiempo': { title: 'Línea de tiempo', permission: 'kyc.read' },
  auditoria: { title: 'Auditoría', permission: 'audit.read' },
} as const satisfies Record<string, { title: string; permission: Permission }>
export type PartName = keyof typeof PARTS
export const PART_NAMES = keysOf(PARTS)

/**
 * The same permissions as for documents in the product: those of the customer with the review, those of officers and of messages with the
 * case, reports of the background check provider with its result, those of requests about personal data with these.
 */
export const DOCUMENT_PERMISSION = {
  customer: 'kyc.read',
  officer: 'cases.read',
  message: 'cases.read',
  provider: 'screening.read',
  data_request: 'privacy.read',
} as const satisfies Record<string, Permission>

export type Entry = Readonly<Record<string, unknown>>
export interface Part {
  readonly name: PartName
  /** Newest first. */
  readonly entries: readonly Entry[]
  /** True when older entries were left out. */
  readonly isShortened: boolean
}
