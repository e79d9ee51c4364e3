/** Sample quote that QuoterV2 answers at each new block, to compare with the local one: pool, direction and amount follow from the hash. */
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import type { Pool } from '../../../../chain/deployment.ts'
import { QUOTER_ABI } from '../../../../chain/uniswap.ts'
import type { CallResult, ContractCall } from '../../blockchain/index.ts'
import { encodeRoute } from '../path-finder.ts'
import { quoteExactInput } from './pool-quote.ts'
import type { PoolState } from './pool-state.ts'

export interface QuoteProbe {
  readonly calls: readonly ContractCall[]
  isEqual(states: ReadonlyMap<Hex, PoolState>, answers: readonly CallResult[]): boolean
}

const PROBE_GAS = 3_000_000n
/** Amounts of up to so many bits: from one base unit to about a million tokens of 18 decimals. */
const AMOUNT_BITS = 80

export function quoteProbe(pools: readonly Pool[], quoter: Hex, blockHash: Hex): QuoteProbe {
  const seed = BigInt(blockHash)
  const pool = pools[Number(seed % BigInt(Math.max(pools.length, 1)))]
  if (!pool) return { calls: [], isEqual: () => true }
  const sellsToken0 = ((seed >> 128n) & 1n) === 1n
  const amount = BigInt.asUintN(Number((seed >> 136n) % BigInt(AMOUNT_BITS)), seed >> 8n) + 1n
  const tokens = sellsToken0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const path = encodeRoute({ tokens, pools: [pool] }, 'input')
  const callData = encodeFunctionData({ abi: QUOTER_ABI, functionName: 'quoteExactInput', args: [path, amount] })
  return {
    calls: [{ target: quoter, gasLimit: PROBE_GAS, callData }],
    isEqual(states, [answer]) {
      const state = states.get(pool.address)
      const local = state ? quoteExactInput(state, sellsToken0, amount) : null
      if (!answer?.success) return local === null || local.gas > PROBE_GAS / 2n
      const [amountOut] = decodeFunctionResult({ abi: QUOTER_ABI, functionName: 'quoteExactInput', data: answer.returnData })
      return local?.amount === amountOut
    },
  }
}
