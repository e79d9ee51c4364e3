// The end of a trade, by what the chain did: the held funds pay what was really sold, the customer gets what was really bought, and
// the rest goes back. Or, when the swap reverted, everything goes back. Once, however often the event comes.
import type { Events } from '../../events.ts'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { faultPoint } from '../../platform/fault.ts'
import { idOf } from '../../platform/ids.ts'
import { customerAccount, type Leg, systemAccount } from '../ledger/index.ts'
import type { TradingContext } from './context.ts'
import { addressOf } from './quote.ts'
import { checkPair, isRefusal } from './rules.ts'
import { findTrade, moveTrade, settleTrade, type TradeRow } from './store.ts'
import { type SwappedAmounts, swappedAmounts } from './swapped-amounts.ts'
import { holdIdOf } from './trade-ids.ts'

export async function followSwap(
  context: TradingContext,
  { operationId, kind, ref, state }: Events['blockchain.operation_updated'],
): Promise<void> {
  if (kind !== 'swap') return
  const trade = await findTrade(context.db, ref)
  if (!trade) throw new Error(`swap ${operationId} belongs to no trade`)
  if (state === 'confirmed') return settle(context, trade, operationId)
  if (state === 'reverted' || state === 'refused') return move(context, trade, 'refunded')
  if (state === 'sent') return move(context, trade, 'sent')
  if (state === 'mined') return move(context, trade, 'confirming')
}

async function settle(context: TradingContext, trade: TradeRow, operationId: string): Promise<void> {
  const receipt = (await context.blockchain.operation(operationId))?.receipt
  if (!receipt) throw new Error(`confirmed swap ${operationId} has no receipt`)
  const { tokenIn, tokenOut } = pairOf(trade)
  const { deployment } = context
  const swapped = swappedAmounts(receipt.logs, {
    hotWallet: deployment.hotWallet,
    tokenIn: addressOf(deployment, tokenIn),
    tokenOut: addressOf(deployment, tokenOut),
  })
  const feeUsdMicros = (trade.fee_usd_micros * BigInt(receipt.feeWei)) / trade.estimated_fee_wei
  await inTransaction(context.db, async (tx) => {
    if (!(await settleTrade(tx, trade.id, { ...swapped, feeUsdMicros }, context.clock.now()))) return
    await announce(context, tx, trade, 'settled', {
      sold: { asset: tokenIn.ledgerAsset, amount: String(swapped.amountIn) },
      bought: { asset: tokenOut.ledgerAsset, amount: String(swapped.amountOut) },
    })
    await context.ledger.postWithin(tx, settlementLegs(trade, swapped))
    faultPoint('trading.before_settled')
  })
  faultPoint('trading.settled')
}

async function move(context: TradingContext, trade: TradeRow, to: 'sent' | 'confirming' | 'refunded'): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if (!(await moveTrade(tx, trade.id, to, context.clock.now()))) return
    await announce(context, tx, trade, to)
    if (to === 'refunded')
      await context.ledger.releaseWithin(tx, {
        id: idOf('trading.refund', trade.id),
        code: 'trading.refund',
        ref: trade.id,
        holdId: holdIdOf(trade.id),
      })
  })
}

/** `market` is the other side of every swap: what it took of one asset and gave of the other. */
function settlementLegs(trade: TradeRow, { amountIn, amountOut }: SwappedAmounts): Leg[] {
  const { tokenIn, tokenOut } = pairOf(trade)
  const common = { ref: trade.id, holdId: holdIdOf(trade.id) }
  const rest = trade.maximum_in - amountIn
  return [
    {
      kind: 'settle',
      id: idOf('trading.sold', trade.id),
      code: 'trading.sold',
      ...common,
      credit: systemAccount('market', tokenIn.ledgerAsset),
      amount: amountIn,
    },
    ...(rest > 0n ? [{ kind: 'release', id: idOf('trading.rest', trade.id), code: 'trading.rest', ...common, amount: rest } as const] : []),
    {
      kind: 'post',
      id: idOf('trading.bought', trade.id),
      code: 'trading.bought',
      ref: trade.id,
      debit: systemAccount('market', tokenOut.ledgerAsset),
      credit: customerAccount(trade.account_id, tokenOut.ledgerAsset),
      amount: amountOut,
    },
  ]
}

function pairOf({ token_in, token_out }: TradeRow) {
  const pair = checkPair(token_in, token_out)
  if (isRefusal(pair)) throw new Error('a stored trade has tokens that nobody can trade')
  return pair
}

async function announce(
  { outbox }: TradingContext,
  tx: Transaction,
  trade: TradeRow,
  state: TradeRow['state'],
  swapped?: Events['trading.trade_updated']['swapped'],
): Promise<void> {
  const updated = { accountId: trade.account_id, tradeId: trade.id, state }
  await outbox.emit(tx, 'trading.trade_updated', swapped ? { ...updated, swapped } : updated)
}
