/** Metrics for alarms: whether rules are still evaluated. Each has its rules beside it. */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { ADDRESS_EDITION } from '../screening/index.ts'
import { OLDEST_UNCONSUMED } from './consumer-lag.ts'
import type { MonitoringContext } from './context.ts'

const MEASURES = declareMeasures('monitoring', {
  behind_seconds: {
    help: 'Age of the oldest event that no rule was evaluated for',
    rules: [{ alert: 'MonitoringBehind', when: '> 300', severity: 'page', summary: 'No monitoring rule was evaluated for {{ $value }} s' }],
  },
  run_age_seconds: {
    help: 'Time since the nightly run over every customer finished',
    rules: [{ alert: 'MonitoringRunOld', when: '> 93600', severity: 'ticket', summary: 'The nightly run of monitoring did not finish' }],
  },
  run_failures: {
    help: 'Customers of the last nightly run for whom rules failed',
    rules: [
      {
        alert: 'MonitoringRunFailures',
        when: '> 0',
        severity: 'ticket',
        summary: 'Rules failed for {{ $value }} customers of the last night',
      },
    ],
  },
  rules_not_active: {
    help: 'Rules that are in test or turned off',
    rules: [
      {
        alert: 'MonitoringRulesNotActive',
        when: '> 0',
        for: '1h',
        severity: 'ticket',
        summary: '{{ $value }} rules of monitoring raise nothing',
      },
    ],
  },
  alerts_overdue: {
    help: 'High and critical alerts past the time to decide them',
    rules: [
      {
        alert: 'MonitoringAlertsOverdue',
        when: '> 0',
        severity: 'ticket',
        summary: '{{ $value }} high or critical alerts are past their time',
      },
    ],
  },
  addresses_to_renew: { help: 'Addresses that are compared by an older edition of the rules' },
})

interface Signals {
  behind: number
  runAge: number
  failures: number
  silent: number
  overdue: number
  outdated: number
}

export const monitoringFigures = ({ db, clock }: Pick<MonitoringContext, 'clock' | 'db'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const now = clock.now()
    // Events are dated by the clock of the database, everything else by the product's.
    const found = await sql<Signals>`SELECT
      coalesce(extract(epoch FROM now() - least(${OLDEST_UNCONSUMED},
        (SELECT min(at) FROM platform.event_retry JOIN platform.event ON event.id = event_id WHERE consumer = 'monitoring'))), 0)::float8 AS behind,
      -- Before the first end: since the first begin.
      coalesce((SELECT extract(epoch FROM ${now}::timestamptz - coalesce(max(finished_at), min(started_at))) FROM monitoring.nightly_run), 0)::float8 AS "runAge",
      coalesce((SELECT failures FROM monitoring.nightly_run ORDER BY day DESC LIMIT 1), 0)::float8 AS failures,
      (SELECT count(*)::integer FROM (SELECT DISTINCT ON (rule) mode FROM monitoring.rule_version WHERE from_at <= ${now}
        ORDER BY rule, version DESC) AS in_force WHERE mode <> 'active') AS silent,
      (SELECT count(*)::integer FROM alerts.episode_report WHERE state = 'open' AND severity IN ('high', 'critical')
        AND snoozed_until IS NULL AND due_at <= ${now}) AS overdue,
      (SELECT count(*)::integer FROM monitoring.address WHERE edition < ${ADDRESS_EDITION}) AS outdated`.execute(db)
    const { behind = 0, runAge = 0, failures = 0, silent = 0, overdue = 0, outdated = 0 } = found.rows[0] ?? {}
    const seconds = (value: number) => Math.max(0, Math.round(value))
    return {
      behind_seconds: seconds(behind),
      run_age_seconds: seconds(runAge),
      run_failures: failures,
      rules_not_active: silent,
      alerts_overdue: overdue,
      addresses_to_renew: outdated,
    }
  },
})
