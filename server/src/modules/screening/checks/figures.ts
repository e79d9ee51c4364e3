/** Metrics for alarms: background checks that do not finish. docs/operations.md has the thresholds. */
import { sql } from 'kysely'
import type { Gauges } from '../../../platform/gauges.ts'
import type { CheckContext } from './context.ts'

/** After this time an officer waits in vain. */
const LATE = sql`interval '10 minutes'`
const SINCE = sql`coalesce(launched_at, started_at)`
const UNDER_WAY = sql`state IN ('queued', 'launched', 'running', 'retrying')`

export const checkFigures = ({ db, clock }: Pick<CheckContext, 'db' | 'clock'>): Gauges => ({
  name: 'background_checks',
  help: 'Background checks that wait too long, that the provider refuses or does not answer, and whose sources failed',
  async read() {
    const now = clock.now()
    const found = await sql<Record<string, number>>`SELECT
        count(*) FILTER (WHERE ${UNDER_WAY})::integer AS under_way,
        count(*) FILTER (WHERE ${UNDER_WAY} AND ${SINCE} < ${now}::timestamptz - ${LATE})::integer AS late,
        coalesce(extract(epoch FROM ${now}::timestamptz - min(${SINCE}) FILTER (WHERE ${UNDER_WAY})), 0)::float8 AS oldest_age_seconds,
        count(*) FILTER (WHERE ${UNDER_WAY} AND problem IS NOT NULL)::integer AS provider_away,
        count(*) FILTER (WHERE ${UNDER_WAY} AND problem IN ('credentials', 'rate_limited'))::integer AS provider_refusals,
        count(*) FILTER (WHERE state = 'failed_sources' AND retry_at IS NULL AND NOT EXISTS (SELECT FROM screening.background_check newer
          WHERE newer.account_id = background_check.account_id AND newer.id > background_check.id))::integer AS failed_sources
      FROM screening.background_check WHERE ${UNDER_WAY} OR state = 'failed_sources'`.execute(db)
    const ended = await sql<{ lost: number; refused: number }>`SELECT count(*) FILTER (WHERE state = 'lost')::integer AS lost,
        count(*) FILTER (WHERE state = 'refused')::integer AS refused
      FROM screening.background_check WHERE state IN ('lost', 'refused') AND ended_at > ${now}::timestamptz - interval '24 hours'`.execute(
      db,
    )
    return { ...found.rows[0], lost_of_day: ended.rows[0]?.lost ?? 0, refused_of_day: ended.rows[0]?.refused ?? 0 }
  },
})
