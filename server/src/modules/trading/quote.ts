/** One quote: the best route of the moment, what it costs and what it guarantees. */
import { formatUnits } from '@tunjo/contract/money'
import type { Quote } from '@tunjo/contract/trading'
import type { ChainDeployment } from '../../chain/deployment.ts'
import { isChainToken, TOKENS, tokenBySymbol } from '../../chain/tokens.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal, refuse, refuseIf } from '../../platform/refusal.ts'
import type { TradingSettings } from './config.ts'
import type { Market, MarketReading, RouteQuote } from './market.ts'
import type { Route } from './path-finder.ts'
import { sealQuote } from './quote-id.ts'
import {
  type Bounds,
  boundsOf,
  checkMinimum,
  feePpm,
  multiply,
  type Order,
  type OrderText,
  parseOrder,
  percentText,
  poolRatio,
  priceImpactPpm,
  type Ratio,
  ratioText,
  wholeTokens,
} from './rules.ts'

export const QUOTE_LIFETIME_MS = 30_000
/** What the router and the transaction itself use besides the pools. */
const OVERHEAD_GAS = 90_000n

export interface PricedOrder extends Order {
  readonly best: RouteQuote
  /** Price of the pools on the way before fees and impact, in base units. */
  readonly market: Ratio
  readonly bounds: Bounds
  readonly networkFeeWei: bigint
  readonly networkFeeUsd: string
}

export interface QuoteContext {
  readonly settings: Pick<TradingSettings, 'minimums'>
  readonly market: Market
  readonly deployment: ChainDeployment
  readonly clock: Clock
  /** Seals quotes; the same in all processes. */
  readonly quoteKey: Buffer
}

export async function priceOrder({ market, deployment, settings }: QuoteContext, order: Order): Promise<PricedOrder> {
  const { tokenIn, tokenOut, tradeType, amount, slippagePpm } = order
  const [addressIn, addressOut] = [addressOf(deployment, tokenIn), addressOf(deployment, tokenOut)]
  const reading = await market.read({ tokenIn: addressIn, tokenOut: addressOut, tradeType, amount })
  const [best] = reading.quotes
  if (!best) {
    // So little buys nothing anywhere.
    if (tradeType === 'input') refuseIf(checkMinimum(amount, settings.minimums[tokenIn.ledgerAsset], tokenIn))
    refuse('trading.no_route')
  }
  const bounds = boundsOf(tradeType, best.amountIn, best.amountOut, slippagePpm)
  const networkFeeWei = (best.swapGas + OVERHEAD_GAS) * reading.gasPriceWei
  const networkFeeUsd = feeUsd(deployment, reading, networkFeeWei)
  const ratio = marketRatio(best.route, reading)
  return { ...order, best, market: ratio, bounds, networkFeeWei, networkFeeUsd }
}

/** Throws the refusals of the contract's `quote`. */
export async function quote(context: QuoteContext, accountId: string, asked: OrderText): Promise<Quote> {
  const order = parseOrder(asked)
  if (isRefusal(order)) refuse(order.code, order.params)
  const priced = await priceOrder(context, order)
  const { tokenIn, tokenOut, tradeType, amount, best, bounds, market } = priced
  const fees = best.route.pools.map((pool) => pool.fee)
  const expiresAt = new Date(context.clock.now().getTime() + QUOTE_LIFETIME_MS)
  const terms = { tokenIn: tokenIn.id, tokenOut: tokenOut.id, tradeType, amount, ...bounds, expiresAt }
  return {
    expected_output: formatUnits(best.amountOut, tokenOut.decimals),
    input_amount: formatUnits(best.amountIn, tokenIn.decimals),
    network_fee_usd: priced.networkFeeUsd,
    path: [...best.route.tokens],
    hops: hopsOf(context.deployment, best.route),
    liquidity_fee_percent: percentText(feePpm(fees)),
    price_impact_percent: percentText(priceImpactPpm(market, fees, best.amountIn, best.amountOut)),
    market_price: ratioText(wholeTokens(market, tokenIn, tokenOut)),
    price: ratioText(wholeTokens({ numerator: best.amountOut, denominator: best.amountIn }, tokenIn, tokenOut)),
    minimum_received: formatUnits(bounds.minimumOut, tokenOut.decimals),
    maximum_sold: formatUnits(bounds.maximumIn, tokenIn.decimals),
    minimum_trade: formatUnits(context.settings.minimums[tokenIn.ledgerAsset], tokenIn.decimals),
    slippage_percent: percentText(priced.slippagePpm),
    quote_id: sealQuote(context.quoteKey, accountId, terms),
    expires_at: expiresAt.toISOString(),
  }
}

export function addressOf(deployment: ChainDeployment, { symbol }: { symbol: string }): `0x${string}` {
  return isChainToken(symbol) ? deployment.tokens[symbol] : refuse('trading.token_unknown')
}

/** USD for a network fee, with six decimals, by the ether price of the deepest pool we have. Null prices count as no fee known: '0'. */
function feeUsd(deployment: ChainDeployment, { poolPrices }: Pick<MarketReading, 'poolPrices'>, feeWei: bigint): string {
  const { WETH, USDC } = deployment.tokens
  const pool = deployment.pools.find(({ token0, token1 }) => [token0, token1].includes(WETH) && [token0, token1].includes(USDC))
  const sqrtPrice = pool && poolPrices.get(pool.address)
  if (!sqrtPrice) return '0'
  const { numerator, denominator } = poolRatio(sqrtPrice, pool.token0 === WETH)
  const usdcUnits = (feeWei * numerator + denominator - 1n) / denominator
  return formatUnits(usdcUnits, tokenBySymbol('USDC').decimals)
}

function marketRatio({ tokens, pools }: Route, { poolPrices }: MarketReading): Ratio {
  return multiply(
    pools.map((pool, index) => poolRatio(poolPrices.get(pool.address) ?? refuse('blockchain.unavailable'), pool.token0 === tokens[index])),
  )
}

function hopsOf(deployment: ChainDeployment, { tokens, pools }: Route): Quote['hops'] {
  const symbolOf = (address: string | undefined) =>
    TOKENS.find(({ symbol }) => isChainToken(symbol) && deployment.tokens[symbol] === address)?.symbol ?? ''
  return pools.map((pool, index) => ({
    pool: pool.address,
    token_in: symbolOf(tokens[index]),
    token_out: symbolOf(tokens[index + 1]),
    fee_percent: percentText(BigInt(pool.fee)),
  }))
}
