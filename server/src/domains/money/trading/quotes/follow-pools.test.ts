import fc from 'fast-check'
import { encodeFunctionData, encodeFunctionResult, maxUint256 } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLog, startTestChain, type TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { POSITION_MANAGER_ABI } from '../../../../chain/contracts/uniswap-deployment.ts'
import { FEE_TIERS, QUOTER_ABI, SWAP_ROUTER_ABI } from '../../../../chain/uniswap.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { createLog } from '../../../../platform/observability/log.ts'
import { createChainBlocks } from '../../blockchain/chain-blocks.ts'
import { createChainReads } from '../../blockchain/chain-reads.ts'
import { readChainSettings } from '../../blockchain/config.ts'
import type { ChainBlocks, ChainReads } from '../../blockchain/index.ts'
import { createMarket } from '../market.ts'
import { encodeRoute, findRoutes } from '../path-finder.ts'
import { poolGraph } from './best-routes.ts'
import { followPools, type PoolFollower, type PoolsAtBlock } from './follow-pools.ts'
import { readLocal } from './local-market.ts'
import { readPools } from './read-pools.ts'

let chain: TestChain
let [blocks, reads]: [ChainBlocks, ChainReads] = [] as never
let time = 0

beforeAll(async () => {
  chain = await startTestChain()
  blocks = createChainBlocks(chain.client)
  const log = createLog({ level: 'silent', pretty: false })
  reads = createChainReads({ ...chain, log, settings: readChainSettings(chain.env, { profile: 'demo' }) })
}, 20_000)
afterAll(() => chain.destroy())
beforeEach(() => {
  time = 0
})

/** The pool of the swaps and another: of the highest fee, whose bitmaps have the fewest words to read. */
const somePools = () => chain.deployment.pools.filter(({ fee }) => fee === 3000).slice(0, 2)

interface Changes {
  readonly blocks?: Partial<ChainBlocks>
  readonly reads?: Partial<ChainReads>
}

/** Longer than the node of a busy machine needs. */
const PATIENT_MS = 10_000

function follow(changes: Changes = {}, pools = somePools(), waitMs = PATIENT_MS): PoolFollower {
  const { quoter } = chain.deployment
  const parts = { blocks: { ...blocks, ...changes.blocks }, reads: { ...reads, ...changes.reads } }
  return followPools({ ...parts, pools, quoter, log: silentLog, now: () => time, waitMs })
}

/** Answer of the node in which the quoter, which is asked last, has another amount. */
const withOtherQuote: ChainReads['callManyAt'] = async (hash, calls) => {
  const answers = await reads.callManyAt(hash, calls)
  return answers.map((answer, index) => (index === answers.length - 1 ? { success: true, returnData: OTHER_QUOTE } : answer))
}
const OTHER_QUOTE = encodeFunctionResult({ abi: QUOTER_ABI, functionName: 'quoteExactInput', result: [987_654_321_123n, [], [], 1n] })

/** State after the given time, in which a snapshot may be finished. */
async function later(follower: PoolFollower, ms = 1_001): Promise<PoolsAtBlock | string> {
  time += ms
  return follower.current()
}

async function started(follower: PoolFollower): Promise<PoolsAtBlock> {
  await expect.poll(() => follower.current(), { interval: 20, timeout: 15_000 }).toBeTypeOf('object')
  return stateOf(await follower.current())
}

function stateOf(found: PoolsAtBlock | string): PoolsAtBlock {
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** Equal to a new read of every tick at its block, which is on the chain. The embedded chain mines blocks meanwhile. */
async function expectRead(found: PoolsAtBlock | string): Promise<PoolsAtBlock> {
  const { head, states } = stateOf(found)
  expect((await blocks.head(head.number))?.hash).toBe(head.hash)
  expect([...states.values()]).toEqual(await readPools(reads, head.hash, somePools()))
  return stateOf(found)
}

async function swap(amountIn: bigint): Promise<void> {
  const { tokens, swapRouter, hotWallet } = chain.deployment
  const [route] = findRoutes(somePools(), tokens.COPT, tokens.USDT)
  if (!route) throw new Error('no route')
  const params = { path: encodeRoute(route, 'input'), recipient: hotWallet, deadline: maxUint256, amountIn, amountOutMinimum: 0n }
  const data = encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] })
  expect((await chain.send('hot', swapRouter, data)).status).toBe('success')
}

