/** Alert severity: sets the order of the queue and the due date. */
import * as z from 'zod'
import type { Locale } from './locales.ts'

/** From the lowest to the highest. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.output<typeof Severity>

export const isGraver = (one: Severity, other: Severity): boolean => SEVERITIES.indexOf(one) > SEVERITIES.indexOf(other)
export const gravest = (severities: readonly Severity[]): Severity | null =>
  severities.reduce<Severity | null>((worst, one) => (worst === null || isGraver(one, worst) ? one : worst), null)

const NAMES: Readonly<Record<Severity, Readonly<Record<Locale, string>>>> = {
  low: { es: 'Baja', en: 'Low' },
  medium: { es: 'Media', en: 'Medium' },
  high: { es: 'Alta', en: 'High' },
  critical: { es: 'Crítica', en: 'Critical' },
}
export const nameOfSeverity = (severity: Severity, locale: Locale): string => NAMES[severity][locale]

const OF_KIND: Readonly<Record<number, Severity>> = {
  1: 'low', 2: 'critical', 3: 'medium', 4: 'medium', 5: 'low', 6: 'medium', 7: 'medium', 8: 'low', 9: 'low', 10: 'low', 11: 'low',
  12: 'high', 13: 'low', 14: 'medium', 15: 'medium', 16: 'medium', 17: 'high', 18: 'medium', 19: 'medium',
} // biome-ignore format: one list
/**
 * Severity by type of Irregularidades and Financieras: altered documents, documents of another account; structuring, in and out, a cycle, a
 * sanctioned address.
 */
const OF_TYPE: Readonly<Record<number, Severity>> = {
  700: 'high', 701: 'high', 703: 'high', 704: 'high', 801: 'high', 802: 'high', 804: 'critical', 814: 'high', 815: 'critical',
} // biome-ignore format: one list

/** Severity of an alert whose cause sets none: an officer opened it, or the rule's finding is an ordinary one. */
export const severityOfKind = (kind: number, typeId: number | null): Severity =>
  (typeId === null ? undefined : OF_TYPE[typeId]) ?? OF_KIND[kind] ?? 'medium'
