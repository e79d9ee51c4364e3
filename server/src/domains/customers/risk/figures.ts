/** Metrics for alarms: whether the risk of customers is still recomputed. Each has its rules beside it. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { RiskContext } from './context.ts'

const MEASURES = declareMeasures('risk', {
  run_age_seconds: {
    help: 'Time since the nightly risk run over every customer finished',
    rules: [{ alert: 'RiskRunOld', when: '> 93600', severity: 'ticket', summary: 'The nightly risk run did not finish' }],
  },
  run_failures: {
    help: 'Customers of the last run whose risk could not be computed',
    rules: [
      { alert: 'RiskRunFailures', when: '> 0', severity: 'ticket', summary: 'The risk of {{ $value }} customers could not be computed' },
    ],
  },
  levels_overdue: {
    help: 'Levels set by officers that are ten minutes past their end',
    rules: [
      { alert: 'RiskLevelsOverdue', when: '> 0', severity: 'ticket', summary: '{{ $value }} levels set by officers are past their end' },
    ],
  },
  unassessed: {
    help: 'Verified customers without a computed risk',
    rules: [
      {
        alert: 'RiskUnassessed',
        when: '> 0',
        for: '26h',
        severity: 'ticket',
        summary: '{{ $value }} verified customers have no computed risk',
      },
    ],
  },
})

interface Signals {
  readonly runAge: number
  readonly failures: number
  readonly overdue: number
  readonly unassessed: number
}

export const riskFigures = ({ db, clock }: Pick<RiskContext, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const now = clock.now()
    const found = await sql<Signals>`SELECT
      -- Before the first end: since the first begin.
      coalesce((SELECT extract(epoch FROM ${now}::timestamptz - coalesce(max(finished_at), min(started_at))) FROM risk.run), 0)::float8 AS "runAge",
      coalesce((SELECT failures FROM risk.run ORDER BY started_at DESC LIMIT 1), 0)::float8 AS failures,
      (SELECT count(*)::integer FROM risk.standing WHERE level_until <= ${new Date(now.getTime() - OVERDUE_MS)}) AS overdue,
      (SELECT count(*)::integer FROM kyc.person_state AS person JOIN identity.user_report AS account ON account.id = person.account_id
        WHERE verified_level > 0 AND account.state <> ${ACCOUNT_STATE.closed}
          AND NOT EXISTS (SELECT FROM risk.assessment WHERE assessment.account_id = person.account_id)) AS unassessed`.execute(db)
    const { runAge = 0, failures = 0, overdue = 0, unassessed = 0 } = found.rows[0] ?? {}
    return { run_age_seconds: Math.max(0, Math.round(runAge)), run_failures: failures, levels_overdue: overdue, unassessed }
  },
})
/** They expire within a minute. */
const OVERDUE_MS = 10 * 60_000
