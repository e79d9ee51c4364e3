/**
 * Staff permissions: what one officer may do inside ROLE_ADMIN, and the staff roles as sets of them. Deny by default: an officer
 * without a staff role has no access to other people. The server checks the database at each call, never the token.
 */
import * as z from 'zod'
import { keysOf } from './keys.ts'
import type { Locale } from './locales.ts'

const LABELS = {
  'kyc.read': { es: 'Ver verificaciones y documentos', en: 'See verifications and documents' },
  'kyc.review': { es: 'Revisar documentos', en: 'Review documents' },
  'reviews.assign': { es: 'Asignar revisiones', en: 'Assign reviews' },
  'kyc.level': { es: 'Cambiar el nivel de un usuario', en: 'Change the level of a user' },
  'screening.read': { es: 'Ver coincidencias en listas', en: 'See list hits' },
  'screening.decide': { es: 'Decidir coincidencias en listas', en: 'Decide list hits' },
  'risk.set': { es: 'Cambiar el nivel de riesgo', en: 'Change the risk level' },
  'alerts.manage': { es: 'Gestionar alertas', en: 'Manage alerts' },
  'rules.change': { es: 'Cambiar las reglas de alertas', en: 'Change the rules of alerts' },
  'configuration.change': { es: 'Cambiar límites, puntajes y números de riesgo', en: 'Change limits, scores and numbers of risk' },
  'cases.read': { es: 'Ver casos', en: 'See cases' },
  'cases.write': { es: 'Trabajar en casos', en: 'Work on cases' },
  'cases.export': { es: 'Exportar expedientes', en: 'Export case files' },
  'blacklist.manage': { es: 'Gestionar la lista negra', en: 'Manage the blocklist' },
  'regulatory.read': { es: 'Ver reportes regulatorios', en: 'See regulatory reports' },
  'regulatory.manage': { es: 'Preparar y presentar reportes regulatorios', en: 'Prepare and file regulatory reports' },
  'privacy.read': { es: 'Ver solicitudes de datos personales', en: 'See requests about personal data' },
  'privacy.answer': { es: 'Responder solicitudes de datos personales', en: 'Answer requests about personal data' },
  'users.read': { es: 'Ver usuarios y sus ingresos', en: 'See users and their sign-ins' },
  'users.manage': { es: 'Gestionar usuarios', en: 'Manage users' },
  'roles.grant': { es: 'Asignar roles', en: 'Grant roles' },
  'reports.export': { es: 'Exportar listas', en: 'Export lists' },
  'payments.read': { es: 'Ver depósitos y retiros', en: 'See deposits and withdrawals' },
  'payments.review': { es: 'Revisar retiros', en: 'Review withdrawals' },
  'treasury.read': { es: 'Ver la tesorería', en: 'See the treasury' },
  'treasury.operate': { es: 'Operar la tesorería', en: 'Operate the treasury' },
  'fees.read': { es: 'Ver tarifas', en: 'See fees' },
  'fees.change': { es: 'Cambiar tarifas', en: 'Change fees' },
  'audit.read': { es: 'Ver la auditoría', en: 'See the audit trail' },
  'settings.read': { es: 'Ver la configuración', en: 'See the settings' },
  'work.take': { es: 'Tomar trabajo de las colas', en: 'Take work from the queues' },
  'support.tickets': { es: 'Atender solicitudes de soporte', en: 'Handle support tickets' },
  'legal_holds.manage': { es: 'Gestionar conservaciones legales', en: 'Manage legal holds' },
  'approvals.read': { es: 'Ver aprobaciones', en: 'See approvals' },
  'approvals.decide': { es: 'Decidir aprobaciones', en: 'Decide approvals' },
  'approvals.break_glass': {
    es: 'Ejecutar sin segunda aprobación en una emergencia',
    en: 'Break glass: execute without a second approval',
  },
} as const satisfies Record<string, Record<Locale, string>>

export type Permission = keyof typeof LABELS
export const PERMISSIONS = keysOf(LABELS)
export const permission = z.enum(PERMISSIONS)
const isPermission = (name: string): name is Permission => Object.hasOwn(LABELS, name)
export const labelOfPermission = (name: string, locale: Locale): string => (isPermission(name) ? LABELS[name][locale] : name)

export const STAFF_ROLES = ['analyst', 'compliance_officer', 'treasury', 'support', 'auditor', 'administrator'] as const
export const staffRole = z.enum(STAFF_ROLES)
export type StaffRole = z.output<typeof staffRole>

const ANALYST = [
  'kyc.read', 'kyc.review', 'screening.read', 'alerts.manage', 'cases.read', 'cases.write', 'users.read', 'payments.read', 'approvals.read',
  'work.take',
] as const satisfies readonly Permission[] // biome-ignore format: one list

export const STAFF_ROLE: Readonly<
  Record<StaffRole, { readonly es: string; readonly en: string; readonly permissions: readonly Permission[] }>
> = {
  /** Prepares cases. Proposes no action that needs a second person, and decides no proposal of another officer. */
  analyst: { es: 'Analista', en: 'Analyst', permissions: ANALYST },
  compliance_officer: {
    es: 'Oficial de cumplimiento',
    en: 'Compliance officer',
    permissions: [
      ...ANALYST,
      'reviews.assign', 'kyc.level', 'screening.decide', 'risk.set', 'cases.export', 'blacklist.manage', 'rules.change', 'configuration.change', 'regulatory.read', 'regulatory.manage', 'reports.export', 'payments.review',
      'audit.read', 'treasury.read', 'support.tickets', 'settings.read', 'fees.read', 'users.manage', 'legal_holds.manage', 'privacy.read', 'privacy.answer', 'approvals.decide', 'approvals.break_glass',
    ], // biome-ignore format: one list
  },
  treasury: {
    es: 'Tesorería',
    en: 'Treasury',
    permissions: [
      'payments.read',
      'payments.review',
      'treasury.read',
      'treasury.operate',
      'fees.read',
      'fees.change',
      'approvals.read',
      'approvals.decide',
      'work.take',
    ],
  },
  support: { es: 'Soporte', en: 'Support', permissions: ['support.tickets', 'users.read'] },
  /** Reads what others did, and changes no data. */
  auditor: {
    es: 'Auditor',
    en: 'Auditor',
    permissions: [
      'audit.read', 'kyc.read', 'screening.read', 'cases.read', 'regulatory.read', 'users.read', 'payments.read', 'treasury.read', 'settings.read', 'fees.read',
      'privacy.read', 'approvals.read',
    ], // biome-ignore format: one list
  },
  /**
   * Manages staff, settings and account access. Takes no other decision about customers, so that granting oneself another role cannot go
   * unseen.
   */
  administrator: {
    es: 'Superadmin',
    en: 'Superadmin',
    permissions: [
      'users.read', 'users.manage', 'roles.grant', 'audit.read', 'settings.read', 'fees.read', 'approvals.read', 'approvals.decide',
    ], // biome-ignore format: one list
  },
}

/** Each permission once, in the order of the list. */
export function permissionsOf(roles: readonly StaffRole[]): Permission[] {
  const granted = new Set(roles.flatMap((role) => STAFF_ROLE[role].permissions))
  return PERMISSIONS.filter((name) => granted.has(name))
}
