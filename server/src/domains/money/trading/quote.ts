/** One quote: the best current route, its costs and its guaranteed amount. */

import { boughtWithFee, feeOf } from '@tunjo/contract/fee-schedule'
import { ASSETS, type AssetCode, formatUnits, perAsset } from '@tunjo/contract/money'
import type { Quote } from '@tunjo/contract/trading'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { isChainToken, tokenBySymbol } from '../../../chain/tokens.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isRefusal, refuse, refuseIf } from '../../../platform/http/refusal.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { TradingSettings } from './config.ts'
import { type PlatformFeeRate, platformFeeRate } from './fees/platform-fee-rate.ts'
import type { Market, MarketReading } from './market.ts'
import { sealQuote } from './quote-id.ts'
import { etherPrice } from './rank-quotes.ts'
import { divideUp, percentText, poolRatio, type Ratio, ratioText, wholeTokens } from './ratios.ts'
import { type Bounds, boundsOf, checkMinimum, impactLevel, minimumSold, type Order, type OrderText, parseOrder } from './rules.ts'
import { planFeePpm, planImpactPpm, planOf, planPrice, type SwapPlan } from './swap-plan.ts'
import { viewRoutes } from './view-routes.ts'

export const QUOTE_LIFETIME_MS = 30_000
/** Gas of the router and the transaction itself, in addition to the pools. */
export const OVERHEAD_GAS = 90_000n
const PPM_OF_BPS = 100n

export interface PricedOrder extends Order {
  readonly best: SwapPlan
  /** Price of the pools on the routes before fees and impact, in base units. */
  readonly market: Ratio
  readonly impactPpm: bigint
  readonly bounds: Bounds
  readonly networkFeeWei: bigint
  /** Network fee of the customer, in base units of the bought asset; on chain this much more is bought than they get. */
  readonly networkFeeOut: bigint
  readonly networkFeeCop: bigint
  readonly networkFeeUsd: string
  /** Platform fee in the same units, and the version of its rates. */
  readonly houseFeeOut: bigint
  readonly feeVersion: number
}

/** Fees of a sealed quote: a trade pays these, despite later versions. */
export type AgreedFees = Pick<PricedOrder, 'networkFeeOut' | 'houseFeeOut' | 'feeVersion'>

export interface QuoteContext {
  readonly settings: Pick<TradingSettings, 'minimums' | 'confirmedImpactBps' | 'maximumImpactBps'>
  readonly market: Market
  readonly deployment: ChainDeployment
  readonly clock: Clock
  readonly db: Database
  /** Key that seals quotes, derived from the processes' shared secret, which is not in the database. */
  readonly quoteKey: Buffer
}

/**
 * With the fees of a sealed quote, or by the current platform rate. Fees are taken from the bought asset: for an input order less is
 * received, for an output order correspondingly more is bought.
 */
export async function priceOrder(context: QuoteContext, order: Order, terms: AgreedFees | PlatformFeeRate): Promise<PricedOrder> {
  const agreed = 'houseFeeOut' in terms ? terms : null
  const fresh = order.tradeType === 'input' || !agreed ? await readBest(context, order, order.amount) : null
  const networkFeeOut = agreed?.networkFeeOut ?? (fresh ? networkFeeIn(context, fresh, order.tokenOut) : 0n)
  const { priced, houseFeeOut: platformFeeOut } = await withPlatformFee(context, order, { fresh, networkFeeOut, terms })
  const { best, reading } = priced
  const networkFeeWei = weiOf(priced)
  return {
    ...order,
    best,
    market: planPrice(best, reading.poolPrices) ?? refuse('blockchain.unavailable'),
    impactPpm: planImpactPpm(best, reading.poolPrices) ?? refuse('blockchain.unavailable'),
    bounds: boundsOf(order.tradeType, best.amountIn, best.amountOut, order.slippagePpm),
    networkFeeWei,
    networkFeeOut,
    houseFeeOut: platformFeeOut,
    feeVersion: 'version' in terms ? terms.version : terms.feeVersion,
    networkFeeUsd: feeUsd(context.deployment, reading, networkFeeWei),
    networkFeeCop: networkFeeIn(context, priced, tokenBySymbol('COPT')),
  }
}

