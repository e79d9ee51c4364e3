/** Receipt of an operation, by the attempt that the chain mined: a replacement does not undo the bytes before it. */
import type { TransactionReceipt } from 'viem'
import { receiptOrNull } from '../../../chain/receipt.ts'
import type { ChainContext } from './context.ts'
import { attemptsOf, type TransactionRow } from './store.ts'
import type { StoredReceipt } from './types.ts'

/** Finds the receipt by the hashes that the signer recorded, which no other role may change. */
export async function operationReceipt(
  { db, client }: Pick<ChainContext, 'db' | 'client'>,
  { operationId, hash }: Pick<TransactionRow, 'operationId' | 'hash'>,
): Promise<TransactionReceipt | null> {
  if (!hash) return null
  const receipt = await receiptOrNull(client, hash)
  if (receipt) return receipt
  for (const earlier of await attemptsOf(db, operationId)) {
    const found = earlier === hash ? null : await receiptOrNull(client, earlier)
    if (found) return found
  }
  return null
}

export function storedReceipt(receipt: TransactionReceipt): StoredReceipt {
  return {
    status: receipt.status,
    hash: receipt.transactionHash,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    gasUsed: String(receipt.gasUsed),
    feeWei: String(receipt.gasUsed * receipt.effectiveGasPrice),
    logs: receipt.logs.map(({ logIndex, address, topics, data }) => ({ logIndex, address, topics, data })),
  }
}
