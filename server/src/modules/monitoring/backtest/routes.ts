/** HTTP routes of backtests. */
import { alertBacktests as contract } from '@tunjo/contract/alert-backtests'
import { personActor } from '../../../platform/audit/index.ts'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import type { Allowance } from '../../../platform/rate-limit.ts'
import type { CatalogueContext } from '../context.ts'
import { knownRule, READ_ALLOWANCE, READS } from '../versions/routes.ts'
import { backtestAlerts, backtestCsv, backtestOf, listBacktests, readBacktest } from './backtest-reads.ts'
import { cancelBacktest, startBacktest } from './start-backtest.ts'

/** Low, since each backtest reads months of data of all customers. */
const START_ALLOWANCE: Allowance = { tries: 30, windowMs: 3_600_000 }

export function backtestRoutes(context: CatalogueContext): Route[] {
  const { rateLimit } = context
  const takeRead = ({ accountId }: Caller) =>
    rateLimit.take([{ kind: READS, key: accountId, allowance: READ_ALLOWANCE }], 'request.too_many')
  const reader = (caller: Caller, http: HttpContext) => ({ callerId: caller.accountId, actor: personActor(caller, http) })
  return implement(contract, {
    async backtests({ caller, params }) {
      await takeRead(caller)
      return listBacktests(context, knownRule(params.rule))
    },
    async startBacktest({ caller, http, params, body }) {
      const rule = knownRule(params.rule)
      const bucket = { kind: 'alert-rules-backtest', key: caller.accountId, allowance: START_ALLOWANCE }
      await rateLimit.take([bucket], 'request.too_many')
      return readBacktest(context, rule, await startBacktest(context, rule, body, personActor(caller, http)))
    },
    async cancelBacktest({ caller, http, params }) {
      await takeRead(caller)
      const { rule, id } = await backtestOf(context, knownRule(params.rule), params.id)
      await cancelBacktest(context, id, personActor(caller, http))
      return readBacktest(context, rule, id)
    },
    async backtestAlerts({ caller, http, params, query }) {
      await takeRead(caller)
      const backtest = await backtestOf(context, knownRule(params.rule), params.id)
      return backtestAlerts(context, backtest, query, reader(caller, http))
    },
    async backtestCsv({ caller, http, params, query }) {
      await takeRead(caller)
      const backtest = await backtestOf(context, knownRule(params.rule), params.id)
      const csv = await backtestCsv(context, backtest, query.side, {
        ...reader(caller, http),
        locale: localeOf(http),
      })
      http.setHeader('content-disposition', 'attachment; filename="prueba-de-regla.csv"')
      return csv
    },
  })
}
