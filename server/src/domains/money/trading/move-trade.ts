/** State transitions of a trade: its row and its events. */
import type { TradeState } from '@tunjo/contract/trading'
import type { Events } from '../../../events.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Aggregate, move } from '../../../platform/state-machine/index.ts'
import type { TradingContext } from './context.ts'
import { TRADE_STATES } from './states.ts'
import type { TradeRow } from './store.ts'

const COLUMNS = ['amount_in', 'amount_out', 'gas_usd_micros', 'settled_at', 'block_number', 'transaction_hash', 'routes'] as const
type Column = (typeof COLUMNS)[number]
type Context = Pick<TradingContext, 'outbox'>
type Swapped = Events['trading.trade_updated']['swapped']

const tradeAggregate = ({ outbox }: Context, swapped?: Swapped): Aggregate<TradeState, TradeRow, Column> => ({
  machine: TRADE_STATES,
  table: 'trade',
  columns: COLUMNS,
  keyOf: ({ id }) => ({ id }),
  announce: (tx, { id: tradeId, accountId }, { to: state }) =>
    outbox.emit(tx, 'trading.trade_updated', { accountId, tradeId, state, ...(swapped && { swapped }) }),
})

/** `trade` is locked. `swapped`: the amounts really sold and bought, when it is settled. */
export const moveTrade = (
  context: Context,
  tx: Transaction,
  trade: TradeRow,
  change: Parameters<typeof move<TradeState, TradeRow, Column>>[3],
  swapped?: Swapped,
) => move(tx, tradeAggregate(context, swapped), trade, change)
