/** Approval kinds: the actions that need a second officer, as the back-office names them. Each is registered once, by one module. */
import * as z from 'zod'
import { keysOf } from './keys.ts'
import type { Locale } from './locales.ts'

const TITLES = {
  'blacklist.remove': { es: 'Retirar un registro de la lista negra', en: 'Remove a blocklist entry' },
  'compliance.due_diligence': { es: 'Aprobar una debida diligencia intensificada', en: 'Approve an enhanced due diligence' },
  'configuration.change': { es: 'Cambiar la configuración', en: 'Change the configuration' },
  'crypto.deposit_review': { es: 'Decidir un depósito de una dirección en listas', en: 'Decide a deposit from a listed address' },
  'crypto.deposit_dispute': { es: 'Decidir un depósito que la red deshizo', en: 'Decide a deposit that a chain reorganisation removed' },
  'crypto.found_transaction': {
    es: 'Registrar una transacción que no está en los libros',
    en: 'Book a transaction that is missing from the ledger',
  },
  'crypto.found_settlement': { es: 'Asignar una transferencia por identificar', en: 'Settle an unidentified transfer' },
  'crypto.resume_withdrawals': { es: 'Reanudar los retiros por la red', en: 'Resume token withdrawals' },
  'crypto.withdrawal_review': { es: 'Aprobar un retiro por la red', en: 'Approve a token withdrawal' },
  'identity.reset_factors': { es: 'Quitar los segundos factores de una cuenta', en: 'Remove the second factors of an account' },
  'identity.staff_invitation': { es: 'Invitar a una persona al equipo', en: 'Invite a person to the team' },
  'identity.staff_roles': { es: 'Cambiar los roles de una persona del equipo', en: 'Change the roles of a staff member' },
  'identity.unblock': { es: 'Levantar la suspensión de una cuenta', en: 'Lift the suspension of an account' },
  'kyc.level': { es: 'Cambiar el nivel de un usuario', en: 'Change the level of a user' },
  'monitoring.rule_change': { es: 'Cambiar una regla de alertas', en: 'Change an alert rule' },
  'payments.anomaly_booking': { es: 'Registrar un pago que no está en los libros', en: 'Book a payment that is missing from the ledger' },
  'payments.deposit_review': { es: 'Decidir un depósito en revisión', en: 'Decide a deposit under review' },
  'payments.deposit_taken_back': { es: 'Retirar el abono de un pago anulado', en: 'End the credit of a reversed payment' },
  'payments.payout_outcome': { es: 'Registrar lo que dice el banco', en: 'Record what the bank says' },
  'payments.statement_import': { es: 'Importar un extracto del banco', en: 'Import a bank statement' },
  'payments.statement_line': { es: 'Conciliar un movimiento del banco', en: 'Reconcile a bank statement line' },
  'payments.withdrawal_review': { es: 'Decidir retiros', en: 'Decide withdrawals' },
  'reconciliation.capital': { es: 'Mover capital de la casa', en: 'Move company capital' },
  'reconciliation.lift_freeze': { es: 'Reanudar retiros y cambios de una moneda', en: 'Resume withdrawals and swaps of an asset' },
  'regulatory.file_uiaf': { es: 'Aprobar el archivo mensual para la UIAF', en: 'Approve the monthly file for the UIAF' },
  'regulatory.file_ros': { es: 'Aprobar un ROS para presentarlo en SIREL', en: 'Approve a suspicious transaction report for filing' },
  'regulatory.undo_ros': {
    es: 'Devolver o descartar un ROS aprobado',
    en: 'Return or discard an approved suspicious transaction report',
  },
  'risk.allow': { es: 'Permitir que un usuario transe', en: 'Let a user transact' },
  'risk.level': { es: 'Bajar el riesgo de un usuario', en: 'Lower the risk of a user' },
  'risk.list': { es: 'Retirar a un usuario de listas', en: 'Remove a user from restrictive lists' },
  'risk.pep': { es: 'Retirar la marca PEP de un usuario', en: 'Remove the PEP flag of a user' },
  'screening.dismiss_findings': { es: 'Descartar los hallazgos de una consulta', en: 'Dismiss the findings of a background check' },
  'screening.load_list': { es: 'Cargar una lista de control', en: 'Load a control list' },
  'screening.discard_hit': { es: 'Descartar una coincidencia en listas', en: 'Discard a list hit' },
  'trading.fee_schedule': { es: 'Cambiar las tarifas de los intercambios', en: 'Change the fees of exchanges' },
  'treasury.movement': { es: 'Mover entre billeteras de la casa', en: 'Move between company wallets' },
  'retention.lift_legal_hold': { es: 'Levantar una conservación legal', en: 'Lift a legal hold' },
} as const satisfies Record<string, Record<Locale, string>>

export type ApprovalKindName = keyof typeof TITLES
export const approvalKind = z.enum(keysOf(TITLES))
export const titleOfApproval = (kind: ApprovalKindName, locale: Locale): string => TITLES[kind][locale]
