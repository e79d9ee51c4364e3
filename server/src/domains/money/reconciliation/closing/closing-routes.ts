/** Calls about closings: officers read all of them, a customer the path to their own balance. */
import { closings as contract } from '@tunjo/contract/closings'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { ClosingContext } from './context.ts'
import { proveReserves } from './prove-reserves.ts'
import { publishedClosings } from './published-closings.ts'
import { closingsCsv, showClosings } from './show-closings.ts'

export function closingRoutes(context: ClosingContext): readonly Route[] {
  return implement(contract, {
    list: ({ query }) => showClosings(context, query),
    async csv({ http }) {
      http.setHeader('content-disposition', 'attachment; filename="cierres-diarios.csv"')
      return closingsCsv(context, localeOf(http))
    },
    published: () => publishedClosings(context),
    proof: ({ caller: { accountId }, query }) => proveReserves(context, accountId, query.day ?? null),
  })
}