interface Unfinished {
  readonly fresh: BestReading | null
  readonly networkFeeOut: bigint
  readonly terms: AgreedFees | PlatformFeeRate
}

/** The platform fee applies to everything that is bought, including the part that pays the fees. */
async function withPlatformFee(context: QuoteContext, order: Order, { fresh, networkFeeOut, terms }: Unfinished) {
  if (fresh && order.tradeType === 'input')
    return { priced: fresh, houseFeeOut: 'houseFeeOut' in terms ? terms.houseFeeOut : feeOf(fresh.best.amountOut, terms.takerBps) }
  const wanted = order.amount + networkFeeOut
  const platformFeeOut = 'houseFeeOut' in terms ? terms.houseFeeOut : boughtWithFee(wanted, terms.takerBps) - wanted
  return { priced: await readBest(context, order, wanted + platformFeeOut), houseFeeOut: platformFeeOut }
}

/** Part of the amount bought on chain that is not the customer's. */
export const feesOut = ({ networkFeeOut, houseFeeOut: platformFeeOut }: Pick<AgreedFees, 'networkFeeOut' | 'houseFeeOut'>): bigint =>
  networkFeeOut + platformFeeOut

interface BestReading {
  readonly best: SwapPlan
  readonly reading: MarketReading
}

async function readBest({ market, deployment, settings }: QuoteContext, order: Order, amount: bigint): Promise<BestReading> {
  const { tokenIn, tokenOut, tradeType } = order
  const [addressIn, addressOut] = [addressOf(deployment, tokenIn), addressOf(deployment, tokenOut)]
  const reading = await market.read({ tokenIn: addressIn, tokenOut: addressOut, tradeType, amount })
  const [best] = reading.quotes
  const routes = reading.split ?? (best && [best])
  if (routes) return { best: planOf(routes), reading }
  // Amounts below the dust threshold have no route.
  if (tradeType === 'input') refuseIf(checkMinimum(amount, settings.minimums[tokenIn.ledgerAsset], tokenIn))
  refuse('trading.no_route')
}

const weiOf = ({ best, reading }: BestReading): bigint => (best.swapGas + OVERHEAD_GAS) * reading.gasPriceWei

/** Base units of a token, by the pools from ether to it, rounded up, since the customer pays it. */
function networkFeeIn({ deployment }: Pick<QuoteContext, 'deployment'>, priced: BestReading, token: { symbol: string }): bigint {
  return weiIn(deployment, priced.reading, weiOf(priced), token)
}

function weiIn(deployment: ChainDeployment, reading: MarketReading, wei: bigint, token: { symbol: string }): bigint {
  const price = etherPrice(deployment.pools, deployment.tokens.WETH, addressOf(deployment, token), reading.poolPrices)
  if (!price) refuse('blockchain.unavailable')
  return divideUp(wei * price.numerator, price.denominator)
}

/** Sample amount of ether for reading the pools; it has no effect on the result. */
const ASKED_WEI = 10n ** 15n

/** Current network fee of a call with this gas, in base units of each asset, rounded up. */
export async function networkFee(
  { market, deployment }: Pick<QuoteContext, 'market' | 'deployment'>,
  gas: bigint,
): Promise<Readonly<Record<AssetCode, bigint>>> {
  const { WETH, COPT } = deployment.tokens
  const reading = await market.read({ tokenIn: WETH, tokenOut: COPT, tradeType: 'input', amount: ASKED_WEI })
  return perAsset((asset) => weiIn(deployment, reading, gas * reading.gasPriceWei, { symbol: ASSETS[asset].token }))
}

