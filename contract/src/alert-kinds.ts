/** The nineteen kinds of alerts, and what holds of each. No schema, so that a page may show a name without the calls. */
/** By id: the key in the status of a person, the key in the list of everybody, and the heading of its column. */
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
/** Listas: on a list of sanctions, or perhaps. */
export const LISTS_ALERT = 2
/** Politically exposed, or perhaps. */
export const PEP_ALERT = 3
/** Of these there is one alert for each type, from the code list of that number. */
export const TYPED_ALERTS: Readonly<Record<number, number>> = { 7: 7, 18: 8 }
/** Closed by an officer only while an enhanced due diligence is in force (SAGRILAFT), however often a rule finds the volume until its review. */
export const CLOSED_AFTER_DILIGENCE: readonly number[] = [17]
/** While one of these is open a person is looked at closer: an enhanced due diligence ends it, of PEP one approved after what was last found. */
export const LOOKED_CLOSER_BY: readonly number[] = [PEP_ALERT, ...CLOSED_AFTER_DILIGENCE]
/** Listas and PEP: one officer alone does not close them. What ends them is a decision of two about the hit. */
export const CLOSED_BY_TWO: readonly number[] = [LISTS_ALERT, PEP_ALERT]
/** Nobody postpones what may be a listed or an exposed person. */
export const NEVER_SNOOZED: readonly number[] = [LISTS_ALERT, PEP_ALERT]
/** From tomorrow on, by days of Bogotá. */
export const SNOOZE_DAYS_MAX = 30
/** Who opened an alert that no officer opened. */
export const SYSTEM_REVIEWER = 'SISTEMA'
