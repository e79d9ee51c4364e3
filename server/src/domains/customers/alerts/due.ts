/** Deadline of an alert, in office hours: the graver, the sooner. Its hours are configuration (set `deadlines`). */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { DueState } from '@tunjo/contract/compliance-people'
import { addBusinessHours } from '../../../platform/time/business-days.ts'
import { type Deadlines, dueState } from '../../reference/configuration/index.ts'

const HOURS = {
  critical: 'criticalAlertHours',
  high: 'highAlertHours',
  medium: 'mediumAlertHours',
  low: 'lowAlertHours',
} as const satisfies Record<Severity, keyof Deadlines>

export const alertHours = (severity: Severity, deadlines: Deadlines): number => deadlines[HOURS[severity]]

export const alertDue = (since: Date, severity: Severity, deadlines: Deadlines): Date =>
  addBusinessHours(since, alertHours(severity, deadlines))

export const alertDueState = (dueAt: Date, severity: Severity, at: { readonly now: Date; readonly deadlines: Deadlines }): DueState =>
  dueState(dueAt, alertHours(severity, at.deadlines), at)
