import { expect, it } from 'vitest'
import type { JsonRpc } from './json-rpc.ts'
import { createMiner } from './miner.ts'

const TAIL = 3

/** Simulated chain: `blocks` has the number of transactions of each block; `late` ones arrive after the pool was queried. */
function chain() {
  const state = { pending: 0, late: 0, blocks: [0] }
  const answers: Record<string, () => unknown> = {
    txpool_status: () => ({ pending: `0x${state.pending.toString(16)}` }),
    eth_blockNumber: () => `0x${(state.blocks.length - 1).toString(16)}`,
    eth_getBlockTransactionCountByNumber: () => `0x${(state.blocks.at(-1) ?? 0).toString(16)}`,
    evm_mine() {
      state.blocks.push(state.pending + state.late)
      state.pending = 0
      state.late = 0
    },
  }
  const rpc: JsonRpc = async (method) => answers[method]?.() as never
  const miner = createMiner(rpc, { blockTimeMs: 0, confirmationTailBlocks: TAIL })
  return { state, miner, tick: async (times: number) => void (await repeat(times, miner.mineIfNeeded)) }
}
async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) await work()
}

it('mines what waits and this many blocks on it, and then stops', async () => {
  const { state, tick } = chain()
  await tick(5)
  expect(state.blocks).toEqual([0])
  state.pending = 2
  await tick(20)
  expect(state.blocks).toEqual([0, 2, 0, 0, 0])
})

it('confirms also a transaction that came into the last block of a tail after the pool was queried', async () => {
  const { state, tick } = chain()
  state.pending = 1
  await tick(TAIL)
  state.late = 1
  await tick(20)
  expect(state.blocks).toEqual([0, 1, 0, 0, 1, 0, 0, 0])
})

it('confirms the head that existed at the start, and then stops', async () => {
  const { state, miner, tick } = chain()
  await miner.confirmHead()
  await tick(20)
  expect(state.blocks).toEqual([0, 0, 0, 0])
})

it('reports the newest block, so that writing the state needs no other query', async () => {
  const { state, miner } = chain()
  expect(await miner.mineIfNeeded()).toBe(0)
  state.pending = 1
  expect(await miner.mineIfNeeded()).toBe(1)
})
