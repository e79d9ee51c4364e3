/** Keys of a rotation: those of the signer's settings, and the new one, which the same settings name with one value changed. */
import { existsSync } from 'node:fs'
import { type Environment, SettingsInvalid } from '../../../../platform/process/settings.ts'
import { type ChainSettings, readChainSettings } from '../config.ts'
import { readSignerSettings } from './config.ts'
import { openHeldKeys, openKeys, type SigningKeys } from './keys.ts'
import { openKeystore } from './keystore.ts'
import type { SigningKey } from './signing-key.ts'
import { writeKeystore } from './write-keystore.ts'

const PRODUCTION = { profile: 'production' } as const

export function readRotationSettings(env: Environment): { chain: ChainSettings; databaseUrl: string } {
  const { DATABASE_SIGNER_URL: databaseUrl } = env
  if (!databaseUrl) throw new SettingsInvalid('DATABASE_SIGNER_URL is missing: the book of the signer says whether something is open.')
  return { chain: readChainSettings(env, PRODUCTION), databaseUrl }
}

export async function openRotationKeys(
  env: Environment,
  { newKeystore, nextKey }: { newKeystore?: string | undefined; nextKey?: string | undefined },
): Promise<{ keys: SigningKeys; next: SigningKey }> {
  const { keySource } = readSignerSettings(env, PRODUCTION)
  if (keySource.kind === 'keystore') {
    if (!newKeystore) throw new SettingsInvalid('--new-keystore FILE is missing.')
    if (!existsSync(newKeystore)) writeKeystore(newKeystore, keySource.passwordFile)
    return { keys: await openKeys(keySource), next: openKeystore(newKeystore, keySource.passwordFile) }
  }
  if (!nextKey) throw new SettingsInvalid('--next-key LABEL is missing: a key that was made in the token or KMS.')
  if (keySource.kind === 'mnemonic') throw new SettingsInvalid('The keys of a mnemonic are not rotated: it is for development.')
  const keyOf = openHeldKeys(keySource)
  return { keys: { hot: await keyOf(keySource.hot), treasury: await keyOf(keySource.treasury) }, next: await keyOf(nextKey) }
}
