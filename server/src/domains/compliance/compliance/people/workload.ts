/**
 * Workload: waiting cases by kind and age, and the open and finished cases of each officer. Counted by the database over the few that wait.
 */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { Workload } from '@tunjo/contract/compliance-people'
import { Form } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { countWork } from '../../deadlines/index.ts'
import { joinAssignment } from '../review/assignment-store.ts'
import { overdueSince, soonSince } from '../review/due.ts'
import type { Asking } from './list-people.ts'

const DAY_MS = 86_400_000
/** Days before today. */
const DAYS_BEFORE = 6

export async function workload(connection: Connection, asking: Asking & { readonly mayAssign: boolean }): Promise<Workload> {
  const { accountId, mayAssign, reviewers } = asking
  const shown = mayAssign ? reviewers : reviewers.filter((id) => id === accountId)
  const [work, queue, kinds, officers] = await Promise.all([
    countWork(connection, { ...asking, except: accountId }),
    countQueue(connection, asking),
    countKinds(connection, asking),
    countOfficers(connection, shown, asking),
  ])
  return {
    work,
    queue: { ...queue, kinds },
    officers: officers.map((officer) => ({ ...officer, isMine: officer.officerId === accountId })),
  }
}

async function countQueue(connection: Connection, { reviewers }: Asking) {
  const counted = await sql<{ people: number; unassigned: number }>`SELECT count(*)::integer AS people,
      (count(*) FILTER (WHERE assigned.officer_id IS NULL))::integer AS unassigned
    FROM reports.person ${joinAssignment('person', reviewers)} WHERE waiting_since IS NOT NULL`.execute(connection)
  return counted.rows[0] ?? { people: 0, unassigned: 0 }
}

type Kind = Omit<Workload['queue']['kinds'][number], 'oldest'> & { oldest: Date }

async function countKinds(connection: Connection, asking: Asking) {
  const [soon, overdue] = [soonSince(asking), overdueSince(asking)]
  const found = await sql<Kind>`SELECT form, (count(*) FILTER (WHERE waiting_since > ${soon}))::integer AS "inTime",
      (count(*) FILTER (WHERE waiting_since <= ${soon} AND waiting_since > ${overdue}))::integer AS soon,
      (count(*) FILTER (WHERE waiting_since <= ${overdue}))::integer AS overdue, min(waiting_since) AS oldest
    FROM reports.person, unnest(waiting_forms) AS form WHERE waiting_since IS NOT NULL GROUP BY form`.execute(connection)
  const rows = found.rows.toSorted((one, other) => Form.options.indexOf(one.form) - Form.options.indexOf(other.form))
  return rows.map(({ oldest, ...kind }) => ({ ...kind, oldest: oldest.toISOString() }))
}

type Officer = Omit<Workload['officers'][number], 'isMine'>

async function countOfficers(connection: Connection, officers: readonly string[], asking: Asking): Promise<Officer[]> {
  const today = startOfBogotaDay(bogotaDay(asking.now))
  const week = new Date(today.getTime() - DAYS_BEFORE * DAY_MS)
  const found = await sql<Officer>`WITH held AS (
      SELECT officer_id, count(*)::integer AS open, (count(*) FILTER (WHERE waiting_since <= ${overdueSince(asking)}))::integer AS overdue
      FROM compliance.assignment JOIN reports.person USING (account_id) WHERE waiting_since IS NOT NULL GROUP BY officer_id),
    review AS (
      SELECT officer_id, account_id, taken_at, max(at) AS ended FROM compliance.decision WHERE at >= ${week}
      GROUP BY officer_id, account_id, taken_at),
    done AS (
      SELECT officer_id, (count(*) FILTER (WHERE ended >= ${today}))::integer AS "doneToday", count(*)::integer AS "doneWeek",
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended - taken_at)))::integer AS "medianSeconds"
      FROM review GROUP BY officer_id)
    SELECT officer.id AS "officerId", coalesce(account.email, '') AS officer, coalesce(open, 0) AS open, coalesce(overdue, 0) AS overdue,
      coalesce("doneToday", 0) AS "doneToday", coalesce("doneWeek", 0) AS "doneWeek", "medianSeconds"
    FROM unnest(${[...officers]}::uuid[]) AS officer(id) LEFT JOIN identity.user_report account ON account.id = officer.id
      LEFT JOIN held ON held.officer_id = officer.id LEFT JOIN done ON done.officer_id = officer.id
    ORDER BY account.email`.execute(connection)
  return found.rows
}
