/** Kinds of work with a deadline: their source, permission and hours. */

import { DILIGENCE_ALERTS } from '@tunjo/contract/alert-kinds'
import { SEVERITIES, type Severity } from '@tunjo/contract/alert-severity'
import { TOPICS } from '@tunjo/contract/conversations'
import type { WorkKind } from '@tunjo/contract/deadline-kinds'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Permission } from '@tunjo/contract/permissions'
import type { QueuedKind, WorkQueue } from '@tunjo/contract/queued-kinds'
import type { Rail } from '@tunjo/contract/withdrawal-queue'
import { type RawBuilder, sql } from 'kysely'
import { addBusinessHours, businessHoursBefore } from '../../../platform/time/business-days.ts'
import { alertHours } from '../../customers/alerts/index.ts'
import { type Deadlines, hoursToWarn } from '../../reference/configuration/index.ts'
import { answerHours } from '../conversations/index.ts'

export interface QueuedWork {
  readonly kind: QueuedKind
  readonly hours: number
  /** Meaning of `clock_at`: the start of the wait, or the deadline. */
  readonly clock: 'since' | 'until'
  /** It becomes work when so many hours are left. */
  readonly isOnItsDay?: boolean
  /** Reported by the run that finds it; all other work is in the hourly digest. */
  readonly isUrgent?: boolean
  readonly severity?: Severity
  readonly rail?: Rail
  /** Columns `id`, `account_id`, `clock_at` and `assignee_id`. */
  readonly rows: RawBuilder<unknown>
}
/** Work with a deadline of the company, which officers are notified of here. */
export interface Work extends QueuedWork {
  readonly kind: WorkKind
}

/** Permission for each kind. */
export const PERMISSION_OF: Readonly<Record<QueuedKind, Permission>> = {
  hit_look: 'screening.decide',
  hit: 'screening.decide',
  alert: 'alerts.manage',
  review: 'kyc.review',
  withdrawal: 'payments.review',
  conversation: 'cases.write',
  refresh: 'kyc.review',
  diligence: 'risk.set',
  nature: 'kyc.review',
  data_request: 'privacy.answer',
  match: 'regulatory.manage',
}

/** Holder of the work; `id` is that of the joined row. The reader checks whether the holder still has the permission. */
const assigneeIn = (queue: WorkQueue, id = sql.ref('id')): RawBuilder<unknown> =>
  sql`(SELECT officer_id FROM compliance.assigned_work WHERE queue = ${sql.lit(queue)} AND work_id = ${id}) AS assignee_id`

export const worksOf = (deadlines: Deadlines): Work[] => [
  {
    kind: 'hit_look',
    hours: deadlines.hitLookHours,
    clock: 'since',
    isUrgent: true,
    rows: sql`SELECT id, account_id, since AS clock_at, ${assigneeIn('lists')} FROM screening.open_hit WHERE NOT is_seen`,
  },
  {
    kind: 'hit',
    hours: deadlines.hitHours,
    clock: 'since',
    isUrgent: true,
    rows: sql`SELECT id, account_id, since AS clock_at, ${assigneeIn('lists')} FROM screening.open_hit`,
  },
  {
    kind: 'review',
    hours: deadlines.documentHours,
    clock: 'since',
    rows: sql`SELECT account_id AS id, account_id, since AS clock_at, officer_id AS assignee_id
      FROM kyc.waiting_person LEFT JOIN compliance.assignment_report USING (account_id)`,
  },
  withdrawals('bank', deadlines),
  withdrawals('token', deadlines),
  ...checkedAgain(deadlines),
  {
    // From its first day on, until an officer decides it.
    kind: 'nature',
    hours: deadlines.natureHours,
    clock: 'until',
    rows: sql`SELECT id, account_id, due_at AS clock_at, ${assigneeIn('nature')} FROM compliance.open_nature_review`,
  },
  ...SEVERITIES.map(
    (severity): Work => ({
      kind: 'alert',
      hours: alertHours(severity, deadlines),
      clock: 'until',
      isUrgent: severity === 'critical',
      severity,
      rows: sql`SELECT id, account_id, due_at AS clock_at, ${assigneeIn('alerts')} FROM alerts.episode_report
        WHERE state = 'open' AND snoozed_until IS NULL AND severity = ${severity}`,
    }),
  ),
  ...TOPICS.map(
    (topic): Work => ({
      kind: 'conversation',
      hours: answerHours(topic, deadlines),
      clock: 'until',
      rows: sql`SELECT id, account_id, due_at AS clock_at, ${assigneeIn('conversations')} FROM conversations.waiting_conversation WHERE topic = ${topic}`,
    }),
  ),
]

