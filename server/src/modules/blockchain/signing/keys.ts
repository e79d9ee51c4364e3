/** Keys of the house's wallets, wherever they are: behind one interface, each checked against the address that the deployment names. */
import { isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { readWallets } from '../../../chain/mnemonic.ts'
import { SettingsInvalid } from '../../../platform/settings.ts'
import type { SigningWallet } from '../types.ts'
import type { KeySource } from './config.ts'
import { openKeystore } from './keystore.ts'
import { openKmsKey } from './kms-key.ts'
import { openPkcs11Token } from './pkcs11-key.ts'
import type { SigningKey } from './signing-key.ts'

export type SigningKeys = Readonly<Record<SigningWallet, SigningKey>>

export async function openKeys(source: KeySource): Promise<SigningKeys> {
  switch (source.kind) {
    case 'keystore':
      return { hot: openKeystore(source.hot, source.passwordFile), treasury: openKeystore(source.treasury, source.passwordFile) }
    case 'pkcs11': {
      const keyOf = openPkcs11Token(source.token)
      return { hot: keyOf(source.hot), treasury: keyOf(source.treasury) }
    }
    case 'kms': {
      const { kms, env } = source
      return { hot: await openKmsKey(source.hot, kms, env), treasury: await openKmsKey(source.treasury, kms, env) }
    }
    case 'mnemonic': {
      const { hot, treasury } = readWallets(source.file)
      return { hot, treasury }
    }
  }
}

/** @throws SettingsInvalid: a key of another wallet would sign what nobody follows. */
export function checkAddresses({ hot, treasury }: SigningKeys, { hotWallet, treasury: named }: ChainDeployment): void {
  for (const [wallet, key, address] of [['hot wallet', hot, hotWallet] as const, ['treasury', treasury, named] as const])
    if (!isAddressEqual(key.address, address))
      throw new SettingsInvalid(`The key of the ${wallet} is that of ${key.address}, and CHAIN_DEPLOYMENT_FILE says ${address}.`)
}
