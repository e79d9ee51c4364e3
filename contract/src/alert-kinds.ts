/** The nineteen alert kinds and their properties. Has no schema, so a page can show a name without loading the calls. */
/** Alert kinds by id: the key in a person's status, the key in the list of people, and the heading of its column. */
export const ALERT_KINDS = [
  { id: 1, status: 'Novedades', row: 'novelty', name: 'Novedad' },
  { id: 2, status: 'Listas', row: 'lists', name: 'Listas' },
  { id: 3, status: 'PEPS', row: 'pep', name: 'PEP' },
  { id: 4, status: 'diferentesIPS', row: 'ips', name: 'Diferentes IPS' },
  { id: 5, status: 'informaciónActualizada', row: 'updatedInformation', name: 'Información actualizada' },
  { id: 6, status: 'similitudEnRepresentanteLegal', row: 'similarityLegalRepresentative', name: 'Similitud en representante legal' },
  { id: 7, status: 'Irregularidades', row: 'irregularities', name: 'Irregularidades' },
  { id: 8, status: 'cambioEmail', row: 'changedEmail', name: 'Cambio de email' },
  { id: 9, status: 'cambioDirecciónFísica', row: 'changePhysicalAddress', name: 'Cambio de dirección física' },
  { id: 10, status: 'similitudDirecciónFísica', row: 'similarityPhysicalAddress', name: 'Similitud de dirección física' },
  { id: 11, status: 'cambioCuentaBancaria', row: 'changedBankAccount', name: 'Cambio de cuenta bancaria' },
  { id: 12, status: 'cuentaBancariaNoConcuerda', row: 'noMatchInBankAccount', name: 'Cuenta bancaria no concuerda' },
  { id: 13, status: 'limitesKYC', row: 'kycLitmits', name: 'Límites KYC' },
  { id: 14, status: 'depósitosExcedidos', row: 'depositsExceeded', name: 'Depósitos excedidos' },
  { id: 15, status: 'retirosExcedidos', row: 'withdrawalsExceeded', name: 'Retiros excedidos' },
  { id: 16, status: 'volumenExcedidos', row: 'volumeExceeded', name: 'Volumen excedidos' },
  { id: 17, status: 'clienteAltoRiesgoPorVolumen', row: 'highRiskCustomer', name: 'Cliente de alto riesgo por volumen' },
  { id: 18, status: 'Financieras', row: 'financial', name: 'Financieras' },
  { id: 19, status: 'direcciónFísicaNoConcuerda', row: 'noMatchPhysicalAddress', name: 'Dirección física no concuerda' },
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
/** Listas: a confirmed or possible match with a sanctions list. */
export const LISTS_ALERT = 2
/** Confirmed or possible politically exposed person. */
export const PEP_ALERT = 3
/** Kinds with one alert per type; the value is the number of the code list of types. */
export const TYPED_ALERTS: Readonly<Record<number, number>> = { 7: 7, 18: 8 }
/**
 * Kinds that an officer closes only while an enhanced due diligence is in force (SAGRILAFT). Until its review, further findings do not
 * prevent it.
 */
export const CLOSED_AFTER_DILIGENCE: readonly number[] = [17]
/** Kinds that require an enhanced due diligence while open. One approved after the last PEP finding ends the requirement for PEP. */
export const DILIGENCE_ALERTS: readonly number[] = [PEP_ALERT, ...CLOSED_AFTER_DILIGENCE]
/** Listas and PEP: one officer alone cannot close them. A decision of two officers about the hit ends them. */
export const CLOSED_BY_TWO_OFFICERS: readonly number[] = [LISTS_ALERT, PEP_ALERT]
/** Kinds that cannot be snoozed: a possible sanctions or PEP match. */
export const NEVER_SNOOZED: readonly number[] = [LISTS_ALERT, PEP_ALERT]
/** Counted in days of Bogotá, from tomorrow. */
export const SNOOZE_DAYS_MAX = 30
/** Reviewer shown for an alert that no officer opened. */
export const SYSTEM_REVIEWER = 'SISTEMA'
