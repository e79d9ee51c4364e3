/** Market that answers from followed pool states while they are fresh, and from the node otherwise. */
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import type { Market, MarketQuestion, MarketReading } from '../market.ts'
import { gasCostOf, rankQuotes } from '../rank-quotes.ts'
import { type PoolGraph, poolGraph, quoteRoutes } from './best-routes.ts'
import { bestSplit } from './best-split.ts'
import type { NoState, PoolFollower, PoolsAtBlock } from './follow-pools.ts'

/** `fresh`: answered locally; otherwise why the node answered. */
export type AnswerReason = NoState | 'fresh'

export interface LocalMarketParts {
  readonly follower: PoolFollower
  readonly node: Market
  readonly deployment: Pick<ChainDeployment, 'pools'> & { readonly tokens: Pick<ChainDeployment['tokens'], 'WETH'> }
  /** Called once for each reading. */
  readonly onAnswer: (reason: AnswerReason) => void
}

export function createLocalMarket({ follower, node, deployment, onAnswer }: LocalMarketParts): Market {
  const graph = poolGraph(deployment.pools)
  return {
    async read(question) {
      const found = await follower.current()
      if (typeof found === 'string') {
        onAnswer(found)
        return node.read(question)
      }
      onAnswer('fresh')
      return readLocal(graph, found, question, deployment)
    },
  }
}

/** Answer of the states of one block, without a call to the node. */
export function readLocal(
  graph: PoolGraph,
  { states, gasPriceWei }: Pick<PoolsAtBlock, 'states' | 'gasPriceWei'>,
  question: MarketQuestion,
  { pools, tokens }: LocalMarketParts['deployment'],
): MarketReading {
  const poolPrices = pricesOf(states)
  const costOf = gasCostOf({ poolPrices, gasPriceWei }, question, { pools, weth: tokens.WETH })
  const quotes = rankQuotes(
    quoteRoutes(graph, states, question).filter(({ swapGas }) => swapGas < GAS_MAX),
    question,
    costOf,
  )
  return { quotes, split: bestSplit({ graph, states, question, singles: quotes, costOf }), poolPrices, gasPriceWei }
}

/** The node's quoter is asked with this limit too; a swap that passes so many ticks is no offer. */
const GAS_MAX = 3_000_000n

const known = new WeakMap<PoolsAtBlock['states'], MarketReading['poolPrices']>()

function pricesOf(states: PoolsAtBlock['states']): MarketReading['poolPrices'] {
  const earlier = known.get(states)
  if (earlier) return earlier
  const prices = new Map([...states].map(([address, { sqrtPrice }]) => [address as string, sqrtPrice]))
  known.set(states, prices)
  return prices
}
