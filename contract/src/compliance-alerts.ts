/**
 * Alerts about people (ADM-03, ADM-10): open ones, raised manually or by rule, and the history. Paths and fields follow the specification;
 * additions are marked "Extension". The reviewer is always the signed-in officer, whatever `reviewedBy` contains.
 */
import * as z from 'zod'
import { ALERT_KINDS, type AlertKind } from './alert-kinds.ts'
import { Severity } from './alert-severity.ts'
import { DueState } from './compliance-people.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason } from './officer-reason.ts'

const yesNo = z.enum(['Si', 'No'])
const flags = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, yesNo])) as Record<K, typeof yesNo>)

export const AlertStatus = flags(ALERT_KINDS.map(({ status }): AlertKind['status'] => status))
export type AlertStatus = z.infer<typeof AlertStatus>

export const AlertRow = z
  .object({
    id: z.uuid(),
    lastModification: z.iso.datetime(),
    /** Extension: kinds whose open alerts are all snoozed. */
    snoozed: z.array(z.int()),
    /** Extension: highest severity of the open alerts; null without any. */
    severity: Severity.nullable(),
    /** Extension: due date of the most urgent open alert that is not snoozed. */
    due: z.object({ at: z.iso.datetime(), state: DueState }).nullable(),
  })
  .extend(flags(ALERT_KINDS.map(({ row }): AlertKind['row'] => row)).shape)
export type AlertRow = z.infer<typeof AlertRow>

export const AlertsChoice = z.object({
  /** Without it, the filters do not apply. */
  filter: z.boolean().default(true),
  /**
   * One digit per column, of exactly that length (SEC-42); the nineteenth may be left out. `1`: only people with that alert. All `0`: every
   * person.
   */
  filters: z
    .array(z.enum(['0', '1']))
    .min(18)
    .max(19),
  /** Extension: people with any of the alerts instead of all. */
  mode: z.enum(['all', 'any']).default('all'),
  /** Extension: only people with a snoozed alert. */
  snoozed: z.boolean().default(false),
  /** Extension: only people with an overdue alert that is not snoozed. */
  overdue: z.boolean().default(false),
  /** Extension: only people whose highest severity is this one. */
  severity: Severity.nullable().default(null),
})
export type AlertsChoice = z.output<typeof AlertsChoice>
export const AlertsFilter = AlertsChoice.extend({
  pageIndex: z.int().min(0).max(10_000).default(0),
  itemsPerPage: z.int().min(1).max(100).default(50),
})
export type AlertsFilter = z.output<typeof AlertsFilter>

const time = z.iso.datetime()
/** Positions of the specification: alert id, activation, closure, reviewed by, opening comment, closing comment. Newest first. */
export const AlertHistory = z.array(z.tuple([z.int(), time, time.nullable(), z.string(), z.string(), z.string().nullable()]))
export type AlertHistory = z.infer<typeof AlertHistory>

export const OpenAlert = z.object({
  alertId: z.int(),
  alertTypeId: z.int().nullable(),
  alertType: z.string().nullable(),
  since: time,
  openedBy: z.string(),
  comment: z.string(),
  severity: Severity,
  /** Due date, in business hours; higher severities are due sooner. */
  due: z.object({ at: time, state: DueState }),
  /** Snoozed until then. The alert returns when the time has passed, or immediately after a new finding. */
  snoozed: z.object({ until: time, by: z.string(), reason: z.string() }).nullable(),
  /** The last day it may be snoozed to; null: never for this kind, or the days are used up. */
  snoozableUntil: z.iso.date().nullable(),
  /** Repeated findings: count, and time of the last. */
  hits: z.int(),
  lastSeenAt: time,
})
export type OpenAlert = z.infer<typeof OpenAlert>

/** Verdict of the officer who closes an alert. */
export const ALERT_VERDICTS = ['confirmed', 'false_alarm'] as const
export const AlertVerdict = z.enum(ALERT_VERDICTS)
export type AlertVerdict = z.output<typeof AlertVerdict>

const alertId = z.int().min(1).max(19)
const change = z.object({
  alertId,
  /** A rule with a separate error sentence sets the minimum length. */
  message: OfficerReason,
  /** Ignored: the reviewer is the signed-in officer. */
  reviewedBy: z.unknown().optional(),
  userId: z.string().max(64),
})
const alertTypeId = z.int().min(0).max(1_000_000)
const typed = change.extend({ alertTypeId })
/** Extension, optional. */
const closing = change.extend({
  verdict: AlertVerdict.optional(),
  /** Time up to which the officer had read the alert: findings between it and the closing are unknown to them. Left out: until now. */
  seenUntil: z.iso.datetime().optional(),
})

const REFUSED = [
  'request.invalid', 'request.not_found', 'request.text_unseen', 'request.too_many', 'compliance.own_account', 'request.reason_invalid',
  'request.reason_too_long',
] as const // biome-ignore format: one list
const activate = {
  method: 'POST',
  role: 'ROLE_ADMIN',
  permission: 'alerts.manage',
  audit: 'alerts.activated',
  response: OpenAlert,
} as const
const deactivate = {
  method: 'POST', role: 'ROLE_ADMIN', permission: 'alerts.manage', audit: 'alerts.deactivated', response: z.object({ alertId: z.int(), state: yesNo }),
} as const // biome-ignore format: one line each
const one = change.extend({ alertTypeId: alertTypeId.nullable() })
const read = { method: 'GET', role: 'ROLE_ADMIN', permission: 'kyc.read', audit: 'kyc.person_viewed' } as const
const userId = z.string().max(64)
const historyOf = z.object({ userId, alertId: z.coerce.number().int().min(1).max(19) })
const NOT_FOUND = ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'] as const

