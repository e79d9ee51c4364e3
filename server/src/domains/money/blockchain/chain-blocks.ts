/** Blocks for the block scanner: token movements and ether of one block, named by its hash, so that all data belongs to that block. */
import { type Address, BlockNotFoundError, type Hash, type Hex, parseAbiItem, type TransactionReceipt } from 'viem'
import type { ChainClient } from '../../../chain/client.ts'
import { receiptOrNull } from '../../../chain/receipt.ts'
import { tokenTransfers } from '../../../chain/token-transfers.ts'

export interface BlockHead {
  readonly number: bigint
  readonly hash: Hash
  readonly parentHash: Hash
}
export interface BlockTransfer {
  readonly contract: Address
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly transactionHash: Hash
  readonly logIndex: number
}
export interface EtherTransfer {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly transactionHash: Hash
}
export interface ChainBlock extends BlockHead {
  readonly transfers: readonly BlockTransfer[]
  /**
   * Ether transfers that transactions request: only the receipt shows whether the ether arrived. Internal transfers by contracts leave no
   * trace in a block.
   */
  readonly ether: readonly EtherTransfer[]
}
/** A token movement of a transaction that did not revert. */
export interface MinedTransfer extends Omit<BlockTransfer, 'logIndex' | 'transactionHash'> {
  /** Position of the log within its transaction. A reorganisation changes the index within the block, but not this position. */
  readonly position: number
  readonly logIndex: number
}
export interface MinedTransaction {
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly transfers: readonly MinedTransfer[]
}

/** Outcome of a transaction, by its receipt. */
export interface MinedOutcome {
  readonly blockHash: Hash
  readonly isReverted: boolean
}

export interface ChainBlocks {
  headNumber(): Promise<bigint>
  newest(): Promise<BlockHead>
  /** Null when the chain is shorter. */
  head(number: bigint): Promise<BlockHead | null>
  /** Null when the chain is shorter. */
  block(number: bigint): Promise<ChainBlock | null>
  /** Null while it is not mined, and when it reverted. */
  minedTransaction(hash: Hash): Promise<MinedTransaction | null>
  /** Null while it is not mined. */
  outcomeOf(hash: Hash): Promise<MinedOutcome | null>
  /** All logs of these contracts in the block with this hash, in their order. Throws when the node does not have the block. */
  logsOf(hash: Hash, contracts: readonly Address[]): Promise<readonly BlockLog[]>
}

/** One log of a contract. */
export interface BlockLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: number
}

const TRANSFER_EVENT = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

export function createChainBlocks(client: ChainClient): ChainBlocks {
  return {
    headNumber: () => client.getBlockNumber(),
    newest: async () => headOf(await client.getBlock()),
    head: (number) => blockOrNull(client, number),
    async block(number) {
      const found = await client.getBlock({ blockNumber: number, includeTransactions: true }).catch(nullIfMissing)
      if (!found) return null
      const logs = await client.getLogs({ blockHash: found.hash, event: TRANSFER_EVENT })
      const transactionOf = new Map(logs.map(({ logIndex, transactionHash }) => [logIndex, transactionHash]))
      const transfers = tokenTransfers(logs).flatMap(({ address: contract, logIndex, args }): BlockTransfer[] => {
        const transactionHash = transactionOf.get(logIndex)
        return transactionHash ? [{ contract, ...args, transactionHash, logIndex }] : []
      })
      const ether = found.transactions.flatMap(({ from, to, value, hash: transactionHash }): EtherTransfer[] =>
        to !== null && value > 0n ? [{ from, to, value, transactionHash }] : [],
      )
      return { ...headOf(found), transfers, ether }
    },
    async minedTransaction(hash) {
      const receipt = await receiptOrNull(client, hash)
      if (receipt?.status !== 'success') return null
      return { blockNumber: receipt.blockNumber, blockHash: receipt.blockHash, transfers: transfersOf(receipt) }
    },
    async outcomeOf(hash) {
      const receipt = await receiptOrNull(client, hash)
      return receipt && { blockHash: receipt.blockHash, isReverted: receipt.status !== 'success' }
    },
    async logsOf(blockHash, contracts) {
      const logs = await client.getLogs({ blockHash, address: [...contracts] })
      return logs
        .map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex }))
        .toSorted((one, other) => one.logIndex - other.logIndex)
    },
  }
}

export function transfersOf({ logs }: Pick<TransactionReceipt, 'logs'>): MinedTransfer[] {
  const positions = new Map(logs.map(({ logIndex }, position) => [logIndex, position]))
  return tokenTransfers(logs).flatMap(({ address: contract, logIndex, args }): MinedTransfer[] => {
    const position = positions.get(logIndex)
    return position === undefined ? [] : [{ contract, ...args, logIndex, position }]
  })
}

/** Null when the chain is shorter. */
export const blockOrNull = (client: ChainClient, blockNumber: bigint): Promise<BlockHead | null> =>
  client.getBlock({ blockNumber }).then(headOf).catch(nullIfMissing)

const headOf = ({ number, hash, parentHash }: { number: bigint; hash: Hex; parentHash: Hex }): BlockHead => ({ number, hash, parentHash })

function nullIfMissing(error: unknown): null {
  if (error instanceof BlockNotFoundError) return null
  throw error
}