/** Throws the refusals of the contract's `quote`. */
export async function quote(context: QuoteContext, accountId: string, asked: OrderText): Promise<Quote> {
  const order = parseOrder(asked)
  if (isRefusal(order)) refuse(order.code, order.params)
  const rate = await platformFeeRate(context, accountId, order)
  const priced = await priceOrder(context, order, rate)
  const { tokenIn, tokenOut, tradeType, amount, best, bounds, market } = priced
  const routes = viewRoutes(context.deployment, priced, best.routes)
  const expiresAt = new Date(context.clock.now().getTime() + QUOTE_LIFETIME_MS)
  const { networkFeeOut, houseFeeOut: platformFeeOut, feeVersion } = priced
  const agreed = { networkFeeOut, houseFeeOut: platformFeeOut, feeVersion }
  const quoted = { quotedIn: best.amountIn, quotedOut: best.amountOut }
  const terms = { tokenIn: tokenIn.id, tokenOut: tokenOut.id, tradeType, amount, ...bounds, expiresAt, ...agreed, ...quoted }
  return {
    expected_output: formatUnits(afterFee(best.amountOut, feesOut(agreed)), tokenOut.decimals),
    input_amount: formatUnits(best.amountIn, tokenIn.decimals),
    network_fee_usd: priced.networkFeeUsd,
    network_fee: formatUnits(networkFeeOut, tokenOut.decimals),
    network_fee_cop: formatUnits(priced.networkFeeCop, tokenBySymbol('COPT').decimals),
    house_fee: formatUnits(platformFeeOut, tokenOut.decimals),
    house_fee_percent: percentOfBps(rate.takerBps),
    path: [...(best.routes[0]?.route.tokens ?? [])],
    hops: routes[0]?.hops ?? [],
    routes,
    liquidity_fee_percent: percentText(planFeePpm(best)),
    price_impact_percent: percentText(priced.impactPpm),
    price_impact_level: impactLevel(priced.impactPpm, context.settings),
    market_price: ratioText(wholeTokens(market, tokenIn, tokenOut)),
    price: ratioText(wholeTokens({ numerator: best.amountOut, denominator: best.amountIn }, tokenIn, tokenOut)),
    minimum_received: formatUnits(afterFee(bounds.minimumOut, feesOut(agreed)), tokenOut.decimals),
    maximum_sold: formatUnits(bounds.maximumIn, tokenIn.decimals),
    minimum_trade: formatUnits(minimumSold(priced, context.settings.minimums[tokenIn.ledgerAsset]), tokenIn.decimals),
    slippage_percent: percentText(priced.slippagePpm),
    quote_id: sealQuote(context.quoteKey, accountId, terms),
    expires_at: expiresAt.toISOString(),
  }
}

export const percentOfBps = (bps: number): string => percentText(BigInt(bps) * PPM_OF_BPS)

/** Nothing is left of an amount that is less than its fee. */
const afterFee = (bought: bigint, fee: bigint): bigint => (bought > fee ? bought - fee : 0n)

export function addressOf(deployment: ChainDeployment, { symbol }: { symbol: string }): `0x${string}` {
  return isChainToken(symbol) ? deployment.tokens[symbol] : refuse('trading.token_unknown')
}

/** Network fee in USD, with six decimals, by the ether price of the deepest pool. Without a price the fee is unknown: '0'. */
function feeUsd(deployment: ChainDeployment, { poolPrices }: Pick<MarketReading, 'poolPrices'>, feeWei: bigint): string {
  const { WETH, USDC } = deployment.tokens
  const pool = deployment.pools.find(({ token0, token1 }) => [token0, token1].includes(WETH) && [token0, token1].includes(USDC))
  const sqrtPrice = pool && poolPrices.get(pool.address)
  if (!sqrtPrice) return '0'
  const { numerator, denominator } = poolRatio(sqrtPrice, pool.token0 === WETH)
  const usdcUnits = (feeWei * numerator + denominator - 1n) / denominator
  return formatUnits(usdcUnits, tokenBySymbol('USDC').decimals)
}
