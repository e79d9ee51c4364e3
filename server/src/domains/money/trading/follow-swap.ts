/**
 * Settlement of a trade by its result on chain: the hold pays the amount really sold, the customer gets the amount really bought, and
 * the rest is released. When the swap reverted, everything is refunded. Idempotent for repeated events.
 */

import type { Events } from '../../../events.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { idOf, isId } from '../../../platform/database/ids.ts'
import { isRefusal, refuse } from '../../../platform/http/refusal.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { CHAIN, isFinal, SYSTEM } from '../../../platform/state-machine/index.ts'
import type { StoredReceipt } from '../blockchain/index.ts'
import { type Account, customerAccount, type Leg, systemAccount } from '../ledger/index.ts'
import type { TradingContext } from './context.ts'
import { moveTrade } from './move-trade.ts'
import { addressOf, feesOut } from './quote.ts'
import { checkPair } from './rules.ts'
import { TRADE_STATES } from './states.ts'
import { findTrade, lockTrade, type TradeRow, unpaidGas } from './store.ts'
import { filledRoutes, type SwappedAmounts, swappedAmounts } from './swapped-amounts.ts'
import { holdIdOf, swapIdOf } from './trade-ids.ts'
import { isProvedTrade, mayRefund } from './trade-proof.ts'

export async function followSwap(context: TradingContext, { kind, ref, state }: Events['blockchain.operation_updated']): Promise<void> {
  if (kind !== 'swap') return
  const trade = isId(ref) ? await findTrade(context.db, ref) : null
  if (!trade)
    return context.log.error(
      { securityEvent: 'chain_event_forged', kind, ref },
      'a swap belongs to no trade: nothing was moved by its event',
    )
  if (state === 'sent') return progress(context, trade.id, 'sent')
  if (state === 'mined') return progress(context, trade.id, 'confirming')
  // An event is only a hint, also about its operation: the on-chain result of this trade's own swap decides.
  const { outcome, receipt } = await context.blockchain.result(swapIdOf(trade.id))
  if (outcome === 'confirmed') return settle(context, trade, receipt)
  if (outcome !== 'open') return refund(context, trade, outcome, receipt)
}

async function settle(context: TradingContext, { id }: TradeRow, receipt: StoredReceipt): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const trade = await lockTrade(tx, id)
    if (!trade || isFinal(TRADE_STATES, trade.state)) return
    const { tokenIn, tokenOut } = pairOf(trade)
    if (!(await isProvedTrade(context, tx, trade, tokenIn.ledgerAsset))) refuse('ledger.unproved')
    const { deployment } = context
    const swapped = swappedAmounts(receipt.logs, {
      hotWallet: deployment.hotWallet,
      tokenIn: addressOf(deployment, tokenIn),
      tokenOut: addressOf(deployment, tokenOut),
    })
    const { amountIn, amountOut } = swapped
    const at = context.clock.now()
    const filled = filledRoutes(receipt.logs, trade.routes ?? [], swapped)
    const set = {
      amount_in: amountIn,
      amount_out: amountOut,
      gas_usd_micros: gasUsdMicros(trade, receipt),
      settled_at: at,
      block_number: receipt.blockNumber,
      transaction_hash: receipt.hash,
      ...(filled && { routes: JSON.stringify(filled) }),
    }
    const amounts = {
      sold: { asset: tokenIn.ledgerAsset, amount: String(amountIn) },
      bought: { asset: tokenOut.ledgerAsset, amount: String(amountOut - feesOut(trade)) },
    }
    const settled = { to: 'settled', at, actor: CHAIN, set, illegal: 'ignore' } as const
    if ((await moveTrade(context, tx, trade, settled, amounts)) !== 'moved') return
    await context.ledger.postWithin(tx, settlementLegs(trade, swapped))
    await watchGas(context, tx, at)
    failpoint('trading.before_settled')
  })
  failpoint('trading.settled')
}

/** A late event changes nothing. */
async function progress(context: TradingContext, tradeId: string, to: 'sent' | 'confirming'): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const trade = await lockTrade(tx, tradeId)
    if (trade) await moveTrade(context, tx, trade, { to, at: context.clock.now(), actor: CHAIN, illegal: 'ignore' })
  })
}

async function refund(
  context: TradingContext,
  { id }: TradeRow,
  reason: 'reverted' | 'refused' | 'superseded',
  receipt: StoredReceipt | null,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const trade = await lockTrade(tx, id)
    if (!trade || isFinal(TRADE_STATES, trade.state) || !(await mayRefund(context, tx, trade))) return
    const at = context.clock.now()
    const actor = reason === 'reverted' ? CHAIN : SYSTEM
    const set = { gas_usd_micros: receipt ? gasUsdMicros(trade, receipt) : null, settled_at: at }
    if ((await moveTrade(context, tx, trade, { to: 'refunded', at, actor, set, illegal: 'ignore' })) !== 'moved') return
    const holdId = holdIdOf(id)
    await context.ledger.releaseWithin(tx, { id: idOf('trading.refund', id), code: 'trading.refund', ref: id, holdId })
    await watchGas(context, tx, at)
  })
}

/** Gas cost, by the price of ether at the quote. */
const gasUsdMicros = (trade: TradeRow, { feeWei }: { feeWei: string }): bigint =>
  (trade.feeUsdMicros * BigInt(feeWei)) / trade.estimatedFeeWei

/**
 * The platform pays for reverts that an attacker provokes, and for gas that rose after the quote: operators are alerted before the sum is
 * large.
 */
async function watchGas({ settings, log }: TradingContext, tx: Transaction, now: Date): Promise<void> {
  const unpaid = await unpaidGas(tx, now)
  if (unpaid <= settings.gasBudgetUsdMicros) return
  const facts = {
    securityEvent: 'gas_budget_exceeded',
    unpaidUsdMicros: String(unpaid),
    budgetUsdMicros: String(settings.gasBudgetUsdMicros),
  }
  log.error(facts, 'the gas of a day that no customer paid is above its budget')
}

/** `market` is the other side of every swap: it receives one asset and pays the other. */
function settlementLegs(trade: TradeRow, { amountIn, amountOut }: SwappedAmounts): Leg[] {
  const { tokenIn, tokenOut } = pairOf(trade)
  const common = { ref: trade.id, holdId: holdIdOf(trade.id) }
  const rest = trade.maximumIn - amountIn
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
      credit: customerAccount(trade.accountId, tokenOut.ledgerAsset),
      amount: amountOut - feesOut(trade),
    },
    ...feeLeg(trade, 'trading.network_fee', systemAccount('network-fees', tokenOut.ledgerAsset), trade.networkFeeOut),
    ...feeLeg(trade, 'trading.house_fee', systemAccount('exchange-fees', tokenOut.ledgerAsset), trade.houseFeeOut),
  ]
}

/** Stays in the hot wallet: the platform paid the gas, and earns its fee. */
const feeLeg = ({ id }: TradeRow, code: 'trading.network_fee' | 'trading.house_fee', credit: Account, amount: bigint): Leg[] =>
  amount === 0n
    ? []
    : [
        {
          kind: 'post',
          id: idOf(code, id),
          code,
          ref: id,
          debit: systemAccount('market', credit.asset),
          credit,
          amount,
        },
      ]

function pairOf({ tokenIn: token_in, tokenOut: token_out }: TradeRow) {
  const pair = checkPair(token_in, token_out)
  if (isRefusal(pair)) throw new Error('a stored trade has tokens that cannot be traded')
  return pair
}
