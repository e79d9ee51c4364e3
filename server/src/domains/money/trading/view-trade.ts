/** Representation of a trade for its owner. */
import { formatUnits } from '@tunjo/contract/money'
import type { Trade } from '@tunjo/contract/trading'
import { tokenBySymbol } from '../../../chain/tokens.ts'
import { isRefusal } from '../../../platform/http/refusal.ts'
import type { Operation } from '../blockchain/index.ts'
import type { TradingContext } from './context.ts'
import { ratioText, wholeTokens } from './ratios.ts'
import { checkPair } from './rules.ts'
import type { StoredRoute, TradeRow } from './store.ts'
import { swapIdOf } from './trade-ids.ts'
import { viewRoutes } from './view-routes.ts'

export async function viewTrade(context: Pick<TradingContext, 'blockchain'>, row: TradeRow): Promise<Trade> {
  const [trade] = await viewTrades(context, [row])
  if (!trade) throw new Error('one trade in, none out')
  return trade
}

export async function viewTrades({ blockchain }: Pick<TradingContext, 'blockchain'>, rows: readonly TradeRow[]): Promise<Trade[]> {
  const operations = await blockchain.operations(rows.map((row) => swapIdOf(row.id)))
  return rows.map((row) => view(row, operations.get(swapIdOf(row.id)), blockchain))
}

/** A trade as it was just placed: its swap is not with the node yet. */
export const viewPlaced = ({ blockchain }: Pick<TradingContext, 'blockchain'>, row: TradeRow): Trade => view(row, undefined, blockchain)

function view(row: TradeRow, operation: Operation | undefined, { confirmationsNeeded, deployment }: TradingContext['blockchain']): Trade {
  const pair = checkPair(row.tokenIn, row.tokenOut)
  if (isRefusal(pair)) throw new Error('a stored trade has tokens that cannot be traded')
  const { tokenIn, tokenOut } = pair
  const { amountIn, networkFeeOut, houseFeeOut } = row
  const fee = networkFeeOut + houseFeeOut
  const amountOut = row.amountOut === null ? null : row.amountOut - fee
  return {
    id: row.id,
    trade_type: row.tradeType,
    token_in: tokenIn.id,
    token_out: tokenOut.id,
    symbol_in: tokenIn.symbol,
    symbol_out: tokenOut.symbol,
    amount_in: formatUnits(amountIn ?? row.expectedIn, tokenIn.decimals),
    amount_out: formatUnits(amountOut ?? row.expectedOut - fee, tokenOut.decimals),
    minimum_received: formatUnits(row.minimumOut - fee, tokenOut.decimals),
    maximum_sold: formatUnits(row.maximumIn, tokenIn.decimals),
    executed_price:
      amountIn && amountOut ? ratioText(wholeTokens({ numerator: amountOut, denominator: amountIn }, tokenIn, tokenOut)) : null,
    // A refunded trade cost its owner nothing.
    fee: formatUnits(row.state === 'refunded' ? 0n : row.feeUsdMicros, tokenBySymbol('USDC').decimals),
    network_fee: formatUnits(row.state === 'refunded' ? 0n : networkFeeOut, tokenOut.decimals),
    house_fee: formatUnits(row.state === 'refunded' ? 0n : houseFeeOut, tokenOut.decimals),
    state: row.state,
    confirmations: operation?.confirmations ?? 0,
    confirmations_needed: confirmationsNeeded,
    transaction_hash: operation?.hash ?? null,
    routes: viewRoutes(deployment, pair, (row.routes ?? []).map(routeOf)),
    created_at: row.createdAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
  }
}

const routeOf = ({ tokens, pools, amountIn, amountOut }: StoredRoute) => ({
  route: { tokens, pools },
  amountIn: BigInt(amountIn),
  amountOut: BigInt(amountOut),
})
