/** Server query from the filters of the table. */
import { TRADE_SIDES, TRADE_SORTS } from '@tunjo/contract/trade-reports'
import type { TradesAsked } from '../../../../api/trade-reports.ts'
import { DAY, type TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableState } from '../../../../ui/server-table/table-state.ts'

export const BOUGHT_AND_SOLD = ['BTC', 'USDT'] as const
export const PAID_WITH = ['COP', 'USDT'] as const
export const SHAPE: TableShape = {
  filters: { side: TRADE_SIDES, asset: BOUGHT_AND_SOLD, against: PAID_WITH, from: DAY, to: DAY },
  sorts: TRADE_SORTS,
  pageSizes: [25, 50, 100],
}

export function tradesAsked({ search, filters, sort }: TableState): TradesAsked {
  return {
    side: TRADE_SIDES.find((side) => side === filters.side),
    asset: BOUGHT_AND_SOLD.find((asset) => asset === filters.asset),
    against: PAID_WITH.find((asset) => asset === filters.against),
    from: filters.from,
    to: filters.to,
    text: search.trim() || undefined,
    sort: TRADE_SORTS.find((key) => key === sort?.key),
    order: sort?.direction,
  }
}
