/** One key of a wallet: what a file, a token or a KMS has to be able to do. */
import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'

export interface SigningKey {
  readonly address: Address
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
}
