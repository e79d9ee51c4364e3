/** Server query from the filters of the table. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { ORDER_SORTS } from '@tunjo/contract/trade-reports'
import { TradeState, TradeType } from '@tunjo/contract/trading'
import type { OrdersAsked } from '../../../../api/trade-reports.ts'
import { DAY, type TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableState } from '../../../../ui/server-table/table-state.ts'

export const SHAPE: TableShape = {
  filters: { state: TradeState.options, type: TradeType.options, sold: ASSET_CODES, bought: ASSET_CODES, from: DAY, to: DAY },
  sorts: ORDER_SORTS,
  pageSizes: [25, 50, 100],
}

export function ordersAsked({ search, filters, sort }: TableState): OrdersAsked {
  return {
    state: TradeState.options.find((state) => state === filters.state),
    type: TradeType.options.find((type) => type === filters.type),
    sold: ASSET_CODES.find((asset) => asset === filters.sold),
    bought: ASSET_CODES.find((asset) => asset === filters.bought),
    from: filters.from,
    to: filters.to,
    text: search.trim() || undefined,
    sort: ORDER_SORTS.find((key) => key === sort?.key),
    order: sort?.direction,
  }
}
