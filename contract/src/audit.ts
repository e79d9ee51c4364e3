/**
 * Audit trail: every action that leaves a row, with the words that officers read. A new call of the back-office adds its action here
 * first. An action is never renamed: sealed rows carry it.
 */
export const AUDIT_ACTIONS = {
  'approvals.proposed': 'Aprobación solicitada',
  'approvals.approved': 'Solicitud aprobada',
  'approvals.refused': 'Solicitud rechazada',
  'approvals.executed': 'Solicitud ejecutada',
  'approvals.execution_failed': 'Ejecución de una solicitud fallida',
  'approvals.expired': 'Solicitud vencida',
  'approvals.withdrawn': 'Solicitud retirada',
  'approvals.break_glass': 'Acceso de emergencia usado',
  'approvals.break_glass_reviewed': 'Acceso de emergencia revisado',
  'files.viewed': 'Archivo de un cliente abierto',
  'identity.account_closed': 'Cuenta cerrada',
  'identity.account_frozen': 'Cuenta bloqueada',
  'identity.factors_removed': 'Segundo factor quitado',
  'identity.officer_created': 'Cuenta de personal creada',
  'identity.role_changed': 'Rol cambiado',
  'identity.state_changed': 'Estado de la cuenta cambiado',
  'identity.withdrawal_hold_placed': 'Pausa de retiros puesta',
  'kyc.documents_accepted': 'Documentos aceptados',
  'kyc.documents_declined': 'Documentos declinados',
  'kyc.documents_viewed': 'Documentos consultados',
  'kyc.people_listed': 'Lista de personas consultada',
  'kyc.person_viewed': 'Información de una persona consultada',
  'kyc.review_released': 'Revisión devuelta',
  'kyc.review_taken': 'Revisión tomada',
  'kyc.level_changed': 'Nivel de verificación cambiado',
  'payments.deposit_decided': 'Abono en revisión decidido',
  'payments.accounts_viewed': 'Cuentas bancarias de una persona consultadas',
  'payments.withdrawal_stopped': 'Retiro detenido',
  'reconciliation.difference_ended': 'Diferencia de los libros terminada',
  'reconciliation.freeze_lifted': 'Pausa de una moneda levantada',
  'reports.exported': 'Reporte exportado',
  'retention.legal_hold_lifted': 'Conservación legal levantada',
  'retention.legal_hold_placed': 'Conservación legal puesta',
  'retention.papers_forgotten': 'Documentos destruidos por vencimiento',
  'settings.changed': 'Configuración cambiada',
  'support.ticket_state_changed': 'Estado de una solicitud cambiado',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS
