/** HTTP routes of anomalies, for officers. */
import { paymentAnomalies as contract, type PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import { implement, type Route } from '../../../platform/http/route.ts'
import { pageOf } from '../../../platform/list-query.ts'
import type { PaymentsContext } from '../context.ts'
import { anomalyPage, type ListedAnomaly } from './anomaly-store.ts'

export function anomalyRoutes({ db }: PaymentsContext): Route[] {
  return implement(contract, {
    async list({ query }) {
      const { rows, total } = await anomalyPage(db, query)
      return pageOf(rows.map(toListed), total, query.size)
    },
  })
}

function toListed({ firstSeenAt, lastSeenAt, checkedAt, confirmedAt, endedAt, fields, ...row }: ListedAnomaly): PaymentAnomaly {
  return {
    ...row,
    fields: [...fields],
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    checkedAt: checkedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
