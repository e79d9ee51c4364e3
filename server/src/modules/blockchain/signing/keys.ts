/** Keys of the house's wallets, behind an interface that a KMS or a token can take the place of. */
import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'
import { readWallets } from '../../../chain/mnemonic.ts'
import type { SigningWallet } from '../types.ts'

export interface SigningKey {
  readonly address: Address
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
}
export type SigningKeys = Readonly<Record<SigningWallet, SigningKey>>

/** Keys of the embedded chain. */
export function mnemonicKeys(mnemonicFile: string): SigningKeys {
  const { hot, treasury } = readWallets(mnemonicFile)
  return { hot, treasury }
}
