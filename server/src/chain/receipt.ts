/** Receipt of a transaction. */
import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import type { ChainClient } from './client.ts'

/** Null while the transaction is not mined. */
export async function receiptOrNull(client: ChainClient, hash: Hex): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}
