/** Keys of the house's wallets, behind an interface that a KMS or a token can take the place of. */
import { readWallets } from '../../../chain/mnemonic.ts'
import type { SigningWallet } from '../types.ts'
import type { KeySource } from './config.ts'
import { openKeystore } from './keystore.ts'
import type { SigningKey } from './signing-key.ts'

export type SigningKeys = Readonly<Record<SigningWallet, SigningKey>>

export function openKeys(source: KeySource): SigningKeys {
  if (source.kind === 'keystore') {
    const { hot, treasury, passwordFile } = source
    return { hot: openKeystore(hot, passwordFile), treasury: openKeystore(treasury, passwordFile) }
  }
  const { hot, treasury } = readWallets(source.file)
  return { hot, treasury }
}
