/** Key of a wallet: the interface of a file, a token or a KMS. */
import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'

export interface SigningKey {
  readonly address: Address
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
}