/** Accepted data is reviewed again on its day. */
const checkedAgain = (deadlines: Deadlines): Work[] => [
  {
    // A requested customer has to send it, and then it waits for a review: officers can only end renewals that were not requested.
    kind: 'refresh',
    hours: deadlines.refreshHours,
    clock: 'since',
    rows: sql`SELECT account_id AS id, account_id, renew_at AS clock_at, ${assigneeIn('refresh', sql.ref('account_id'))}
      FROM reports.person JOIN identity.user_report ON user_report.id = account_id
      WHERE renew_at IS NOT NULL AND user_report.state <> ${ACCOUNT_STATE.closed}
        AND NOT EXISTS (SELECT FROM kyc.open_renewal AS open WHERE open.account_id = person.account_id)`,
  },
  {
    // Ends with the day of its review; another approved record has a separate day. It is required while the page of the customer shows it:
    // for a PEP, at high risk, and while an alert waits for one. A customer whose relationship ends is not reviewed.
    kind: 'diligence',
    hours: deadlines.diligenceHours,
    clock: 'until',
    isOnItsDay: true,
    rows: sql`SELECT diligence_id AS id, account_id, review_at AS clock_at, ${assigneeIn('refresh', sql.ref('diligence_id'))}
      FROM compliance.due_diligence_report AS record JOIN identity.user_report ON user_report.id = account_id
      WHERE user_report.state <> ${ACCOUNT_STATE.closed} AND NOT is_end
        AND (EXISTS (SELECT FROM risk.looked_closer AS standing WHERE standing.account_id = record.account_id)
          OR EXISTS (SELECT FROM alerts.episode_report AS alert WHERE alert.account_id = record.account_id AND alert.state = 'open'
            AND alert.kind = ANY(${[...DILIGENCE_ALERTS]}::integer[])))`,
  },
]

const SCHEMA = { bank: 'payments', token: 'crypto' } as const satisfies Record<Rail, string>
const withdrawals = (rail: Rail, { withdrawalHours: hours }: Deadlines): Work => ({
  kind: 'withdrawal',
  rail,
  hours,
  clock: 'since',
  rows: sql`SELECT id, account_id, since AS clock_at, ${assigneeIn('withdrawals')} FROM ${sql.table(`${SCHEMA[rail]}.review_withdrawal`)}`,
})

/** Ley 1581 de 2012, arts. 14 and 15: the shorter of its terms, ten days. */
const DATA_REQUEST_HOURS = 100
/** A binding match is reported immediately: the last day of its term. */
const MATCH_HOURS = 10

/** All work that officers take from queues, including work that is reported elsewhere. */
export const queuedWorks = (deadlines: Deadlines): QueuedWork[] => [
  ...worksOf(deadlines),
  {
    kind: 'data_request',
    hours: DATA_REQUEST_HOURS,
    clock: 'until',
    rows: sql`SELECT id, account_id, due_at AS clock_at, taken_by AS assignee_id FROM privacy.waiting_request`,
  },
  {
    kind: 'match',
    hours: MATCH_HOURS,
    clock: 'until',
    rows: sql`SELECT id, account_id, due_at AS clock_at, ${assigneeIn('matches')} FROM regulatory.waiting_match`,
  },
]

/** Work whose `clock_at` is at or before these is near its deadline, or past it. */
export function boundsOf(
  { hours, clock }: Pick<QueuedWork, 'hours' | 'clock'>,
  now: Date,
  deadlines: Deadlines,
): { near: Date; overdue: Date } {
  const toWarn = hoursToWarn(hours, deadlines)
  return clock === 'since'
    ? { near: businessHoursBefore(now, toWarn), overdue: businessHoursBefore(now, hours) }
    : { near: dueWithin(now, hours - toWarn), overdue: now }
}

/** A renewal is not work before its day, nor is a review before its hours. */
export function begun({ clock, hours, isOnItsDay }: Pick<QueuedWork, 'clock' | 'hours' | 'isOnItsDay'>, now: Date): RawBuilder<unknown> {
  if (clock === 'since') return sql`clock_at <= ${now}`
  return isOnItsDay ? sql`clock_at <= ${dueWithin(now, hours)}` : sql`true`
}

/**
 * The latest deadline with less than so many office hours left. While the office is closed the hours of the next morning have not begun.
 */
function dueWithin(now: Date, hours: number): Date {
  const end = addBusinessHours(now, hours)
  return businessHoursBefore(end, hours) <= now ? end : new Date(end.getTime() - 1)
}
