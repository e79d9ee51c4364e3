/** Backtests of alert rules (ADM-13): what other numbers would have raised in the last 90 days, beside those in force. They raise nothing. */
import * as z from 'zod'
import { RULE_MODES } from './alert-rule-catalogue.ts'
import { RuleName } from './alert-rules.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { VersionNumbers } from './version-decision.ts'

/** The days of Bogotá that are looked at, today included. */
export const BACKTEST_DAYS = 90
export const BACKTEST_KEPT_DAYS = 30

const time = z.iso.datetime()
const RuleMode = z.enum(RULE_MODES)
export const BACKTEST_STATES = ['running', 'finished', 'cancelled'] as const

export const Backtest = z.object({
  id: z.uuid(),
  rule: RuleName,
  state: z.enum(BACKTEST_STATES),
  /** What is tried. A version in test counts as if it were active; one that is off raises nothing. */
  mode: RuleMode,
  numbers: VersionNumbers,
  /** What was in force when it began. */
  present: z.object({ version: z.int(), mode: RuleMode, numbers: VersionNumbers }),
  from: time,
  until: time,
  startedAt: time,
  startedBy: z.string(),
  endedAt: time.nullable(),
  /** People who were looked at, of those to whom something happened; null while they are counted. */
  people: z.int(),
  peopleAll: z.int().nullable(),
  /** People whose facts could not be read. */
  failures: z.int(),
  /** Alerts that only the tried version raises, only the present one, and both. */
  onlyNew: z.int(),
  onlyOld: z.int(),
  both: z.int(),
  /** The facts of the rule are only known as they are now. */
  isOfToday: z.boolean(),
  /** Of an officer; `isMeasured`: from what closing such alerts took, else an estimate. */
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
      /** The figures, in Spanish, as in the history of an alert. */
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
    summary: 'Stop one that runs and forget what it found; one that ended stays as it is',
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
    params: one,
    query: z.object({ side }),
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid', 'request.not_found', 'request.too_many'],
  }),
}