/** A position of the treasury in the first pool, around its price, or the given number of steps above it. */
async function addPosition(steps = 0): Promise<void> {
  const { positionManager, treasury } = chain.deployment
  const [pool] = somePools()
  if (!pool) throw new Error('no pool')
  const [state] = await readPools(reads, (await blocks.newest()).hash, [pool])
  const spacing = FEE_TIERS[pool.fee]
  const centre = Math.floor((state?.tick ?? 0) / spacing) * spacing
  const range = { tickLower: centre + (steps - 3) * spacing, tickUpper: centre + (steps + 5) * spacing }
  const amounts = { amount0Desired: 5_000_000n, amount1Desired: 5_000_000n, amount0Min: 0n, amount1Min: 0n }
  const { token0, token1, fee } = pool
  const position = { token0, token1, fee, ...range, ...amounts, recipient: treasury, deadline: maxUint256 }
  const data = encodeFunctionData({ abi: POSITION_MANAGER_ABI, functionName: 'mint', args: [position] })
  const mint = encodeFunctionData({ abi: MINT_ABI, functionName: 'mint', args: [treasury, 5_000_000n] })
  for (const token of [token0, token1]) await chain.send('treasury', token, mint)
  expect((await chain.send('treasury', positionManager, data)).status).toBe('success')
}
const MINT_ABI = [
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

describe('issue 35 states of the pools', () => {
  it('begin with a snapshot and follow swaps and positions by their events', async () => {
    const follower = follow()
    expect(await follower.current()).toBe('starting')
    const first = await started(follower)
    await swap(9_000_000n)
    await addPosition()
    await swap(400_000_000n)
    const after = await expectRead(await later(follower))
    expect(after.head.number).toBeGreaterThan(first.head.number)
    expect(after.states).not.toEqual(first.states)
  }, 20_000)

  it('answer for a second without a question to the node, and are compared after it', async () => {
    let asked = 0
    const newest = () => {
      asked++
      return blocks.newest()
    }
    const follower = follow({ blocks: { newest } })
    await started(follower)
    const before = asked
    await follower.current()
    expect(asked).toBe(before)
    await later(follower)
    expect(asked).toBe(before + 1)
  }, 20_000)

  it('do not make a quote wait for a node that hangs, and answer again when it does', async () => {
    const node = { isHanging: false, release: () => {} }
    const newest = async () => {
      if (node.isHanging) await new Promise<void>((resolve) => (node.release = resolve))
      return blocks.newest()
    }
    const follower = follow({ blocks: { newest } }, somePools(), 100)
    await started(follower)
    node.isHanging = true
    const answer = await Promise.race([later(follower), new Promise((resolve) => setTimeout(resolve, 5_000, 'it waited'))])
    expect(answer).toBe('late')
    node.isHanging = false
    node.release()
    await expect.poll(() => follower.current().then((found) => typeof found), { interval: 20, timeout: 5_000 }).toBe('object')
  }, 20_000)

  it('are rolled back with the blocks of a reorganisation', async () => {
    const follower = follow()
    await started(follower)
    const block = Number((await blocks.newest()).number) + 1
    await swap(9_000_000n)
    await swap(8_000_000n)
    const before = await expectRead(await later(follower))
    await chain.reorganiseFrom(block)
    const after = await expectRead(await later(follower))
    expect(after.states).not.toEqual(before.states)
    await swap(1_000_000n)
    await expectRead(await later(follower))
  }, 20_000)

  it('are compared with a new read of every tick, for events that no other check shows', async () => {
    let old: `0x${string}` | null = null
    const logsOf: ChainBlocks['logsOf'] = async (...asked) => (old ? [] : blocks.logsOf(...asked))
    const callManyAt: ChainReads['callManyAt'] = (hash, calls) => reads.callManyAt(old ?? hash, calls)
    const follower = follow({ blocks: { logsOf }, reads: { callManyAt } })
    await started(follower)
    old = (await blocks.newest()).hash
    // Far from the price: neither the price nor the liquidity in range changes.
    await addPosition(50)
    expect(typeof (await later(follower))).toBe('object')
    old = null
    await later(follower, 600_000)
    await expect.poll(() => follower.current(), { interval: 20, timeout: 5_000 }).toBe('unfit')
    time += 5_000
    await started(follower)
    await expectRead(await later(follower))
  }, 20_000)

  it.each([
    ['an event that the node leaves out', 'unfit', { logsOf: async () => [] }],
    ['a quote that is not that of QuoterV2', 'unfit', { callManyAt: withOtherQuote }],
    ['a node that does not answer', 'node_unavailable', { newest: () => refuse('blockchain.unavailable') }],
    ['a chain that is far ahead', 'gap', { newest: async () => ({ ...(await blocks.newest()), number: 99_999n }) }],
    ['a chain of other blocks', 'reorganised', { head: async () => null }],
  ])(
    'are dropped by %s, and read again',
    async (_, reason, faulty: Partial<ChainBlocks & ChainReads>) => {
      let isFaulty = false
      const parts = () => ({ ...blocks, ...reads, ...(isFaulty ? faulty : {}) })
      const follower = follow({
        blocks: { newest: () => parts().newest(), head: (number) => parts().head(number), logsOf: (...asked) => parts().logsOf(...asked) },
        reads: { callManyAt: (...asked) => parts().callManyAt(...asked) },
      })
      await started(follower)
      await swap(7_000_000n)
      await swap(6_000_000n)
      isFaulty = true
      expect(await later(follower)).toBe(reason)
      isFaulty = false
      time += 5_000
      await started(follower)
      await expectRead(await follower.current())
    },
    20_000,
  )

  it('quote the same best amounts over all routes as QuoterV2 at the same block', async () => {
    const { deployment } = chain
    const { states } = await started(follow({}, deployment.pools))
    const [market, graph] = [createMarket(reads, deployment), poolGraph(deployment.pools)]
    const token = fc.constantFrom(...Object.values(deployment.tokens))
    const amount = fc.integer({ min: 0, max: 70 }).chain((bits) => fc.bigInt({ min: 1n, max: 1n << BigInt(bits) }))
    const question = fc.record({ tokenIn: token, tokenOut: token, tradeType: fc.constantFrom('input' as const, 'output' as const), amount })
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        if (asked.tokenIn === asked.tokenOut) return
        const there = await market.read(asked)
        // Without the gas, which is an estimate.
        const local = readLocal(graph, { states, gasPriceWei: 0n }, asked, deployment).quotes
        expect(local.length === 0).toBe(there.quotes.length === 0)
        const best = (quotes: readonly { amountIn: bigint; amountOut: bigint }[]) =>
          quotes.map((one) => (asked.tradeType === 'input' ? -one.amountOut : one.amountIn)).toSorted((a, b) => (a < b ? -1 : 1))[0]
        expect(best(local)).toBe(best(there.quotes))
        for (const { route, amountIn, amountOut, swapGas } of local) {
          const same = there.quotes.find(
            (one) => one.route.pools.map(({ address }) => address).join() === route.pools.map(({ address }) => address).join(),
          )
          expect(same && [same.amountIn, same.amountOut]).toEqual([amountIn, amountOut])
          expect(Number(swapGas) / Number(same?.swapGas)).toBeCloseTo(1, 0)
        }
      }),
      { numRuns: 60 },
    )
  }, 30_000)
})
