/** State of pools read from the node at the block with one hash: price, liquidity, and every initialised tick of the bitmap. */
import {
  type Abi,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
} from 'viem'
import type { Pool } from '../../../../chain/deployment.ts'
import { FEE_TIERS, POOL_ABI } from '../../../../chain/uniswap.ts'
import type { CallResult, ChainReads, ContractCall } from '../../blockchain/index.ts'
import { checkState, type PoolState, StateUnfit } from './pool-state.ts'
import { MAX_TICK, MIN_TICK } from './tick-math.ts'

type Reads = Pick<ChainReads, 'callManyAt'>

/** More than any of these reads takes. */
const READ_GAS = 60_000n
const CALLS_AT_ONCE = 400

/** In the order of the pools. @throws StateUnfit */
export async function readPools(reads: Reads, blockHash: Hex, pools: readonly Pool[]): Promise<PoolState[]> {
  const ask = (calls: readonly ContractCall[]) => callInParts(reads, blockHash, calls)
  const heads = await readHeads(ask, pools)
  const places = pools.flatMap((pool) => wordsOf(pool).map((word) => ({ pool, word })))
  const words = await ask(places.map(({ pool, word }) => callOf(pool, 'tickBitmap', [word])))
  const ticks = places.flatMap(({ pool, word }, index) => ticksOf(pool, word, decode('tickBitmap', words[index])))
  const infos = await ask(ticks.map(({ pool, tick }) => callOf(pool, 'ticks', [tick])))
  const known = ticks.map((place, index) => ({ ...place, info: decode('ticks', infos[index]) }))
  return pools.map((pool, index) => {
    const [head, found] = [heads[index], known.filter((place) => place.pool === pool)]
    if (!head) throw new StateUnfit('the node answered less than it was asked')
    const { fee, tickSpacing, ...rest } = head
    const lists = {
      ticks: found.map(({ tick }) => tick),
      grosses: found.map(({ info }) => info[0]),
      nets: found.map(({ info }) => info[1]),
    }
    const state = { fee: BigInt(fee), tickSpacing, ...rest, ...lists }
    if (fee !== pool.fee || tickSpacing !== FEE_TIERS[pool.fee]) throw new StateUnfit('a pool has another fee than in the deployment')
    checkState(state)
    return state
  })
}

/** Calls that return the price and the liquidity of each pool. */
export const headCalls = (pools: readonly Pool[]): ContractCall[] =>
  pools.flatMap((pool) => [callOf(pool, 'slot0', []), callOf(pool, 'liquidity', [])])

/** True when the answers to `headCalls` are those of the states. */
export function areHeads(states: readonly PoolState[], answers: readonly CallResult[]): boolean {
  return states.every(({ sqrtPrice, tick, liquidity }, index) => {
    const [price, tickThere] = decode('slot0', answers[2 * index])
    return price === sqrtPrice && tickThere === tick && decode('liquidity', answers[2 * index + 1]) === liquidity
  })
}

type Ask = (calls: readonly ContractCall[]) => Promise<CallResult[]>

async function readHeads(ask: Ask, pools: readonly Pool[]) {
  const constants = pools.flatMap((pool) => [callOf(pool, 'fee', []), callOf(pool, 'tickSpacing', [])])
  const answers = await ask([...headCalls(pools), ...constants])
  const after = 2 * pools.length
  return pools.map((_, index) => {
    const [sqrtPrice, tick] = decode('slot0', answers[2 * index])
    return {
      sqrtPrice,
      tick,
      liquidity: decode('liquidity', answers[2 * index + 1]),
      fee: decode('fee', answers[after + 2 * index]),
      tickSpacing: decode('tickSpacing', answers[after + 2 * index + 1]),
    }
  })
}

async function callInParts(reads: Reads, blockHash: Hex, calls: readonly ContractCall[]): Promise<CallResult[]> {
  const parts = Array.from({ length: Math.ceil(calls.length / CALLS_AT_ONCE) }, (_, index) =>
    calls.slice(index * CALLS_AT_ONCE, (index + 1) * CALLS_AT_ONCE),
  )
  const answers: CallResult[] = []
  // One after the other, since each is a large call for the node.
  for (const part of parts) answers.push(...(await reads.callManyAt(blockHash, part)))
  return answers
}

function wordsOf({ fee }: Pool): number[] {
  const [first, last] = [MIN_TICK, MAX_TICK].map((tick) => Math.floor(tick / FEE_TIERS[fee]) >> 8) as [number, number]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function ticksOf(pool: Pool, word: number, bits: bigint): { pool: Pool; tick: number }[] {
  if (bits === 0n) return []
  const places = Array.from({ length: 256 }, (_, place) => place).filter((place) => (bits >> BigInt(place)) & 1n)
  return places.map((place) => ({ pool, tick: (word * 256 + place) * FEE_TIERS[pool.fee] }))
}

type Read = Extract<ContractFunctionName<typeof POOL_ABI, 'view'>, string>

function callOf(pool: Pool, functionName: Read, args: readonly number[]): ContractCall {
  const asked = { abi: POOL_ABI as Abi, functionName, args } as EncodeFunctionDataParameters
  return { target: pool.address, gasLimit: READ_GAS, callData: encodeFunctionData(asked) }
}

function decode<Name extends Read>(functionName: Name, answer: CallResult | undefined) {
  try {
    if (answer?.success) {
      const asked = { abi: POOL_ABI as Abi, functionName: functionName as string, data: answer.returnData }
      return decodeFunctionResult(asked) as ContractFunctionReturnType<typeof POOL_ABI, 'view', Name>
    }
  } catch {
    // The data does not have the form of the contract.
  }
  throw new StateUnfit(`a pool does not answer ${functionName}`)
}
