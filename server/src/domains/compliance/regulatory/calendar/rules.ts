/** Due dates of the obligations, on plain values. Months are `2026-11`, days `2026-11-21`, of Bogotá. */
import { isBusinessDay } from '@tunjo/contract/business-days'
import { ABSENCE_DUE_DAY, type Obligation, type ObligationState } from '@tunjo/contract/regulatory-calendar'

const DAY_MS = 86_400_000
/** Older undone obligations are reported by the metric for alarms, which counts all. */
export const MONTHS_SHOWN_MAX = 24

export const monthOf = (day: string): string => day.slice(0, 7)
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
/** The last day in time, in the month after. */
export const dueOn = (month: string, dueDay: number): string => `${monthAfter(month)}-${String(dueDay).padStart(2, '0')}`

/** Newest first, including the current one. */
export function monthsSince(first: string, today: string): string[] {
  const months: string[] = []
  for (let month = first; month <= monthOf(today); month = monthAfter(month)) months.push(month)
  return months.reverse()
}

export interface ObligationFacts {
  readonly month: string
  readonly today: string
  readonly dueDay: number
  readonly filed: Obligation['filed']
  /** True when another filing made it unnecessary. */
  readonly isNeedless: boolean
}

export function obligationOf({ month, today, dueDay, filed, isNeedless }: ObligationFacts): Obligation {
  return obligationBy(dueOn(month, dueDay), { month, today, filed, isNeedless })
}

function obligationBy(due: string, { month, today, filed, isNeedless }: Omit<ObligationFacts, 'dueDay'>): Obligation {
  const state = stateOf({ month, today, due, filed, isNeedless })
  const isOpen = state === 'coming' || state === 'due' || state === 'overdue'
  return { month, state, dueOn: due, daysLeft: isOpen ? (Date.parse(due) - Date.parse(today)) / DAY_MS : null, filed }
}

function stateOf({ month, today, due, filed, isNeedless }: Omit<ObligationFacts, 'dueDay'> & { due: string }): ObligationState {
  if (filed) return 'done'
  if (isNeedless) return 'not_needed'
  if (month >= monthOf(today)) return 'coming'
  return today > due ? 'overdue' : 'due'
}

/** The first year that is reported (Resolución 000240 de 2025). */
export const CARF_FIRST_YEAR = '2026'
/** The last business day of May of the next year. */
export function carfDueOn(year: string): string {
  let day = `${Number(year) + 1}-05-31`
  while (!isBusinessDay(day)) day = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
  return day
}
export const carfObligationOf = ({ year, today, filed }: { year: string; today: string; filed: Obligation['filed'] }): Obligation =>
  obligationBy(carfDueOn(year), { month: `${year}-12`, today, filed, isNeedless: false })

export const absenceOf = (facts: Omit<ObligationFacts, 'dueDay'>): Obligation => obligationOf({ ...facts, dueDay: ABSENCE_DUE_DAY })
