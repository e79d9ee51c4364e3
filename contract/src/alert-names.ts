/** Display names of the alert kinds (ADM-03, ADM-13), apart from alert-kinds.ts: a page that shows no name does not load them. */
import { ALERT_KINDS, type AlertKind } from './alert-kinds.ts'
import type { Locale } from './locales.ts'

const NAMES: Readonly<Record<AlertKind['id'], Readonly<Record<Locale, string>>>> = {
  1: { es: 'Novedad', en: 'Novelty' },
  2: { es: 'Listas', en: 'Lists' },
  3: { es: 'PEP', en: 'PEP' },
  4: { es: 'Diferentes IPS', en: 'Different IPs' },
  5: { es: 'Información actualizada', en: 'Updated information' },
  6: { es: 'Similitud en representante legal', en: 'Similar legal representative' },
  7: { es: 'Irregularidades', en: 'Irregularities' },
  8: { es: 'Cambio de email', en: 'Change of email' },
  9: { es: 'Cambio de dirección física', en: 'Change of physical address' },
  10: { es: 'Similitud de dirección física', en: 'Similar physical address' },
  11: { es: 'Cambio de cuenta bancaria', en: 'Change of bank account' },
  12: { es: 'Cuenta bancaria no concuerda', en: 'Bank account does not match' },
  13: { es: 'Límites KYC', en: 'KYC limits' },
  14: { es: 'Depósitos excedidos', en: 'Deposits exceeded' },
  15: { es: 'Retiros excedidos', en: 'Withdrawals exceeded' },
  16: { es: 'Volumen excedidos', en: 'Volume exceeded' },
  17: { es: 'Cliente de alto riesgo por volumen', en: 'High-risk customer by volume' },
  18: { es: 'Financieras', en: 'Financial' },
  19: { es: 'Dirección física no concuerda', en: 'Physical address does not match' },
}

/** Undefined for an unknown kind: an older page may receive newer kinds. */
export function nameOfAlert(kind: AlertKind['id'], locale: Locale): string
export function nameOfAlert(kind: number | string | null | undefined, locale: Locale): string | undefined
export function nameOfAlert(kind: number | string | null | undefined, locale: Locale): string | undefined {
  const known = ALERT_KINDS.find(({ id }) => String(id) === String(kind))
  return known && NAMES[known.id][locale]
}
