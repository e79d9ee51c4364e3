/** Prices on chain, read in one call: every route quoted by Uniswap's own quoter, and every pool's price. */
import { BaseError, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import type { ChainDeployment, Pool } from '../../../chain/deployment.ts'
import { POOL_ABI, QUOTER_ABI } from '../../../chain/uniswap.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { CallResult, ChainReads } from '../blockchain/index.ts'
import { encodeRoute, findRoutes, type Route } from './path-finder.ts'
import { gasCostOf, rankQuotes } from './rank-quotes.ts'

export interface RouteQuote {
  readonly route: Route
  /** Base units of the first and the last token. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly swapGas: bigint
}
export interface MarketReading {
  /** Best first, after the gas of each. Empty when no route has the liquidity. */
  readonly quotes: readonly RouteQuote[]
  /** Two routes without a common pool that together bring more than the best one, after gas. Only local states are searched for them. */
  readonly split: readonly [RouteQuote, RouteQuote] | null
  /** Square root prices of all pools, 96 fraction bits, by pool address. */
  readonly poolPrices: ReadonlyMap<string, bigint>
  readonly gasPriceWei: bigint
}

export interface MarketQuestion {
  readonly tokenIn: Hex
  readonly tokenOut: Hex
  readonly tradeType: 'input' | 'output'
  /** Base units of the token that the type names. */
  readonly amount: bigint
}

type PriceReads = Pick<ChainReads, 'callMany' | 'gasPriceWei'>
type PriceSources = Pick<ChainDeployment, 'pools' | 'quoter'> & { readonly tokens: Pick<ChainDeployment['tokens'], 'WETH'> }

export interface Market {
  read(question: MarketQuestion): Promise<MarketReading>
}

const QUOTE_GAS = 3_000_000n
const SLOT0_GAS = 50_000n
const CACHE_MS = 2_000
const MAXIMUM_CACHED = 500

/** Results of the last two seconds are reused, so that many screens that refresh cost one call (SEC-57). */
export function createMarket(reads: PriceReads, deployment: PriceSources): Market {
  const cache = new Map<string, { at: number; reading: Promise<MarketReading> }>()
  return {
    read(question) {
      const { tokenIn, tokenOut, tradeType, amount } = question
      const key = `${tokenIn} ${tokenOut} ${tradeType} ${amount}`
      const now = performance.now()
      const known = cache.get(key)
      if (known && now - known.at < CACHE_MS) return known.reading
      const reading = readMarket(reads, deployment, question)
      reading.catch(() => cache.delete(key))
      if (cache.size >= MAXIMUM_CACHED) cache.clear()
      cache.set(key, { at: now, reading })
      return reading
    },
  }
}

async function readMarket(reads: PriceReads, deployment: PriceSources, question: MarketQuestion): Promise<MarketReading> {
  const routes = findRoutes(deployment.pools, question.tokenIn, question.tokenOut)
  const quoteCalls = routes.map((route) => ({ target: deployment.quoter, gasLimit: QUOTE_GAS, callData: quoteCall(route, question) }))
  const priceCalls = deployment.pools.map((pool) => ({ target: pool.address, gasLimit: SLOT0_GAS, callData: SLOT0_CALL }))
  const [results, gasPriceWei] = await Promise.all([reads.callMany([...quoteCalls, ...priceCalls]), reads.gasPriceWei()])
  try {
    const quotes = routes.flatMap((route, index) => decodeQuote(route, question, results[index]))
    const poolPrices = decodePrices(deployment.pools, results.slice(routes.length))
    const sources = { pools: deployment.pools, weth: deployment.tokens.WETH }
    const ranked = rankQuotes(quotes, question, gasCostOf({ poolPrices, gasPriceWei }, question, sources))
    return { quotes: ranked, split: null, poolPrices, gasPriceWei }
  } catch (error) {
    // The contracts have a known format: an undecodable answer does not come from them.
    if (error instanceof BaseError) refuse('blockchain.unavailable')
    throw error
  }
}

const SLOT0_CALL = encodeFunctionData({ abi: POOL_ABI, functionName: 'slot0' })

function quoteCall(route: Route, { tradeType, amount }: MarketQuestion): Hex {
  const functionName = tradeType === 'input' ? 'quoteExactInput' : 'quoteExactOutput'
  return encodeFunctionData({ abi: QUOTER_ABI, functionName, args: [encodeRoute(route, tradeType), amount] })
}

/** A route without the liquidity reverts: it is skipped, and is no error. */
function decodeQuote(route: Route, { tradeType, amount }: MarketQuestion, result: CallResult | undefined): RouteQuote[] {
  if (!result?.success) return []
  const functionName = tradeType === 'input' ? 'quoteExactInput' : 'quoteExactOutput'
  const [other, , , swapGas] = decodeFunctionResult({ abi: QUOTER_ABI, functionName, data: result.returnData })
  if (other === 0n) return []
  const [amountIn, amountOut] = tradeType === 'input' ? [amount, other] : [other, amount]
  return [{ route, amountIn, amountOut, swapGas }]
}

function decodePrices(pools: readonly Pool[], results: readonly CallResult[]): Map<string, bigint> {
  const prices = results.flatMap((result, index): [string, bigint][] => {
    const pool = pools[index]
    if (!result.success || !pool) return []
    const [sqrtPriceX96] = decodeFunctionResult({ abi: POOL_ABI, functionName: 'slot0', data: result.returnData })
    return [[pool.address, sqrtPriceX96]]
  })
  return new Map(prices)
}
