/** Gas that quotes count, against the gas of receipts: for one, two and three hops, alone and as one of two routes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog, startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createChainBlocks } from '../blockchain/chain-blocks.ts'
import { createChainReads } from '../blockchain/chain-reads.ts'
import { readChainSettings } from '../blockchain/config.ts'
import type { RouteQuote } from './market.ts'
import { findRoutes, type Route } from './path-finder.ts'
import { OVERHEAD_GAS } from './quote.ts'
import { quoteRoute } from './quotes/quote-route.ts'
import { readPools } from './quotes/read-pools.ts'
import { swapCall } from './swap-call.ts'
import { planOf, SECOND_CALL_GAS } from './swap-plan.ts'

/** 20,000 pesos, which move no pool over a tick. */
const SOLD = 2_000_000n
let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 60_000)
afterAll(() => chain.destroy())

async function quoted(routes: readonly Route[]): Promise<RouteQuote[]> {
  const { deployment, client, env } = chain
  const reads = createChainReads({ ...chain, log: silentLog, settings: readChainSettings(env, { profile: 'demo' }) })
  const { hash } = await createChainBlocks(client).newest()
  const pools = [...new Set(routes.flatMap((route) => route.pools))]
  const states = new Map(
    (await readPools(reads, hash, pools)).map((state, index) => [pools[index]?.address ?? deployment.quoter, state] as const),
  )
  return routes.map((route) => {
    const found = quoteRoute(states, route, 'input', SOLD)
    if (!found) throw new Error('the pools do not have that much')
    return { route, amountIn: SOLD, amountOut: found.amount, swapGas: found.gas }
  })
}

/** Estimate that a customer's network fee is computed from, and the gas of the executed swap. */
async function gasOf(routes: readonly Route[]) {
  const { hotWallet, swapRouter } = chain.deployment
  const plan = planOf(await quoted(routes))
  const data = swapCall({ ...plan, tradeType: 'input', bounds: { maximumIn: plan.amountIn, minimumOut: 1n }, recipient: hotWallet })
  const { hash, status } = await chain.send('hot', swapRouter, data)
  expect(status).toBe('success')
  const { gasUsed } = await chain.client.getTransactionReceipt({ hash })
  return { estimate: plan.swapGas + OVERHEAD_GAS, used: gasUsed }
}

/** The shortest route of each number of hops that passes none of these pools. */
function routeOf(hops: number, without: Route['pools'] = []): Route | undefined {
  const { pools, tokens } = chain.deployment
  const others = pools.filter((pool) => !without.includes(pool))
  return findRoutes(others, tokens.COPT, tokens.USDT).find((route) => route.pools.length === hops)
}

const HOPS = [1, 2, 3]

it('issue 35 the gas of a quote covers the receipt of one, two and three hops, and the second call of a split costs what was measured', async () => {
  const alone = new Map<number, bigint>()
  for (const hops of HOPS) {
    const route = routeOf(hops)
    if (!route) throw new Error(`no route of ${hops} hops`)
    // The first swap over a pool also writes its first fees.
    await gasOf([route])
    const { estimate, used } = await gasOf([route])
    expect(estimate).toBeGreaterThanOrEqual(used)
    alone.set(hops, used)
  }
  const usedAlone = (hops: number) => alone.get(hops) ?? 0n
  const perTransaction = 2n * usedAlone(1) - usedAlone(2)
  const pairs = HOPS.flatMap((hops) => HOPS.map((more) => [routeOf(hops), routeOf(more, routeOf(hops)?.pools)] as const))
  const found = pairs.flatMap(([one, other]) => (one && other ? [[one, other]] : []))
  expect(found.length).toBeGreaterThanOrEqual(5)
  for (const routes of found) {
    await gasOf(routes)
    const { estimate, used } = await gasOf(routes)
    const [first = 0n, second = 0n] = routes.map(({ pools }) => usedAlone(pools.length))
    expect(estimate).toBeGreaterThanOrEqual(used)
    const ofSecondCall = Number(used - first - (second - perTransaction))
    expect(Math.abs(ofSecondCall - Number(SECOND_CALL_GAS))).toBeLessThan(1_000)
  }
}, 240_000)
