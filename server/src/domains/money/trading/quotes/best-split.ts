/**
 * Best split of an amount over two routes without a common pool. What a route brings is concave in what it sells, and the routes do not move
 * each other's prices, so the best split is where the next unit brings the same on both. Prices at the margin are floating point numbers: they
 * only choose which splits are computed, and each amount is exact.
 */
import type { Pool } from '../../../../chain/deployment.ts'
import type { MarketQuestion, RouteQuote } from '../market.ts'
import type { Route } from '../path-finder.ts'
import { rankQuotes } from '../rank-quotes.ts'
import { planOf } from '../swap-plan.ts'
import { type PoolGraph, quoteRoutes } from './best-routes.ts'
import { type QuotedRoute, quoteRoute, type RouteStates, type TradeType } from './quote-route.ts'
import { spotRate } from './spot-rate.ts'

export interface SplitSearch {
  readonly graph: PoolGraph
  readonly states: RouteStates
  readonly question: MarketQuestion
  /** Routes of the whole amount, best first after gas. */
  readonly singles: readonly RouteQuote[]
  /** Gas in the token whose amount is not given. */
  readonly costOf: (gas: bigint) => bigint
}

export type Split = readonly [RouteQuote, RouteQuote]

/** No smaller part of the amount is sent over a second route. */
const LEAST_SHARE = 100n
/** The signer refuses a call with more than twice this gas. */
const GAS_MAX = 1_000_000n
const SEEDS = 3
const COMPANIONS = 2
const HALF = 2n
/** Parts of the amount at which a companion is searched, since a pool with the best price for little has a share too. */
const PARTS = [HALF, 8n, 32n]
const PAIRS_SOLVED = 6

/** Null when no split brings more after gas than the best single route. */
export function bestSplit(search: SplitSearch): Split | null {
  const { question, singles } = search
  const [single] = singles
  const least = single ? netOf(search, [single]) : null
  if (question.amount < LEAST_SHARE || (single && !mayGain(search, single))) return null
  let best: { readonly split: Split; readonly value: bigint } | null = null
  for (const pair of pairsOf(search).slice(0, PAIRS_SOLVED)) {
    const floor = best?.value ?? least
    if (floor !== null && pair.bound <= Number(floor)) continue
    for (const split of splitsOf(search, pair)) {
      const value = netOf(search, split)
      if ((floor === null || value > floor) && (best === null || value > best.value) && planOf(split).swapGas < GAS_MAX)
        best = { split, value }
    }
  }
  return best?.split ?? null
}

/** The amount that is not given, after gas: more is better. */
function netOf({ question, costOf }: SplitSearch, routes: readonly RouteQuote[]): bigint {
  const { amountIn, amountOut, swapGas } = planOf(routes)
  return (question.tradeType === 'input' ? amountOut : -amountIn) - costOf(swapGas)
}

/** Floating point numbers have 53 bits; a bound that is nearer than this decides nothing. */
const ROUNDING = 1e-9

/** False when not even the best price of any route, for the whole amount, would pay the gas of a second one. */
function mayGain({ graph, states, question, costOf }: SplitSearch, single: RouteQuote): boolean {
  const { tokenIn, tokenOut, tradeType, amount } = question
  const rate = spotRate(graph, states, tokenIn, tokenOut)
  const quoted = Number(tradeType === 'input' ? single.amountOut : single.amountIn)
  const ideal = tradeType === 'input' ? Number(amount) * rate : Number(amount) / rate
  const gain = tradeType === 'input' ? ideal - quoted : quoted - ideal
  return gain + quoted * ROUNDING > Number(costOf(planOf([single, single]).swapGas / 2n))
}

interface Pair {
  readonly one: Route
  readonly other: Route
  /** Each with half of the amount; null where a route has not so much. */
  readonly halves: readonly [QuotedRoute | null, QuotedRoute | null]
  /** No split of this pair brings more, even without gas. */
  readonly bound: number
}

/** Pairs of routes without a common pool, by the most that they could bring. */
function pairsOf(search: SplitSearch): Pair[] {
  const { graph, states, question, singles, costOf } = search
  const bestOf = (parts: bigint, without?: ReadonlySet<Pool>) =>
    rankQuotes(quoteRoutes(graph, states, { ...question, amount: question.amount / parts }, without).filter(isWithinGas), question, costOf)
  const seeds = uniqueRoutes([...singles.slice(0, 1), ...bestOf(HALF).slice(0, SEEDS)])
  const pairs = new Map<string, Pair>()
  for (const one of seeds) {
    const without = new Set(one.pools)
    const others = uniqueRoutes(PARTS.flatMap((parts) => bestOf(parts, without).slice(0, COMPANIONS)))
    for (const other of others) {
      const key = [keyOf(one), keyOf(other)].toSorted().join(' ')
      if (!pairs.has(key)) pairs.set(key, pairAt(search, one, other))
    }
  }
  return [...pairs.values()].toSorted((a, b) => b.bound - a.bound)
}

