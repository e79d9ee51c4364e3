import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { FEE_TIERS } from '../../../../chain/uniswap.ts'
import { askQuoter, type NodeQuote, type Pool, type Question } from './pool-of-node.testing.ts'
import { quoteExactInput, quoteExactOutput } from './pool-quote.ts'
import { applyEvent, checkState, type PoolState } from './pool-state.ts'
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAtTick, tickAtSqrtPrice } from './tick-math.ts'

const QUESTIONS = 8
/** Random pools, with eight amounts each: 24,000 amounts without a difference when 3,000 pools are run. */
const POOLS = 150
let chain: TestChain
let pools: Pool[]

beforeAll(async () => {
  chain = await startTestChain()
  // One of each fee; the balances of WETH are in another place of its storage.
  const ordinary = chain.deployment.pools.filter(({ token0, token1 }) => ![token0, token1].includes(chain.deployment.tokens.WETH))
  pools = ([500, 1000, 3000] as const).flatMap((fee) => ordinary.find((pool) => pool.fee === fee) ?? [])
}, 20_000)
afterAll(() => chain.destroy())

const bigPower = (most: number) =>
  fc.integer({ min: 0, max: most }).chain((bits) => fc.bigInt({ min: 1n << BigInt(bits), max: (1n << BigInt(bits + 1)) - 1n }))

interface Position {
  readonly lower: number
  readonly upper: number
  readonly liquidity: bigint
}

/** Prices in the whole range, next to its ends, and exactly on a tick, also as the price that fell to it. */
const price = fc.oneof(
  bigPower(159).map((value) => (value < MIN_SQRT_PRICE ? MIN_SQRT_PRICE : value >= MAX_SQRT_PRICE ? MAX_SQRT_PRICE - 1n : value)),
  fc.constantFrom(MIN_SQRT_PRICE, MIN_SQRT_PRICE + 1n, MIN_SQRT_PRICE + 2n, MAX_SQRT_PRICE - 1n, MAX_SQRT_PRICE - 2n, 1n << 96n),
  fc.integer({ min: MIN_TICK, max: MAX_TICK - 1 }).map(sqrtPriceAtTick),
  fc.integer({ min: -20, max: 20 }).map((steps) => sqrtPriceAtTick(steps * 60)),
)

function stateOf(pool: Pool, sqrtPrice: bigint, positions: readonly Position[]): PoolState {
  const tickSpacing = FEE_TIERS[pool.fee]
  const empty = { fee: BigInt(pool.fee), tickSpacing, liquidity: 0n, ticks: [], nets: [], grosses: [] }
  const start: PoolState = { ...empty, sqrtPrice, tick: tickAtSqrtPrice(sqrtPrice) }
  const most = Math.floor(MAX_TICK / tickSpacing)
  const centre = Math.floor(start.tick / tickSpacing)
  const clamp = (place: number) => Math.min(Math.max(centre + place, -most), most)
  return positions.reduce((state, { lower, upper, liquidity }) => {
    const [low, high] = [clamp(lower), clamp(upper)].toSorted((a, b) => a - b) as [number, number]
    if (low === high) return state
    return applyEvent(state, { kind: 'liquidity', lower: low * tickSpacing, upper: high * tickSpacing, change: liquidity })
  }, start)
}

const position = fc.record({
  lower: fc.oneof(fc.integer({ min: -400, max: 0 }), fc.integer({ min: -200_000, max: 200_000 })),
  upper: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: -200_000, max: 200_000 })),
  liquidity: bigPower(100),
})
const question: fc.Arbitrary<Question> = fc.record({
  tradeType: fc.constantFrom('input', 'output'),
  sellsToken0: fc.boolean(),
  amount: fc.oneof(
    { weight: 8, arbitrary: bigPower(130) },
    { weight: 1, arbitrary: fc.constantFrom(1n, 2n, (1n << 255n) - 1n, 1n << 255n) },
  ),
})
const questions = fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS })

const local = (state: PoolState, { tradeType, sellsToken0, amount }: Question): NodeQuote =>
  (tradeType === 'input' ? quoteExactInput : quoteExactOutput)(state, sellsToken0, amount)
const withoutGas = (quote: NodeQuote) => quote && { amount: quote.amount, sqrtPriceAfter: quote.sqrtPriceAfter }

describe('issue 35 quotes over one pool', () => {
  it('are equal to the wei to those of QuoterV2, for thousands of amounts over random pools', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 2 }),
        price,
        fc.array(position, { maxLength: 8 }),
        questions,
        fc.boolean(),
        async (which, sqrtPrice, positions, asked, fell) => {
          const pool = pools[which]
          if (!pool) throw new Error('no pool')
          const reached = stateOf(pool, sqrtPrice, positions)
          const isOnTick = fell && reached.ticks.includes(reached.tick) && sqrtPriceAtTick(reached.tick) === sqrtPrice
          const net = reached.nets[reached.ticks.indexOf(reached.tick)] ?? 0n
          const state = isOnTick ? { ...reached, tick: reached.tick - 1, liquidity: reached.liquidity - net } : reached
          checkState(state)
          const expected = await askQuoter(chain, pool, state, asked)
          answered += expected.filter((one) => one !== null).length
          expect(asked.map((one) => withoutGas(local(state, one)))).toEqual(expected.map(withoutGas))
        },
      ),
      { numRuns: POOLS },
    )
    expect(answered).toBeGreaterThan(POOLS)
  }, 30_000)
})
