/**
 * Whether the chain has positively lost a transaction. That a node shows nothing proves nothing: its block has to be another one, and the
 * same answer has to show the receipt of a transaction that the chain has for certain. Both nodes, where there are two.
 */
import type { Hash, TransactionReceipt } from 'viem'
import { receiptOrNull } from '../../chain/receipt.ts'
import { blockOrNull, type MinedTransfer, transfersOf } from './chain-blocks.ts'
import type { ChainContext } from './context.ts'
import { lastFinalBlock } from './last-final-block.ts'

export interface LostTransaction {
  readonly hash: Hash
  readonly blockNumber: bigint
  readonly blockHash: Hash
  /** Whether what it does in another block is what it did. */
  readonly isSame: (transfers: readonly MinedTransfer[]) => boolean
  /** One that the chain has for certain; null: any of a final block. */
  readonly known: KnownTransaction | null
}
export interface KnownTransaction {
  readonly hash: Hash
  readonly blockHash: Hash
}

type Context = Pick<ChainContext, 'client' | 'second' | 'settings'>

/** @throws NodeAway */
export async function isPositivelyLost({ client, second, settings }: Context, lost: LostTransaction): Promise<boolean> {
  const known = lost.known ?? (await anyKnown({ client, settings }))
  const said = await Promise.all(
    [client, ...(second ? [second.client] : [])].map((node) => isLostBy({ client: node, settings }, lost, known)),
  )
  return said.every((isLost) => isLost)
}

async function isLostBy({ client, settings }: Pick<Context, 'client' | 'settings'>, lost: LostTransaction, known: KnownTransaction | null) {
  // Asked in one turn, so that all of it is one answer of one node.
  const [block, receipt, canary] = await Promise.all([
    blockOrNull(client, lost.blockNumber),
    receiptOrNull(client, lost.hash),
    known && receiptOrNull(client, known.hash),
  ])
  if (block === null || block.hash === lost.blockHash) return false
  if (receipt !== null) return isOtherwise({ client, settings }, lost, receipt)
  return known === null || canary?.blockHash === known.blockHash
}

/** It came again for good, and no longer does what it did. */
async function isOtherwise(
  asked: Pick<Context, 'client' | 'settings'>,
  lost: LostTransaction,
  receipt: TransactionReceipt,
): Promise<boolean> {
  if (receipt.status === 'success' && lost.isSame(transfersOf(receipt))) return false
  const head = Number(await asked.client.getBlockNumber({ cacheTime: 0 }))
  const isFinal = Number(receipt.blockNumber) <= (await lastFinalBlock(asked, head))
  return isFinal && (await blockOrNull(asked.client, receipt.blockNumber))?.hash === receipt.blockHash
}

const BLOCKS_LOOKED_AT = 50

/** Null when the last final blocks are all empty: then the blocks themselves are all that the node can show. */
async function anyKnown({ client, settings }: Pick<Context, 'client' | 'settings'>): Promise<KnownTransaction | null> {
  const newest = await lastFinalBlock({ client, settings }, Number(await client.getBlockNumber({ cacheTime: 0 })))
  const numbers = Array.from({ length: Math.min(BLOCKS_LOOKED_AT, newest + 1) }, (_, index) => BigInt(newest - index))
  const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber })))
  const [found] = blocks.flatMap(({ hash: blockHash, transactions: [hash] }) => (hash ? [{ hash, blockHash }] : []))
  return found ?? null
}