/** The tangents at equal shares are above what a route brings with any other share. */
function pairAt({ states, question: { tradeType, amount } }: SplitSearch, one: Route, other: Route): Pair {
  const halves = [quotePart(states, one, tradeType, amount - amount / 2n), quotePart(states, other, tradeType, amount / 2n)] as const
  const [a, b] = halves
  if (!a || !b) return { one, other, halves, bound: Number.POSITIVE_INFINITY }
  const sum = Number(a.amount + b.amount)
  const slopeOf = ({ rate }: QuotedRoute) => (tradeType === 'input' ? rate : 1 / rate)
  const spread = (Math.abs(slopeOf(a) - slopeOf(b)) * Number(amount)) / 2
  return { one, other, halves, bound: (tradeType === 'input' ? sum : -sum) + spread + sum * ROUNDING }
}

const isWithinGas = ({ swapGas }: RouteQuote): boolean => swapGas < GAS_MAX

/** Null also where the liquidity of a route ends, which takes the gas of all ticks that are left. */
function quotePart(states: RouteStates, route: Route, tradeType: TradeType, given: bigint): QuotedRoute | null {
  const quoted = quoteRoute(states, route, tradeType, given)
  return quoted && quoted.gas < GAS_MAX ? quoted : null
}

const keyOf = ({ pools }: Route): string => pools.map(({ address }) => address).join('>')
const uniqueRoutes = (quotes: readonly RouteQuote[]): Route[] => [...new Map(quotes.map(({ route }) => [keyOf(route), route])).values()]

const STEPS = 12
/** Prices at the margin that differ by less cannot be improved by a share worth its computation. */
const NEAR = 1e-6

/** Splits at which the pair was computed, towards equal prices at the margin. */
function splitsOf({ states, question: { tradeType, amount } }: SplitSearch, { one, other, halves }: Pair): Split[] {
  const found: Split[] = []
  let difference = compare(amount / 2n, ...halves)
  let [low, high] = difference > 0 ? [amount / 2n, amount - amount / LEAST_SHARE] : [amount / LEAST_SHARE, amount / 2n]
  let [atLow, atHigh] = difference > 0 ? [difference, Number.NaN] : [Number.NaN, difference]
  for (let step = 0; step < STEPS && Math.abs(difference) > NEAR && high - low > 1n; step++) {
    const share = nextShare(low, high, atLow, atHigh)
    difference = compare(share, quotePart(states, one, tradeType, amount - share), quotePart(states, other, tradeType, share))
    if (difference > 0) [low, atLow, atHigh] = [share, difference, atHigh / 2]
    else [high, atHigh, atLow] = [share, difference, atLow / 2]
  }
  return found

  /** Above zero while the second route still pays more for the next unit. */
  function compare(share: bigint, first: QuotedRoute | null, second: QuotedRoute | null): number {
    if (first && second) found.push(splitAt(tradeType, [one, first, amount - share], [other, second, share]))
    if (!first || !second) return second ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    // Bounded, since the price where liquidity ends would draw every next share to the other end.
    return Math.min(Math.max(Math.log(second.rate) - Math.log(first.rate), -1), 1)
  }
}

/** Where the straight line between the ends crosses zero; the middle while an end is unknown (Illinois method). */
function nextShare(low: bigint, high: bigint, atLow: number, atHigh: number): bigint {
  const part = atLow / (atLow - atHigh)
  const isKnown = Number.isFinite(part) && part > 0 && part < 1
  const offset = ((high - low) * BigInt(Math.round((isKnown ? part : 0.5) * 1e9))) / 1_000_000_000n
  const share = low + offset
  return share <= low ? low + 1n : share >= high ? high - 1n : share
}

type Part = readonly [Route, QuotedRoute, bigint]

const splitAt = (tradeType: TradeType, ...parts: readonly [Part, Part]): Split => {
  const [one, other] = parts.map(
    ([route, { amount, gas }, given]): RouteQuote =>
      tradeType === 'input'
        ? { route, amountIn: given, amountOut: amount, swapGas: gas }
        : { route, amountIn: amount, amountOut: given, swapGas: gas },
  )
  return [one, other] as unknown as Split
}
