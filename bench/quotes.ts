/**
 * Quotes computed locally against QuoterV2 over RPC, in one run on the embedded chain: every amount is compared, and the time of each is
 * measured. Then the growth with the number of pools, over random tokens with about three pools a token. Passes when no amount differs,
 * the local p50 is a hundred times faster, its p99 at three tokens and twelve pools is within 5 ms, and 500 pools take less than 500/12
 * of the time of 12.
 *
 *   npx tsx bench/quotes.ts [questions, default 300] [seed, default 20261130]
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLog, startTestChain } from '../dev/embedded/chain/testing.ts'
import type { Pool } from '../server/src/chain/deployment.ts'
import { FEE_TIERS, type FeeTier } from '../server/src/chain/uniswap.ts'
import { createChainBlocks } from '../server/src/domains/money/blockchain/chain-blocks.ts'
import { createChainReads } from '../server/src/domains/money/blockchain/chain-reads.ts'
import { readChainSettings } from '../server/src/domains/money/blockchain/config.ts'
import { createMarket, type MarketQuestion } from '../server/src/domains/money/trading/market.ts'
import { poolGraph } from '../server/src/domains/money/trading/quotes/best-routes.ts'
import { followPools, type PoolsAtBlock } from '../server/src/domains/money/trading/quotes/follow-pools.ts'
import { readLocal } from '../server/src/domains/money/trading/quotes/local-market.ts'
import { applyEvent, type PoolState } from '../server/src/domains/money/trading/quotes/pool-state.ts'
import { sqrtPriceAtTick } from '../server/src/domains/money/trading/quotes/tick-math.ts'
import { recordFigure } from './figures.ts'

type Hex = Pool['address']

const questions = Number(process.argv[2] ?? 300)
const GOAL = { ratio: 100, p99Ms: 5 }
const POSITIONS = 20
/** Questions before the measurement, until the engine is compiled. */
const WARM_UP = 500
let seed = Number(process.argv[3] ?? 20261130)

const chain = await startTestChain()
try {
  await compareWithNode()
  const small = measurePools('3 tokens, 12 pools', 3, 12)
  recordFigure({ name: '3 tokens, 12 pools: p99', value: small.p99, unit: 'ms', atMost: GOAL.p99Ms })
  recordFigure({ name: '3 tokens, 12 pools: p50', value: small.p50, unit: 'ms' })
  const [twelve, , most] = [12, 100, 500].map((count) =>
    measurePools(`${Math.ceil(count / 3)} tokens, ${count} pools`, Math.ceil(count / 3), count),
  )
  if (!twelve || !most) throw new Error('two counts of pools are needed')
  recordFigure({ name: '500 pools ÷ 12 pools, p50', value: most.p50 / twelve.p50, unit: '×', atMost: 500 / 12 })
} finally {
  await chain.destroy()
}

async function compareWithNode(): Promise<void> {
  const { deployment } = chain
  const log = silentLog
  const reads = createChainReads({ ...chain, log, settings: readChainSettings(chain.env, { profile: 'demo' }) })
  const { pools, quoter } = deployment
  const follower = followPools({ blocks: createChainBlocks(chain.client), reads, pools, quoter, log })
  const state = await startedState(() => follower.current())
  const [market, graph, tokens] = [createMarket(reads, deployment), poolGraph(pools), Object.values(deployment.tokens)]
  const times = { local: [] as number[], node: [] as number[] }
  let differences = 0
  for (let index = 0; index < WARM_UP; index++) readLocal(graph, state, randomQuestion(tokens, 60), deployment)
  for (let index = 0; index < questions; index++) {
    const question = randomQuestion(tokens, 60)
    const there = await timed(times.node, () => market.read(question))
    const here = await timed(times.local, () => readLocal(graph, state, question, deployment))
    if (bestOf(here.quotes, question) !== bestOf(there.quotes, question)) differences++
  }
  const [local, node] = [percentiles(times.local), percentiles(times.node)]
  const ratio = node.p50 / local.p50
  console.log(
    `${questions} questions over ${pools.length} pools: QuoterV2 p50 ${node.p50.toFixed(2)} ms, local p50 ${local.p50.toFixed(3)} ms, p99 ` +
      `${local.p99.toFixed(2)} ms; ratio ${ratio.toFixed(0)}, ${differences} differences; load ${loadavg()[0]?.toFixed(1)}`,
  )
  recordFigure({ name: 'QuoterV2 p50 ÷ local p50', value: ratio, unit: '×', atLeast: GOAL.ratio })
  recordFigure({ name: 'differences to QuoterV2', value: differences, unit: '', atMost: 0 })
}

