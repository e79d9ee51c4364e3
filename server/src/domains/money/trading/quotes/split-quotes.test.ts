import fc from 'fast-check'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import type { Pool } from '../../../../chain/deployment.ts'
import { planOf } from '../swap-plan.ts'
import { poolGraph } from './best-routes.ts'
import { readLocal } from './local-market.ts'
import { askRoutes } from './pool-of-node.testing.ts'
import { poolShape, shapedStates } from './random-pools.testing.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 20_000)
afterAll(() => chain.destroy())

/** The balances of WETH are in another place of its storage. */
const somePools = (): Pool[] => {
  const { WETH } = chain.deployment.tokens
  return chain.deployment.pools.filter(({ token0, token1 }) => token0 !== WETH && token1 !== WETH)
}

it('issue 35 a split brings to the wei what QuoterV2 returns for both routes at the same state of random pools', async () => {
  const [pools, { COPT, USDT, BTC, WETH }] = [somePools(), chain.deployment.tokens]
  const graph = poolGraph(pools)
  const shapes = fc.array(poolShape, { minLength: pools.length, maxLength: pools.length })
  const amount = fc.integer({ min: 130, max: 170 }).map((tenths) => BigInt(Math.round(10 ** (tenths / 10))))
  const pair = fc.constantFrom<[Hex, Hex]>([COPT, USDT], [USDT, BTC], [BTC, COPT])
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      shapes,
      amount,
      pair,
      fc.constantFrom('input' as const, 'output' as const),
      async (given, asked, between, tradeType) => {
        const states = shapedStates(pools, given)
        const [tokenIn, tokenOut] = between
        const question = { tokenIn, tokenOut, tradeType, amount: asked }
        const { split } = readLocal(graph, { states, gasPriceWei: 0n }, question, { pools, tokens: { WETH } })
        if (!split) return
        compared++
        const [given1, found] = tradeType === 'input' ? (['amountIn', 'amountOut'] as const) : (['amountOut', 'amountIn'] as const)
        const answers = await askRoutes(
          chain,
          pools,
          states,
          split.map((route) => ({ route: route.route, tradeType, amount: route[given1] })),
        )
        expect(split.map((route) => route[found])).toEqual(answers)
        const plan = planOf(split)
        expect(plan[given1]).toBe(asked)
        expect(plan[found]).toBe(answers.reduce<bigint>((sum, answer) => sum + (answer ?? 0n), 0n))
      },
    ),
    { numRuns: 120 },
  )
  expect(compared).toBeGreaterThan(40)
}, 60_000)
