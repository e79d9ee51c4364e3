/** Keys of the platform's wallets at any location: behind one interface, each checked against the address in the deployment. */
import { isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import { readWallets } from '../../../../chain/mnemonic.ts'
import { SettingsInvalid } from '../../../../platform/process/settings.ts'
import type { SigningWallet } from '../types.ts'
import type { KeySource } from './config.ts'
import { openKeystore } from './keystore.ts'
import { openKmsKey } from './kms-key.ts'
import { openPkcs11Token } from './pkcs11-key.ts'
import type { SigningKey } from './signing-key.ts'

type HeldKeySource = Extract<KeySource, { kind: 'pkcs11' | 'kms' }>

export type SigningKeys = Readonly<Record<SigningWallet, SigningKey>>

export async function openKeys(source: KeySource): Promise<SigningKeys> {
  switch (source.kind) {
    case 'keystore':
      return { hot: openKeystore(source.hot, source.passwordFile), treasury: openKeystore(source.treasury, source.passwordFile) }
    case 'pkcs11':
    case 'kms': {
      const keyOf = openHeldKeys(source)
      return { hot: await keyOf(source.hot), treasury: await keyOf(source.treasury) }
    }
    case 'mnemonic': {
      const { hot, treasury } = readWallets(source.file)
      return { hot, treasury }
    }
  }
}

/** Keys that never leave their device, by label or id. Opened once, because a process logs in to a token once. */
export function openHeldKeys(source: HeldKeySource): (name: string) => Promise<SigningKey> {
  if (source.kind === 'kms') return (id) => openKmsKey(id, source.kms, source.env)
  const keyOf = openPkcs11Token(source.token)
  return async (label) => keyOf(label)
}

/** @throws SettingsInvalid: transactions of another wallet's key would not be followed. */
export function checkAddresses({ hot, treasury }: SigningKeys, { hotWallet, treasury: named }: ChainDeployment): void {
  for (const [wallet, key, address] of [['hot wallet', hot, hotWallet] as const, ['treasury', treasury, named] as const])
    if (!isAddressEqual(key.address, address))
      throw new SettingsInvalid(`The key of the ${wallet} is that of ${key.address}, and CHAIN_DEPLOYMENT_FILE says ${address}.`)
}
