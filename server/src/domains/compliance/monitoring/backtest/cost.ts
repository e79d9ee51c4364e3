/**
 * Cost of an alert in officer time: how long officers had the customer open before they closed a similar one, or an estimate while too few
 * were closed.
 */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Rule } from '../define-rule.ts'
import { daysAgo } from '../times.ts'

/** Time to read about a customer and write a reason, used until enough closings were measured. */
const ESTIMATED_MINUTES = 15
const CLOSINGS_MIN = 10
const CLOSINGS_MAX = 200
const DAYS = 180
/** An officer who opened the customer earlier than this did other work in between. */
const SITTING_HOURS = 2

export async function minutesPerAlert(connection: Connection, { kind, typeId }: Rule, now: Date) {
  const found = await sql<{ minutes: number | null; closings: number }>`SELECT count(*)::integer AS closings,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - viewed.at) / 60)::float8 AS minutes
    FROM (SELECT account_id, closed_at, closed_by FROM alerts.past_episode WHERE kind = ${kind} AND type_id IS NOT DISTINCT FROM ${typeId}
      AND closed_by IS NOT NULL AND closed_at > ${daysAgo(now, DAYS)} ORDER BY closed_at DESC LIMIT ${CLOSINGS_MAX}) AS closed
    CROSS JOIN LATERAL (SELECT min(recorded_at) AS at FROM platform.audit_entry WHERE object_type = 'account'
      AND object_id = closed.account_id::text AND audit_entry.account_id = closed.closed_by AND action = 'kyc.person_viewed'
      AND recorded_at BETWEEN closed_at - interval '${sql.raw(String(SITTING_HOURS))} hours' AND closed_at) AS viewed
    WHERE viewed.at IS NOT NULL`.execute(connection)
  const { minutes = null, closings = 0 } = found.rows[0] ?? {}
  if (minutes === null || closings < CLOSINGS_MIN) return { minutes: ESTIMATED_MINUTES, isMeasured: false }
  return { minutes: Math.max(1, Math.round(minutes)), isMeasured: true }
}
