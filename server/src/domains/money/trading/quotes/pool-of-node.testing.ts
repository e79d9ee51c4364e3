/** Any state of a pool on the test's node, for one call only: storage of the real contracts is overridden, and QuoterV2 is asked. */
import { decodeFunctionResult, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, numberToHex, type StateOverride } from 'viem'
import type { TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { MULTICALL_ABI, QUOTER_ABI } from '../../../../chain/uniswap.ts'
import { encodeRoute, type Route } from '../path-finder.ts'
import type { PoolState } from './pool-state.ts'
import { MAX_TICK } from './tick-math.ts'

/** Storage of UniswapV3Pool. */
const SLOTS = { slot0: 0n, liquidity: 4n, ticks: 5n, bitmap: 6n } as const
const BALANCES_SLOT = 0n
const UNLOCKED = 1n << 240n
const ONE_OBSERVATION = (1n << 200n) | (1n << 216n)

export interface Question {
  readonly tradeType: 'input' | 'output'
  readonly sellsToken0: boolean
  readonly amount: bigint
}
/** Null where QuoterV2 reverts. */
export type NodeQuote = { readonly amount: bigint; readonly sqrtPriceAfter: bigint; readonly gas: bigint } | null

export type Pool = Route['pools'][number]

/** All questions in one call, at the given state of this pool. */
export async function askQuoter(chain: TestChain, pool: Pool, state: PoolState, questions: readonly Question[]): Promise<NodeQuote[]> {
  const { multicall, quoter } = chain.deployment
  const calls = questions.map((question) => ({ target: quoter, gasLimit: 12_000_000n, callData: callOf(pool, question) }))
  const data = encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'multicall', args: [calls] })
  const stateOverride = overridesOf(pool, state)
  const { data: answer = '0x' } = await chain.client.call({ to: multicall, data, stateOverride })
  const [, results] = decodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'multicall', data: answer })
  return results.map(({ success, returnData }, index) => {
    if (!success) return null
    const functionName = questions[index]?.tradeType === 'input' ? 'quoteExactInput' : 'quoteExactOutput'
    const [amount, [sqrtPriceAfter = 0n], , gas] = decodeFunctionResult({ abi: QUOTER_ABI, functionName, data: returnData })
    return { amount, sqrtPriceAfter, gas }
  })
}

export interface RouteQuestion {
  readonly route: Route
  readonly tradeType: 'input' | 'output'
  readonly amount: bigint
}

/** Amounts of QuoterV2 over several routes in one call, at the given states of these pools; null where it reverts. */
export async function askRoutes(
  chain: TestChain,
  pools: readonly Pool[],
  states: ReadonlyMap<Hex, PoolState>,
  questions: readonly RouteQuestion[],
): Promise<(bigint | null)[]> {
  const { multicall, quoter } = chain.deployment
  const nameOf = ({ tradeType }: RouteQuestion) => (tradeType === 'input' ? 'quoteExactInput' : 'quoteExactOutput')
  const calls = questions.map((question) => {
    const args = [encodeRoute(question.route, question.tradeType), question.amount] as const
    return {
      target: quoter,
      gasLimit: 12_000_000n,
      callData: encodeFunctionData({ abi: QUOTER_ABI, functionName: nameOf(question), args }),
    }
  })
  const data = encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'multicall', args: [calls] })
  const { data: answer = '0x' } = await chain.client.call({ to: multicall, data, stateOverride: overridesOfAll(pools, states) })
  const [, results] = decodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'multicall', data: answer })
  return results.map(({ success, returnData }, index) => {
    const question = questions[index]
    if (!success || !question) return null
    return decodeFunctionResult({ abi: QUOTER_ABI, functionName: nameOf(question), data: returnData })[0]
  })
}

/** Overrides of several pools: those of one address, a token of two pools, are one list. */
function overridesOfAll(pools: readonly Pool[], states: ReadonlyMap<Hex, PoolState>): StateOverride {
  const diffs = new Map<Hex, { slot: Hex; value: Hex }[]>()
  for (const pool of pools) {
    const state = states.get(pool.address)
    for (const { address, stateDiff = [] } of state ? overridesOf(pool, state) : [])
      diffs.set(address, [...(diffs.get(address) ?? []), ...stateDiff])
  }
  return [...diffs].map(([address, stateDiff]) => ({ address, stateDiff }))
}

function callOf(pool: Pool, { tradeType, sellsToken0, amount }: Question): Hex {
  const tokens = sellsToken0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const functionName = tradeType === 'input' ? 'quoteExactInput' : 'quoteExactOutput'
  return encodeFunctionData({ abi: QUOTER_ABI, functionName, args: [encodeRoute({ tokens, pools: [pool] }, tradeType), amount] })
}

function overridesOf(pool: Pool, state: PoolState): StateOverride {
  const end = Math.floor(MAX_TICK / state.tickSpacing)
  // The ticks of the seeded position are cleared.
  const words = new Map([-end, end].map((place) => [place >> 8, 0n]))
  for (const tick of state.ticks) {
    const place = tick / state.tickSpacing
    words.set(place >> 8, (words.get(place >> 8) ?? 0n) | (1n << BigInt(place & 255)))
  }
  const slot0 = state.sqrtPrice | (BigInt.asUintN(24, BigInt(state.tick)) << 160n) | ONE_OBSERVATION | UNLOCKED
  const stateDiff = [
    { slot: word(SLOTS.slot0), value: word(slot0) },
    { slot: word(SLOTS.liquidity), value: word(state.liquidity) },
    ...[...words].map(([place, bits]) => ({ slot: slotOf('int16', place, SLOTS.bitmap), value: word(bits) })),
    ...state.ticks.map((tick, index) => ({ slot: slotOf('int24', tick, SLOTS.ticks), value: word(tickWord(state, index)) })),
  ]
  const rich = [{ slot: slotOf('address', pool.address, BALANCES_SLOT), value: word(1n << 254n) }]
  return [
    { address: pool.address, stateDiff },
    { address: pool.token0, stateDiff: rich },
    { address: pool.token1, stateDiff: rich },
  ]
}

const tickWord = ({ grosses, nets }: PoolState, index: number): bigint =>
  (grosses[index] ?? 0n) | (BigInt.asUintN(128, nets[index] ?? 0n) << 128n)

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

/** Slot of one entry of a mapping. */
const slotOf = (type: 'int16' | 'int24' | 'address', key: number | Hex, slot: bigint): Hex =>
  keccak256(encodeAbiParameters([{ type }, { type: 'uint256' }], [key as never, slot]))
