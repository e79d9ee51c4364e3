/**
 * Positive proof that the chain lost a transaction. A node without the transaction proves nothing: it has to show another block at the
 * height of the transaction's block, and the same answer has to show the receipt of a transaction that is certainly on chain. With a second
 * node, both have to agree.
 */
import type { Hash, TransactionReceipt } from 'viem'
import { receiptOrNull } from '../../../chain/receipt.ts'
import { blockOrNull, type MinedTransfer, transfersOf } from './chain-blocks.ts'
import type { ChainContext } from './context.ts'
import { lastFinalBlock } from './last-final-block.ts'

export interface LostTransaction {
  readonly hash: Hash
  readonly blockNumber: bigint
  readonly blockHash: Hash
  /** Whether the effect of the transaction in another block equals the original effect. */
  readonly isSame: (transfers: readonly MinedTransfer[]) => boolean
  /** A transaction that is certainly on chain; null: any transaction of a final block. */
  readonly known: KnownTransaction | null
}
export interface KnownTransaction {
  readonly hash: Hash
  readonly blockHash: Hash
}

type Context = Pick<ChainContext, 'client' | 'second' | 'settings'>

/** @throws NodeUnavailable */
export async function isPositivelyLost({ client, second, settings }: Context, lost: LostTransaction): Promise<boolean> {
  const known = lost.known ?? (await anyKnown({ client, settings }))
  const said = await Promise.all(
    [client, ...(second ? [second.client] : [])].map((node) => isLostBy({ client: node, settings }, lost, known)),
  )
  return said.every((isLost) => isLost)
}

async function isLostBy({ client, settings }: Pick<Context, 'client' | 'settings'>, lost: LostTransaction, known: KnownTransaction | null) {
  // All three in one batch, so that the answer comes from one node at one moment.
  const [block, receipt, canary] = await Promise.all([
    blockOrNull(client, lost.blockNumber),
    receiptOrNull(client, lost.hash),
    known && receiptOrNull(client, known.hash),
  ])
  if (block === null || block.hash === lost.blockHash) return false
  if (receipt !== null) return isOtherwise({ client, settings }, lost, receipt)
  return known === null || canary?.blockHash === known.blockHash
}

/** True when the transaction is final in another block with another effect. */
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

const BLOCKS_CHECKED = 50

/** Null when the last final blocks are all empty: then the blocks themselves are all that the node can show. */
async function anyKnown({ client, settings }: Pick<Context, 'client' | 'settings'>): Promise<KnownTransaction | null> {
  const newest = await lastFinalBlock({ client, settings }, Number(await client.getBlockNumber({ cacheTime: 0 })))
  const numbers = Array.from({ length: Math.min(BLOCKS_CHECKED, newest + 1) }, (_, index) => BigInt(newest - index))
  const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber })))
  const [found] = blocks.flatMap(({ hash: blockHash, transactions: [hash] }) => (hash ? [{ hash, blockHash }] : []))
  return found ?? null
}
