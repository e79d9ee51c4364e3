/** Parts of a case archive: their names, and the permission that an officer needs for each. */
import { keysOf } from '@tunjo/contract/keys'
import type { Permission } from '@tunjo/contract/permissions'

export const PARTS = {
  persona: { permission: 'kyc.read' },
  decisiones: { permission: 'kyc.read' },
  alertas: { permission: 'kyc.read' },
  coincidencias: { permission: 'screening.read' },
  antecedentes: { permission: 'screening.read' },
  notas: { permission: 'cases.read' },
  mensajes: { permission: 'cases.read' },
  'solicitudes-de-datos': { permission: 'privacy.read' },
  aprobaciones: { permission: 'approvals.read' },
  acceso: { permission: 'users.read' },
  'conservacion-legal': { permission: 'legal_holds.manage' },
  'linea-de-tiempo': { permission: 'kyc.read' },
  auditoria: { permission: 'audit.read' },
} as const satisfies Record<string, { permission: Permission }>
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