export const complianceAlerts = {
  activateAlert: endpoint({
    ...activate,
    path: '/kyc/administrative/alerts/activate',
    summary: 'Open an alert by hand, with a reason',
    allowance: 'alerts-change',
    reason: 'message',
    body: change,
    errors: [...REFUSED, 'alerts.already_active', 'alerts.type_required'],
  }),
  deactivateAlert: endpoint({
    ...deactivate,
    path: '/kyc/administrative/alerts/deactivate',
    summary:
      'Close an alert, with a reason; Listas (2) and PEP (3) are not closed by one officer, and 17 only while an approved enhanced due diligence is in force',
    allowance: 'alerts-change',
    reason: 'message',
    body: closing,
    errors: [...REFUSED, 'alerts.not_active', 'alerts.type_required', 'alerts.closed_by_two', 'compliance.edd_missing'],
  }),
  activateTypedAlert: endpoint({
    ...activate,
    path: '/kyc/administrative/alerts/type/activate',
    summary: 'The same for Irregularidades (7) and Financieras (18), which have types',
    allowance: 'alerts-change',
    reason: 'message',
    body: typed,
    errors: [...REFUSED, 'alerts.already_active', 'alerts.type_unknown'],
  }),
  deactivateTypedAlert: endpoint({
    ...deactivate,
    path: '/kyc/administrative/alerts/type/deactivate',
    summary: 'Close the alert of one type; `state` says whether another type is still open',
    allowance: 'alerts-change',
    reason: 'message',
    body: closing.extend({ alertTypeId }),
    errors: [...REFUSED, 'alerts.not_active', 'alerts.type_unknown', 'alerts.closed_by_two'],
  }),
  snoozeAlert: endpoint({
    method: 'POST',
    role: 'ROLE_ADMIN',
    permission: 'alerts.manage',
    audit: 'alerts.snoozed',
    path: '/kyc/administrative/alerts/snooze',
    summary: 'Extension: snooze an open alert until a day within 30 days, with a reason; never Listas (2) or PEP (3)',
    allowance: 'alerts-change',
    reason: 'message',
    body: one.extend({ untilDay: z.iso.date() }),
    response: OpenAlert,
    errors: [
      ...REFUSED,
      'alerts.not_active',
      'alerts.type_required',
      'alerts.type_unknown',
      'alerts.never_snoozed',
      'alerts.snooze_out_of_bounds',
      'alerts.snooze_used_up',
    ],
  }),
  wakeAlert: endpoint({
    method: 'POST',
    role: 'ROLE_ADMIN',
    permission: 'alerts.manage',
    audit: 'alerts.snooze_ended',
    path: '/kyc/administrative/alerts/wake',
    summary: 'Extension: resume a snoozed alert before its day, with a reason',
    allowance: 'alerts-change',
    reason: 'message',
    body: one,
    response: OpenAlert,
    errors: [...REFUSED, 'alerts.not_active', 'alerts.type_required', 'alerts.type_unknown', 'alerts.not_snoozed'],
  }),
  alertHistory: endpoint({
    ...read,
    path: '/kyc/administrative/alerts/user',
    summary: 'Every time that an alert of a person was open, newest first',
    allowance: 'kyc-person',
    query: historyOf,
    response: AlertHistory,
    errors: NOT_FOUND,
  }),
  alertHistoryCsv: endpoint({
    ...read,
    permission: 'reports.export',
    audit: 'reports.exported',
    path: '/kyc/administrative/alerts/user/csv',
    summary: 'Extension: the same history as CSV (semicolons, decimal comma); the export is recorded',
    allowance: 'kyc-person',
    query: historyOf,
    answer: 'csv',
    response: z.string(),
    errors: NOT_FOUND,
  }),
  alertsStatus: endpoint({
    ...read,
    path: '/kyc/administrative/users/alerts-status',
    summary: 'Open alerts of a person',
    allowance: 'kyc-person',
    query: z.object({ userId }),
    response: AlertStatus,
    errors: NOT_FOUND,
  }),
  openAlerts: endpoint({
    ...read,
    path: '/kyc/administrative/alerts/open',
    summary: 'Extension: the open alerts of a person with type, reason and number of repeated findings',
    allowance: 'kyc-person',
    query: z.object({ userId }),
    response: z.array(OpenAlert),
    errors: NOT_FOUND,
  }),
}

/** Alerts of all people, from the same table as the list of people. */
export const compliancePeopleAlerts = {
  alertsOfPeople: endpoint({
    method: 'POST',
    path: '/kyc/administrative/alerts/information',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'kyc.people_listed',
    summary: 'Ver alertas: people with their open alerts, those with an alert first',
    allowance: 'kyc-people',
    body: AlertsFilter,
    response: z.object({
      results: z.array(AlertRow),
      total: z.int(),
      pagesNumber: z.int(),
      /** Number of people with a snoozed alert. */
      snoozedTotal: z.int(),
      overdueTotal: z.int(),
    }),
    errors: ['request.invalid', 'request.too_many'],
  }),
  alertsOfPeopleCsv: endpoint({
    method: 'POST',
    path: '/kyc/administrative/alerts/information/csv',
    role: 'ROLE_ADMIN',
    permission: 'reports.export',
    audit: 'reports.exported',
    summary: 'Extension: the same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    body: AlertsChoice,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid', 'request.too_many'],
  }),
}
