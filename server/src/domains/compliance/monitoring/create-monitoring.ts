/** Composition of monitoring: event handlers, the nightly run, and metrics that show when it stops. */
import type { Events, EventType } from '../../../events.ts'
import type { DeliveredEvent } from '../../../platform/events/outbox.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import { scheduleAddressRenewal } from './address-renewal.ts'
import { scheduleBacktests } from './backtest/backtest-job.ts'
import { backtestRoutes } from './backtest/routes.ts'
import type { CatalogueContext, MonitoringContext, MonitoringDependencies } from './context.ts'
import type { Rule } from './define-rule.ts'
import { monitoringFigures } from './figures.ts'
import { type Asked, judge, judgeBatch } from './judge.ts'
import { scheduleNightlyRun } from './nightly-run.ts'
import { RULES, RULES_ON } from './rules/index.ts'
import { CHANGE_APPROVAL, changeApproval } from './versions/change-approval.ts'
import { ruleRoutes } from './versions/routes.ts'

export interface Monitoring extends MountedModule {
  readonly figures: Gauges
}

type Parts = Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'log' | 'outbox'>

export function createMonitoring(
  { outbox, ...platform }: Parts,
  { approvals, ...dependencies }: MonitoringDependencies & Pick<CatalogueContext, 'approvals'>,
): Monitoring {
  const context: MonitoringContext = { ...platform, ...dependencies }
  const judged =
    <T extends keyof typeof RULES_ON & EventType>(type: T) =>
    ({ accountId }: Events[T]) =>
      judge(context, accountId, RULES_ON[type])
  outbox.on('identity.email_changed', 'monitoring', judged('identity.email_changed'))
  outbox.on('identity.location_confirmed', 'monitoring', judged('identity.location_confirmed'))
  outbox.on('identity.location_denied', 'monitoring', judged('identity.location_denied'))
  outbox.on('identity.signed_in', 'monitoring', judged('identity.signed_in'))
  outbox.on('alerts.opened', 'monitoring', judged('alerts.opened'))
  outbox.on('alerts.found_again', 'monitoring', judged('alerts.found_again'))
  outbox.on('alerts.closed', 'monitoring', judged('alerts.closed'))
  outbox.on('screening.check_updated', 'monitoring', judged('screening.check_updated'))
  outbox.on('kyc.form_sent', 'monitoring', judged('kyc.form_sent'))
  outbox.on('kyc.documents_reviewed', 'monitoring', judged('kyc.documents_reviewed'))
  outbox.on('kyc.proof_read', 'monitoring', judged('kyc.proof_read'))
  outbox.on('kyc.representatives_written', 'monitoring', judged('kyc.representatives_written'))
  outbox.on('kyc.survey_answered', 'monitoring', judged('kyc.survey_answered'))
  outbox.on('payments.account_changed', 'monitoring', judged('payments.account_changed'))
  outbox.on('payments.withdrawal_settled', 'monitoring', judged('payments.withdrawal_settled'))
  outbox.on('payments.withdrawal_returned', 'monitoring', judged('payments.withdrawal_returned'))
  outbox.on('kyc.level_changed', 'monitoring', judged('kyc.level_changed'))
  outbox.on('limits.exceeded', 'monitoring', judged('limits.exceeded'))
  outbox.on('payments.deposit_credited', 'monitoring', judged('payments.deposit_credited'))
  outbox.on('payments.deposit_held', 'monitoring', judged('payments.deposit_held'))
  outbox.on('payments.withdrawal_requested', 'monitoring', judged('payments.withdrawal_requested'))
  outbox.on('crypto.deposit_credited', 'monitoring', judged('crypto.deposit_credited'))
  outbox.on('crypto.withdrawal_requested', 'monitoring', judged('crypto.withdrawal_requested'))
  outbox.on('trading.trade_updated', 'monitoring', async (trade) => {
    if (trade.state === 'settled') await judged('trading.trade_updated')(trade)
  })
  outbox.together('monitoring', (events) => judgeBatch(context, affectedCustomers(events)))
  scheduleNightlyRun(context)
  scheduleAddressRenewal(context)
  scheduleBacktests(context)
  approvals.register(CHANGE_APPROVAL, changeApproval(context))
  const catalogue = { ...platform, approvals }
  const routes = [...ruleRoutes(catalogue), ...backtestRoutes(catalogue)]
  return { name: 'monitoring', routes, figures: monitoringFigures(context) }
}

/** Each customer once with the rules that any of these events may affect, in the order of the rules. */
export function affectedCustomers(events: readonly DeliveredEvent[]): Asked[] {
  const rules = new Map<string, Set<Rule>>()
  for (const event of events) {
    if (event.type === 'trading.trade_updated' && event.payload.state !== 'settled') continue
    const on = rulesOn(event.type)
    if (!('accountId' in event.payload) || event.payload.accountId === null || on.length === 0) continue
    const { accountId } = event.payload
    rules.set(accountId, new Set([...(rules.get(accountId) ?? []), ...on]))
  }
  return [...rules].map(([accountId, own]) => ({ accountId, rules: RULES.filter((rule) => own.has(rule)) }))
}

const rulesOn = (type: EventType): readonly Rule[] => (type in RULES_ON ? RULES_ON[type as keyof typeof RULES_ON] : [])
