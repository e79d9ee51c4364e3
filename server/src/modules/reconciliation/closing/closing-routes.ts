/** Calls about closings: officers read all of them, a customer the path to their own balance. */
import { closings as contract } from '@tunjo/contract/closings'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { type Allowance, createRateLimit } from '../../../platform/rate-limit.ts'
import type { ClosingContext } from './context.ts'
import { proveReserves } from './prove-reserves.ts'
import { publishedClosings } from './published-closings.ts'
import { closingsCsv, showClosings } from './show-closings.ts'

/** A proof hashes a part of the tree and reads the others: more than a person needs, less than a load on the process. */
const PROOF_ALLOWANCE: Allowance = { tries: 10, windowMs: 60_000 }

export function closingRoutes(context: ClosingContext): readonly Route[] {
  const rateLimit = createRateLimit(context)
  return implement(contract, {
    list: ({ query }) => showClosings(context, query),
    async csv({ http }) {
      http.setHeader('content-disposition', 'attachment; filename="cierres-diarios.csv"')
      return closingsCsv(context, localeOf(http))
    },
    published: () => publishedClosings(context),
    async proof({ caller: { accountId }, query }) {
      await rateLimit.take([{ kind: 'reserves-proof', key: accountId, allowance: PROOF_ALLOWANCE }], 'request.too_many')
      return proveReserves(context, accountId, query.day ?? null)
    },
  })
}
