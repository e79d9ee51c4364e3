/** HTTP routes of backtests. */
import { alertBacktests as contract } from '@tunjo/contract/alert-backtests'
import { personActor } from '../../../../platform/audit/index.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import type { CatalogueContext } from '../context.ts'
import { knownRule } from '../versions/routes.ts'
import { backtestAlerts, backtestCsv, backtestOf, listBacktests, readBacktest } from './backtest-reads.ts'
import { cancelBacktest, startBacktest } from './start-backtest.ts'

export function backtestRoutes(context: CatalogueContext): Route[] {
  const reader = (caller: Caller, http: HttpContext) => ({ callerId: caller.accountId, actor: personActor(caller, http) })
  return implement(contract, {
    backtests: async ({ params }) => listBacktests(context, knownRule(params.rule)),
    async startBacktest({ caller, http, params, body }) {
      const rule = knownRule(params.rule)
      return readBacktest(context, rule, await startBacktest(context, rule, body, personActor(caller, http)))
    },
    async cancelBacktest({ caller, http, params }) {
      const { rule, id } = await backtestOf(context, knownRule(params.rule), params.id)
      await cancelBacktest(context, id, personActor(caller, http))
      return readBacktest(context, rule, id)
    },
    async backtestAlerts({ caller, http, params, query }) {
      const backtest = await backtestOf(context, knownRule(params.rule), params.id)
      return backtestAlerts(context, backtest, query, reader(caller, http))
    },
    async backtestCsv({ caller, http, params, query }) {
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
