/** Writes an encrypted keystore of version 3 with a new key, for `keystore.ts` and for geth, ethers and Foundry. */
import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Hex, hexToBytes, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const SCRYPT = { n: 262_144, r: 8, p: 1 }
const MEMORY_BYTES = 128 * (SCRYPT.n + SCRYPT.p) * SCRYPT.r + 1_048_576
const KEY_BYTES = 32

/** @param secret an existing key instead of a new one; @throws when the file exists already: a key is never overwritten. */
export function writeKeystore(file: string, passwordFile: string, secret: Hex = generatePrivateKey()): void {
  const password = readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '')
  const [salt, iv] = [randomBytes(KEY_BYTES), randomBytes(16)]
  const derived = scryptSync(password, salt, KEY_BYTES, { N: SCRYPT.n, r: SCRYPT.r, p: SCRYPT.p, maxmem: MEMORY_BYTES })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(secret)), cipher.final()])
  const mac = keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2)
  const stored = {
    version: 3,
    id: crypto.randomUUID(),
    address: privateKeyToAccount(secret).address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: ciphertext.toString('hex'),
      cipherparams: { iv: iv.toString('hex') },
      kdf: 'scrypt',
      kdfparams: { dklen: KEY_BYTES, ...SCRYPT, salt: salt.toString('hex') },
      mac,
    },
  }
  writeFileSync(file, `${JSON.stringify(stored)}\n`, { mode: 0o600, flag: 'wx' })
}
