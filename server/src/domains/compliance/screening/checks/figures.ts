/** Metrics for alarms: background checks that do not finish. Each has its rules beside it. */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../../platform/observability/gauges.ts'
import type { CheckContext } from './context.ts'

const MEASURES = declareMeasures('background_checks', {
  under_way: { name: 'background_checks_open', help: 'Background checks without an end' },
  late: {
    help: 'Background checks without an answer for more than ten minutes',
    rules: [
      {
        alert: 'BackgroundChecksLate',
        when: '> 0',
        for: '5m',
        severity: 'ticket',
        summary: '{{ $value }} background checks have had no answer for ten minutes',
      },
    ],
  },
  oldest_age_seconds: { help: 'Age of the oldest background check without an end' },
  provider_away: { help: 'Background checks that the provider gives no answer to' },
  provider_refusals: {
    help: 'Background checks that the provider refuses for the credentials or the number of calls',
    rules: [
      {
        alert: 'BackgroundCheckProviderRefuses',
        when: '> 0',
        severity: 'ticket',
        summary: 'The provider of background checks refuses the credentials or the number of calls',
      },
    ],
  },
  failed_sources: {
    help: 'Customers whose newest check lacks sources and that only an officer launches again',
    rules: [
      {
        alert: 'BackgroundCheckSourcesFail',
        expr: 'max without (instance) (delta(tunjo_background_checks_failed_sources[1d]) > 0 and resets(tunjo_background_checks_failed_sources[1d]) == 0)',
        severity: 'ticket',
        summary: 'Checks with failed sources only increase: officers do not launch them again',
      },
    ],
  },
  lost_of_day: {
    help: 'Background checks of 24 hours that were abandoned',
    rules: [
      {
        alert: 'BackgroundChecksLost',
        expr: 'max without (instance) (delta(tunjo_background_checks_lost_of_day[1h])) > 0',
        severity: 'ticket',
        summary: 'Background checks were abandoned in the last hour',
      },
    ],
  },
  refused_of_day: {
    help: 'Background checks of 24 hours that the provider refused',
    rules: [
      {
        alert: 'BackgroundChecksRefused',
        expr: 'max without (instance) (delta(tunjo_background_checks_refused_of_day[1h])) > 0',
        severity: 'ticket',
        summary: 'Background checks were refused in the last hour',
      },
    ],
  },
})

/** After this time an officer waits in vain. */
const LATE = sql`interval '10 minutes'`
const SINCE = sql`coalesce(launched_at, started_at)`
const IN_PROGRESS = sql`state IN ('queued', 'launched', 'running', 'retrying')`

export const checkFigures = ({ db, clock }: Pick<CheckContext, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const now = clock.now()
    const found = await sql<Record<string, number>>`SELECT
        count(*) FILTER (WHERE ${IN_PROGRESS})::integer AS under_way,
        count(*) FILTER (WHERE ${IN_PROGRESS} AND ${SINCE} < ${now}::timestamptz - ${LATE})::integer AS late,
        coalesce(extract(epoch FROM ${now}::timestamptz - min(${SINCE}) FILTER (WHERE ${IN_PROGRESS})), 0)::float8 AS oldest_age_seconds,
        count(*) FILTER (WHERE ${IN_PROGRESS} AND problem IS NOT NULL)::integer AS provider_away,
        count(*) FILTER (WHERE ${IN_PROGRESS} AND problem IN ('credentials', 'rate_limited'))::integer AS provider_refusals,
        count(*) FILTER (WHERE state = 'failed_sources' AND retry_at IS NULL AND NOT EXISTS (SELECT FROM screening.background_check newer
          WHERE newer.account_id = background_check.account_id AND newer.id > background_check.id))::integer AS failed_sources
      FROM screening.background_check WHERE ${IN_PROGRESS} OR state = 'failed_sources'`.execute(db)
    const ended = await sql<{ lost: number; refused: number }>`SELECT count(*) FILTER (WHERE state = 'lost')::integer AS lost,
        count(*) FILTER (WHERE state = 'refused')::integer AS refused
      FROM screening.background_check WHERE state IN ('lost', 'refused') AND ended_at > ${now}::timestamptz - interval '24 hours'`.execute(
      db,
    )
    return { ...found.rows[0], lost_of_day: ended.rows[0]?.lost ?? 0, refused_of_day: ended.rows[0]?.refused ?? 0 }
  },
})
