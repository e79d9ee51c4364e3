/** Mines the blocks of the embedded chain: while something waits, and as long as the last that was included needs confirmations. */
import type { JsonRpc } from './json-rpc.ts'

interface MinerOptions {
  /** Shortest time between two blocks. */
  readonly blockTimeMs: number
  readonly confirmationTailBlocks: number
}

export function createMiner(rpc: JsonRpc, { blockTimeMs, confirmationTailBlocks }: MinerOptions) {
  let minedAtMs = 0
  let mineUntilBlock = 0
  return {
    async confirmHead(): Promise<void> {
      mineUntilBlock = (await blockNumber(rpc)) + confirmationTailBlocks
    },
    async mineIfNeeded(): Promise<void> {
      const [pool, head] = await Promise.all([rpc<{ pending: string }>('txpool_status'), blockNumber(rpc)])
      if (!(Number(pool.pending) > 0 || head < mineUntilBlock) || Date.now() - minedAtMs < blockTimeMs) return
      minedAtMs = Date.now()
      await rpc('evm_mine')
      // What came after the pool was asked is in the block too: in the last one of the tail it would never be confirmed.
      const included = Number(await rpc<string>('eth_getBlockTransactionCountByNumber', ['latest']))
      if (included > 0) mineUntilBlock = head + 1 + confirmationTailBlocks
    },
  }
}

export async function blockNumber(rpc: JsonRpc): Promise<number> {
  return Number(await rpc<string>('eth_blockNumber'))
}
