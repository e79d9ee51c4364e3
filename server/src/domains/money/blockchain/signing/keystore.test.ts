/** R13: keys at rest are encrypted, in the format of other tools. */
import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hexToBytes, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../../dev/testing/temporary-folder.ts'
import { readSignerSettings } from './config.ts'
import { openKeys } from './keys.ts'
import { openKeystore } from './keystore.ts'

const folder = temporaryFolder('keystore')
const passwordFile = join(folder, 'password')
writeFileSync(passwordFile, 'testpassword\n')

function stored(name: string, content: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

function keystoreOf(key: `0x${string}`, address?: string) {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const derived = scryptSync('testpassword', salt, 32, { N: 1024, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(key)), cipher.final()])
  const mac = keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2)
  const kdfparams = { dklen: 32, n: 1024, r: 8, p: 1, salt: salt.toString('hex') }
  const cipherparams = { iv: iv.toString('hex') }
  return {
    version: 3,
    address,
    crypto: { cipher: 'aes-128-ctr', ciphertext: ciphertext.toString('hex'), cipherparams, kdf: 'scrypt', kdfparams, mac },
  }
}

it('R13 refuses another password, another format and another address, and discloses nothing of the content', () => {
  const key = generatePrivateKey()
  const good = keystoreOf(key)
  const wrongPassword = join(folder, 'wrong')
  writeFileSync(wrongPassword, 'other')
  expect(() => openKeystore(stored('a.json', good), wrongPassword)).toThrow('does not open')
  expect(() => openKeystore(stored('b.json', { ...good, version: 1 }), passwordFile)).toThrow('no keystore')
  // The system's scrypt refuses so small a block for so large a cost, as RFC 7914 does.
  const rare = { ...good, crypto: { ...good.crypto, kdfparams: { ...good.crypto.kdfparams, n: 262_144, r: 1 } } }
  expect(() => openKeystore(stored('d.json', rare), passwordFile)).toThrow('no keystore')
  expect(() => openKeystore(stored('c.json', keystoreOf(key, '00'.repeat(20))), passwordFile)).toThrow('another address')
})

it('R13 production takes keystores, and signs with them', async () => {
  const [hot, treasury] = [generatePrivateKey(), generatePrivateKey()]
  const env = {
    SIGNER_HOT_KEYSTORE: stored('hot.json', keystoreOf(hot)),
    SIGNER_TREASURY_KEYSTORE: stored('treasury.json', keystoreOf(treasury)),
    SIGNER_KEYSTORE_PASSWORD_FILE: passwordFile,
  }
  const keys = await openKeys(readSignerSettings(env, { profile: 'production' }).keySource)
  expect([keys.hot.address, keys.treasury.address]).toEqual([privateKeyToAccount(hot).address, privateKeyToAccount(treasury).address])
  const transaction = { type: 'eip1559', chainId: 1, nonce: 0, gas: 21_000n, maxFeePerGas: 1n } as const
  expect(await keys.hot.signTransaction(transaction)).toBe(await privateKeyToAccount(hot).signTransaction(transaction))
  expect(() => readSignerSettings({}, { profile: 'production' })).toThrow('SIGNER_HOT_KEYSTORE')
})