async function startedState(read: () => Promise<PoolsAtBlock | string>): Promise<PoolsAtBlock> {
  for (;;) {
    const found = await read()
    if (typeof found !== 'string') return found
    await sleep(50)
  }
}

function bestOf(quotes: readonly { amountIn: bigint; amountOut: bigint }[], { tradeType }: MarketQuestion): bigint | undefined {
  const costs = quotes.map(({ amountIn, amountOut }) => (tradeType === 'input' ? -amountOut : amountIn))
  return costs.toSorted((one, other) => (one < other ? -1 : 1))[0]
}

/** Random pools with positions around a price of one, asked for random amounts. */
function measurePools(what: string, tokenCount: number, poolCount: number): { p50: number; p99: number } {
  const tokens = Array.from({ length: tokenCount }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}` as Hex)
  const pools = Array.from({ length: poolCount }, (_, index) => randomPool(tokens, index))
  const states = new Map(pools.map((pool) => [pool.address, randomState(pool)]))
  const [graph, deployment] = [poolGraph(pools), { pools, tokens: { WETH: tokens[0] as Hex } }]
  const [times, processor] = [[] as number[], [] as number[]]
  for (let index = -WARM_UP; index < questions * 4; index++) {
    const question = randomQuestion(tokens, 60)
    const [begun, used] = [performance.now(), process.cpuUsage()]
    readLocal(graph, { states, gasPriceWei: 1_000_000_000n }, question, deployment)
    const { user, system } = process.cpuUsage(used)
    if (index < 0) continue
    times.push(performance.now() - begun)
    processor.push((user + system) / 1_000)
  }
  const [found, ofProcessor] = [percentiles(times), percentiles(processor)]
  const text = ({ p50, p99 }: { p50: number; p99: number }) => `p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(2)} ms`
  console.log(`${what}: ${text(found)} on the wall; ${text(ofProcessor)} of processor time; load ${loadavg()[0]?.toFixed(1)}`)
  return found
}

function randomPool(tokens: readonly Hex[], index: number): Pool {
  const first = below(tokens.length)
  const second = (first + 1 + below(tokens.length - 1)) % tokens.length
  const [token0, token1] = [Math.min(first, second), Math.max(first, second)].map((place) => tokens[place] as Hex) as [Hex, Hex]
  const fee = ([500, 1000, 3000] as const)[below(3)] as FeeTier
  return { address: `0x${(index + 1).toString(16).padStart(40, 'f')}`, token0, token1, fee }
}

function randomState({ fee }: Pool): PoolState {
  const tickSpacing = FEE_TIERS[fee]
  const tick = below(2_000) - 1_000
  const start = { fee: BigInt(fee), tickSpacing, sqrtPrice: sqrtPriceAtTick(tick), tick, liquidity: 0n, ticks: [], nets: [], grosses: [] }
  const centre = Math.floor(tick / tickSpacing)
  return Array.from({ length: POSITIONS }).reduce<PoolState>((state) => {
    const [lower, upper] = [(centre - 1 - below(100)) * tickSpacing, (centre + 1 + below(100)) * tickSpacing]
    return applyEvent(state, { kind: 'liquidity', lower, upper, change: 10n ** BigInt(12 + below(6)) })
  }, start)
}

function randomQuestion(tokens: readonly Hex[], bits: number): MarketQuestion {
  const first = below(tokens.length)
  const [tokenIn, tokenOut] = [tokens[first], tokens[(first + 1 + below(tokens.length - 1)) % tokens.length]] as [Hex, Hex]
  const amount = BigInt(Math.floor(2 ** (random() * bits)))
  return { tokenIn, tokenOut, tradeType: random() < 0.5 ? 'input' : 'output', amount }
}

async function timed<Answer>(times: number[], act: () => Answer | Promise<Answer>): Promise<Answer> {
  const begun = performance.now()
  const answer = await act()
  times.push(performance.now() - begun)
  return answer
}

function percentiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

function below(count: number): number {
  return Math.floor(random() * count)
}

/** Linear congruential generator, so that a run can be repeated. */
function random(): number {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
