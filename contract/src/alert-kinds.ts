/** The nineteen alert kinds and their properties, without schemas and without names (alert-names.ts). */
/** Alert kinds by id: the key in a person's status and the key in the list of people, both as the specification writes them. */
export const ALERT_KINDS = [
  { id: 1, status: 'Novedades', row: 'novelty' },
  { id: 2, status: 'Listas', row: 'lists' },
  { id: 3, status: 'PEPS', row: 'pep' },
  { id: 4, status: 'diferentesIPS', row: 'ips' },
  { id: 5, status: 'informaciónActualizada', row: 'updatedInformation' },
  { id: 6, status: 'similitudEnRepresentanteLegal', row: 'similarityLegalRepresentative' },
  { id: 7, status: 'Irregularidades', row: 'irregularities' },
  { id: 8, status: 'cambioEmail', row: 'changedEmail' },
  { id: 9, status: 'cambioDirecciónFísica', row: 'changePhysicalAddress' },
  { id: 10, status: 'similitudDirecciónFísica', row: 'similarityPhysicalAddress' },
  { id: 11, status: 'cambioCuentaBancaria', row: 'changedBankAccount' },
  { id: 12, status: 'cuentaBancariaNoConcuerda', row: 'noMatchInBankAccount' },
  { id: 13, status: 'limitesKYC', row: 'kycLitmits' },
  { id: 14, status: 'depósitosExcedidos', row: 'depositsExceeded' },
  { id: 15, status: 'retirosExcedidos', row: 'withdrawalsExceeded' },
  { id: 16, status: 'volumenExcedidos', row: 'volumeExceeded' },
  { id: 17, status: 'clienteAltoRiesgoPorVolumen', row: 'highRiskCustomer' },
  { id: 18, status: 'Financieras', row: 'financial' },
  { id: 19, status: 'direcciónFísicaNoConcuerda', row: 'noMatchPhysicalAddress' },
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
