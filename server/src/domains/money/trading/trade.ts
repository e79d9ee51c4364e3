/**
 * Placing a trade: a fresh price within the customer's limit, and then the trade with its hold and its swap, written together with others
 * (trade-request.ts). Jobs of the blockchain module send it later.
 */
import { formatUnits, parseUnits } from '@tunjo/contract/money'
import type { Trade } from '@tunjo/contract/trading'
import type { Hex } from 'viem'
import { tokenBySymbol } from '../../../chain/tokens.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { findEarlier, type Operation } from '../../../platform/database/idempotency.ts'
import { isRefusal, refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { checkPrices } from './check-prices.ts'
import type { TradingContext } from './context.ts'
import { platformFeeRate } from './fees/platform-fee-rate.ts'
import { valueInCop } from './fees/value-in-cop.ts'
import { findRoutes } from './path-finder.ts'
import { type PricedOrder, priceOrder } from './quote.ts'
import { openQuote, type QuoteTerms } from './quote-id.ts'
import { tradeAttempts } from './request-store.ts'
import {
  type Bounds,
  boundsOf,
  checkBounds,
  checkImpact,
  checkMinimum,
  checkNetworkFee,
  checkTradeAttempts,
  type Order,
  type OrderText,
  parseOrder,
} from './rules.ts'
import { findTrade, type NewTrade, storedRoute, type TradeRow } from './store.ts'
import { swapCall } from './swap-call.ts'
import { tradeText } from './trade-proof.ts'
import { type TradeRequest, tradeRequest } from './trade-request.ts'
import { viewPlaced, viewTrade } from './view-trade.ts'

/** Terms of a trade apart from the order itself. */
interface Agreement {
  readonly quoteId?: string | undefined
  readonly path?: readonly string[] | undefined
  /** Whole per cent of price impact that the customer typed. */
  readonly acceptedImpactPercent?: number | undefined
}

type PlaceTrade = (accountId: string, operation: Operation, asked: OrderText & Agreement) => Promise<Trade>

/** The function throws the refusals of the contract's `trade`. */
export function createTrade(context: TradingContext): PlaceTrade {
  const useCase = tradeRequest(context)
  return async (accountId, operation, asked) => {
    const earlier = await earlierTrade(context, operation)
    if (earlier) return earlier
    const request = await priceRequest(context, accountId, operation, asked)
    // A concurrent copy of this request may just have taken the money.
    if (!request) return (await earlierTrade(context, operation)) ?? refuse('ledger.insufficient_funds')
    const placed = await context.units.run(useCase, request)
    failpoint('trading.committed')
    if (placed.outcome === 'placed') return viewPlaced(context, placed.row)
    const repeated = await earlierTrade(context, operation)
    if (!repeated) throw new Error(`trade ${operation.id} was placed before and cannot be read`)
    return repeated
  }
}

/** Request with its price, within the agreed bounds, and its simulated swap. Null when the customer cannot pay it. @throws Refused */
async function priceRequest(
  context: TradingContext,
  accountId: string,
  operation: Operation,
  asked: OrderText & Agreement,
): Promise<TradeRequest | null> {
  const order = parseOrder(asked)
  if (isRefusal(order)) refuse(order.code, order.params)
  const { reverted } = await tradeAttempts(context.db, accountId, context.clock.now())
  refuseIf(checkTradeAttempts({ open: 0, reverted }))
  const terms = asked.quoteId === undefined ? null : quotedTerms(context, accountId, asked.quoteId, order)
  const priced = await priceOrder(context, order, terms ?? (await platformFeeRate(context, accountId, order)))
  refuseIf(checkMinimum(priced.best.amountIn, context.settings.minimums[priced.tokenIn.ledgerAsset], priced.tokenIn))
  refuseIf(checkNetworkFee(priced.best, priced.networkFeeOut, priced.tokenOut))
  checkPath(context, priced, asked.path)
  const bounds = agreedBounds(priced, terms)
  refuseIf(checkBounds(priced.best, bounds))
  await checkPrices(context, priced)
  if (!(await canPay(context, accountId, priced, bounds))) return null
  refuseIf(checkImpact(priced.impactPpm, context.settings, asked.acceptedImpactPercent))
  const swap = await simulatedSwap(context, priced, bounds)
  const valueCop = await valueInCop(context, priced)
  const trade = newTrade(context, { accountId, operation, priced, terms, bounds, valueCop })
  return { operation, trade, sold: priced.tokenIn.ledgerAsset, bought: priced.tokenOut.ledgerAsset, swap }
}

async function simulatedSwap(context: TradingContext, priced: PricedOrder, bounds: Bounds): Promise<TradeRequest['swap']> {
  const { best, tradeType } = priced
  const data = swapCall({ routes: best.routes, tradeType, bounds, recipient: context.deployment.hotWallet })
  const gas = await simulate(context, priced, data)
  const { reads } = context.blockchain
  if (!(await reads.canPayGas(gas))) {
    if (await reads.isAboveFeeCeiling()) refuse('trading.network_expensive')
    refuse('trading.network_unpaid')
  }
  return { data, gas }
}

interface RecordedTrade {
  row: TradeRow
  requestHash: string
}

async function recordedTrade(connection: Connection, { id }: Operation): Promise<RecordedTrade | null> {
  const row = await findTrade(connection, id)
  return row && { row, requestHash: row.requestHash }
}

async function earlierTrade(context: TradingContext, operation: Operation): Promise<Trade | null> {
  const earlier = await findEarlier(context.db, operation, (connection) => recordedTrade(connection, operation))
  return earlier && viewTrade(context, earlier.row)
}

/**
 * Early check, before the hold decides: otherwise the node would simulate a swap that the customer cannot pay, and its failure, for lack of
 * the platform's funds, would be reported to the customer as an unreachable network.
 */
async function canPay({ ledger }: TradingContext, accountId: string, { tokenIn }: PricedOrder, { maximumIn }: Bounds): Promise<boolean> {
  const balance = (await ledger.balances(accountId)).find(({ asset }) => asset === tokenIn.ledgerAsset)
  return balance !== undefined && balance.available >= maximumIn
}

/** Agreed bounds: the sealed quote, or a fresh price with the customer's slippage, and in both cases their own ceiling. */
function agreedBounds(priced: PricedOrder, terms: QuoteTerms | null): Bounds {
  const bounds = terms ? { minimumOut: terms.minimumOut, maximumIn: terms.maximumIn } : priced.bounds
  const { ceiling } = priced
  if (ceiling === null) return bounds
  const widest = terms ? bounds : boundsOf('output', priced.best.amountIn, priced.best.amountOut, WIDEST_SLIPPAGE_PPM)
  return ceiling >= widest.maximumIn ? widest : { ...widest, maximumIn: ceiling }
}

/** Maximum hold beyond the fresh price, whatever ceiling an old client sends. */
const WIDEST_SLIPPAGE_PPM = 50_000n

function quotedTerms({ quoteKey, clock }: TradingContext, accountId: string, quoteId: string, order: Order): QuoteTerms {
  const terms = openQuote(quoteKey, accountId, quoteId)
  if (!terms || terms.expiresAt <= clock.now()) refuse('trading.quote_expired')
  const isSameOrder =
    terms.tokenIn === order.tokenIn.id &&
    terms.tokenOut === order.tokenOut.id &&
    terms.tradeType === order.tradeType &&
    terms.amount === order.amount
  return isSameOrder ? terms : refuse('trading.quote_expired')
}

/** A given path is replaced by the product's own; but one that would never be offered indicates an error. */
function checkPath({ deployment }: TradingContext, { best }: PricedOrder, path: readonly string[] | undefined): void {
  if (!path || path.length === 0) return
  const tokens = best.routes[0]?.route.tokens
  const [from, to] = [tokens?.at(0), tokens?.at(-1)]
  const given = path.join(' ').toLowerCase()
  const isOffered = from && to && findRoutes(deployment.pools, from, to).some((route) => route.tokens.join(' ').toLowerCase() === given)
  if (!isOffered) refuse('trading.path_not_offered')
}

/** Simulate the swap on the chain's current state, and return the gas limit. */
async function simulate(context: TradingContext, priced: PricedOrder, data: Hex): Promise<bigint> {
  const { blockchain, log } = context
  const run = await blockchain.reads.dryRunSwap(data)
  if (run.outcome === 'runs') return (run.gas * 3n) / 2n + 50_000n
  if (/Too little received|Too much requested/.test(run.reason)) refuse('trading.price_moved')
  await checkHotWallet(context, priced)
  log.error({ reason: run.reason }, 'a swap that was quoted cannot be run: look at the float and the approvals of the hot wallet')
  refuse('blockchain.unavailable')
}

/** A credited deposit may be sold before the chain follows: pesos are minted after the credit, and tokens swept from their address. */
async function checkHotWallet({ blockchain, log }: TradingContext, { tokenIn, best }: PricedOrder): Promise<void> {
  const asset = tokenIn.ledgerAsset
  const missing = best.amountIn - (await blockchain.reads.hotBalance(asset))
  if (missing <= 0n) return
  log.warn({ asset, missing: formatUnits(missing, tokenIn.decimals) }, 'a swap waits until the hot wallet has what is sold')
  refuse('trading.funds_on_the_way')
}

function newTrade(
  { clock, seals, deployment }: TradingContext,
  given: { accountId: string; operation: Operation; priced: PricedOrder; terms: QuoteTerms | null; bounds: Bounds; valueCop: bigint },
): NewTrade {
  const { accountId, operation, priced, terms, bounds, valueCop } = given
  const facts = {
    id: operation.id,
    accountId: accountId,
    requestHash: operation.hash,
    tradeType: priced.tradeType,
    tokenIn: priced.tokenIn.id,
    tokenOut: priced.tokenOut.id,
    expectedIn: priced.best.amountIn,
    expectedOut: priced.best.amountOut,
    maximumIn: bounds.maximumIn,
    minimumOut: bounds.minimumOut,
    path: priced.best.routes[0]?.route.tokens ?? [],
    routes: priced.best.routes.map((route) => storedRoute(deployment, route)),
    estimatedFeeWei: priced.networkFeeWei,
    networkFeeOut: priced.networkFeeOut,
    houseFeeOut: priced.houseFeeOut,
    feeVersion: priced.feeVersion,
    valueCop,
    feeUsdMicros: parseUnits(priced.networkFeeUsd, tokenBySymbol('USDC').decimals) ?? 0n,
    createdAt: clock.now(),
    quotedIn: terms?.quotedIn || priced.best.amountIn,
    quotedOut: terms?.quotedOut || priced.best.amountOut,
  }
  return { ...facts, seal: seals.seal(tradeText(facts)) }
}
