/**
 * Backtests of alert rules (ADM-13): alerts that other numbers would have raised in the last 90 days, compared with the rule in force.
 * A backtest raises no alert.
 */
import * as z from 'zod'
import { RULE_MODES } from './alert-rule-catalogue.ts'
import { RuleName } from './alert-rules.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { VersionNumbers } from './version-decision.ts'

/** Days of Bogotá in the sample, today included. */
export const BACKTEST_DAYS = 90
export const BACKTEST_RETENTION_DAYS = 30

const time = z.iso.datetime()
const RuleMode = z.enum(RULE_MODES)
export const BACKTEST_STATES = ['running', 'finished', 'cancelled'] as const

export const Backtest = z.object({
  id: z.uuid(),
  rule: RuleName,
  state: z.enum(BACKTEST_STATES),
  /** The version under test. A version in test mode counts as if it were active; a version that is off raises nothing. */
  mode: RuleMode,
  numbers: VersionNumbers,
  /** The version in force when the backtest began. */
  present: z.object({ version: z.int(), mode: RuleMode, numbers: VersionNumbers }),
  from: time,
  until: time,
  startedAt: time,
  startedBy: z.string(),
  endedAt: time.nullable(),
  /** People examined, of those with relevant events; null while they are being counted. */
  people: z.int(),
  peopleAll: z.int().nullable(),
  /** People whose facts could not be read. */
  failures: z.int(),
  /** Alerts raised only by the tested version, only by the present one, and by both. */
  onlyNew: z.int(),
  onlyOld: z.int(),
  both: z.int(),
  /** True when the rule's facts are only known as they are today. */
  isOfToday: z.boolean(),
  /** Officer time per alert. With `isMeasured` it comes from closed alerts of this kind, else it is an estimate. */
  minutesPerAlert: z.int(),
  isMeasured: z.boolean(),
})
export type Backtest = z.output<typeof Backtest>

export const BACKTEST_SIDES = ['new', 'old', 'both'] as const
const alerts = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      accountId: z.uuid(),
      side: z.enum(BACKTEST_SIDES),
      at: time,
      severity: z.enum(['low', 'medium', 'high', 'critical']),
      /** The figures as a Spanish sentence, as in the history of an alert. */
      said: z.string(),
    }),
  ),
  total: z.int(),
  pagesNumber: z.int(),
})
export type BacktestAlertPage = z.output<typeof alerts>
const side = z.enum(BACKTEST_SIDES).optional()
const alertsAsked = PageQuery.extend({ side })
export type BacktestAlertsAsked = z.output<typeof alertsAsked>

const tried = z.object({ mode: RuleMode, numbers: VersionNumbers })
export type TriedVersion = z.output<typeof tried>

const rule = z.object({ rule: z.string().max(64) })
const one = rule.extend({ id: z.uuid() })
const officer = { role: 'ROLE_ADMIN' } as const

export const alertBacktests = {
  backtests: endpoint({
    ...officer,
    method: 'GET',
    path: '/api/administrative/alert-rules/:rule/backtests',
    permission: 'kyc.read',
    summary: 'The newest backtests of a rule, with how far they are and what they counted; kept 30 days',
    allowance: 'alert-rules-read',
    params: rule,
    response: z.array(Backtest),
    errors: ['request.not_found', 'request.too_many'],
  }),
  startBacktest: endpoint({
    ...officer,
    method: 'POST',
    path: '/api/administrative/alert-rules/:rule/backtests',
    permission: 'rules.change',
    audit: 'monitoring.backtest_started',
    summary: 'Try mode and numbers on the last 90 days, beside the version in force. One at a time of each rule; raises nothing',
    allowance: 'alert-rules-backtest',
    params: rule,
    body: tried,
    response: Backtest,
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'monitoring.number_out_of_bounds',
      'monitoring.numbers_contradict',
      'monitoring.backtest_running',
    ],
  }),
  cancelBacktest: endpoint({
    ...officer,
    method: 'POST',
    path: '/api/administrative/alert-rules/:rule/backtests/:id/cancel',
    permission: 'rules.change',
    audit: 'monitoring.backtest_cancelled',
    summary: 'Stop one that runs and erase what it found; one that ended stays as it is',
    allowance: 'alert-rules-read',
    params: one,
    response: Backtest,
    errors: ['request.invalid', 'request.not_found', 'request.too_many'],
  }),
  backtestAlerts: endpoint({
    ...officer,
    method: 'GET',
    path: '/api/administrative/alert-rules/:rule/backtests/:id/alerts',
    permission: 'kyc.read',
    audit: 'monitoring.backtest_viewed',
    summary: 'The alerts that a backtest found, newest first: whom, when and why. The read is recorded',
    allowance: 'alert-rules-read',
    params: one,
    query: alertsAsked,
    response: alerts,
    errors: ['request.invalid', 'request.not_found', 'request.too_many'],
  }),
  backtestCsv: endpoint({
    ...officer,
    method: 'GET',
    path: '/api/administrative/alert-rules/:rule/backtests/:id/alerts/csv',
    permission: 'reports.export',
    audit: 'reports.exported',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'alert-rules-read',
    params: one,
    query: z.object({ side }),
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid', 'request.not_found', 'request.too_many'],
  }),
}
