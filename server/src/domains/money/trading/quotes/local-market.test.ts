import { expect, it } from 'vitest'
import type { Pool } from '../../../../chain/deployment.ts'
import type { MarketReading } from '../market.ts'
import { countQuotes } from './count-quotes.ts'
import type { NoState, PoolsAtBlock } from './follow-pools.ts'
import { createLocalMarket } from './local-market.ts'
import { applyEvent, type PoolState } from './pool-state.ts'

const TOKENS = ['0x00000000000000000000000000000000000000a1', '0x00000000000000000000000000000000000000b2'] as const
const [SOLD, BOUGHT] = TOKENS
const pool = (address: `0x${string}`, fee: Pool['fee']): Pool => ({ address, token0: SOLD, token1: BOUGHT, fee })
const CHEAP = pool('0x00000000000000000000000000000000000000c3', 500)
const DEEP = pool('0x00000000000000000000000000000000000000d4', 3000)
const question = { tokenIn: SOLD, tokenOut: BOUGHT, tradeType: 'input' as const, amount: 1_000_000n }
const FROM_NODE: MarketReading = { quotes: [], split: null, poolPrices: new Map(), gasPriceWei: 7n }

function stateOf(fee: bigint, tickSpacing: number, liquidity: bigint): PoolState {
  const empty = { fee, tickSpacing, sqrtPrice: 1n << 96n, tick: 0, liquidity: 0n, ticks: [], nets: [], grosses: [] }
  return applyEvent(empty, { kind: 'liquidity', lower: -600, upper: 600, change: liquidity })
}

function marketOver(current: PoolsAtBlock | NoState) {
  const { figures, onAnswer } = countQuotes()
  const deployment = { pools: [CHEAP, DEEP], tokens: { WETH: SOLD } }
  const market = createLocalMarket({
    follower: { current: async () => current },
    node: { read: async () => FROM_NODE },
    deployment,
    onAnswer,
  })
  return { market, counted: async () => Object.entries(await figures.read()).filter(([, count]) => count > 0) }
}

it('issue 35 answers from fresh states without the node, and counts it', async () => {
  const states = new Map([
    [CHEAP.address, stateOf(500n, 10, 10n ** 12n)],
    [DEEP.address, stateOf(3000n, 60, 10n ** 15n)],
  ])
  const head = { number: 1n, hash: '0x01', parentHash: '0x00' } as const
  const { market, counted } = marketOver({ head, states, gasPriceWei: 0n })
  const { quotes } = await market.read(question)
  expect(quotes.map(({ route }) => route.pools[0]?.fee)).toEqual([500, 3000])
  expect(quotes[0]?.amountOut).toBe(999_499n)
  // The cheap pool has too little for this amount.
  const large = await market.read({ ...question, amount: 10n ** 11n })
  expect(large.quotes[0]?.route.pools[0]?.fee).toBe(3000)
  expect(await counted()).toEqual([['answered:local', 2]])
})

it.each(['starting', 'late', 'unfit', 'node_unavailable'] as const)(
  'issue 35 lets the node answer while the state is %s, with that reason',
  async (reason) => {
    const { market, counted } = marketOver(reason)
    expect(await market.read(question)).toBe(FROM_NODE)
    expect(await counted()).toEqual([
      ['answered:node', 1],
      [`from_node:${reason}`, 1],
    ])
  },
)
