/** Mine the blocks of the embedded chain: while a transaction waits, and as long as the last included one needs confirmations. */
import type { JsonRpc } from './json-rpc.ts'

interface MinerOptions {
  /** Shortest time between two blocks. */
  readonly blockTimeMs: number
  readonly confirmationTailBlocks: number
}

export function createMiner(rpc: JsonRpc, { blockTimeMs, confirmationTailBlocks }: MinerOptions) {
  let minedAtMs = 0
  let mineUntilBlock = 0
  /** Last time when nothing waited and the head needed no confirmation: after a rollback the chain needs one again. */
  let confirmedAtMs = 0
  return {
    async confirmHead(): Promise<void> {
      mineUntilBlock = (await blockNumber(rpc)) + confirmationTailBlocks
    },
    /** Returns the number of the newest block when it was queried. */
    async mineIfNeeded(): Promise<number | null> {
      if (Date.now() - minedAtMs < blockTimeMs) return null
      const { pending } = await rpc<{ pending: string }>('txpool_status')
      const isWaiting = Number(pending) > 0
      if (!isWaiting && Date.now() - confirmedAtMs < blockTimeMs) return null
      const head = await blockNumber(rpc)
      if (!isWaiting && head >= mineUntilBlock) {
        confirmedAtMs = Date.now()
        return head
      }
      minedAtMs = Date.now()
      await rpc('evm_mine')
      // A transaction that arrived after the pool was queried is in the block too: in the last one of the tail it would never be confirmed.
      const included = Number(await rpc<string>('eth_getBlockTransactionCountByNumber', ['latest']))
      if (included > 0) mineUntilBlock = head + 1 + confirmationTailBlocks
      return head + 1
    },
  }
}

export async function blockNumber(rpc: JsonRpc): Promise<number> {
  return Number(await rpc<string>('eth_blockNumber'))
}
