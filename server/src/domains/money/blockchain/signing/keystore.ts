/**
 * Encrypted keystore: the JSON file (version 3, scrypt) that geth, ethers and Foundry write, one key each. The password is in another file,
 * so that neither file alone is a key.
 */
import { createDecipheriv, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bytesToHex, isAddressEqual, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { SettingsInvalid } from '../../../../platform/process/settings.ts'
import type { SigningKey } from './signing-key.ts'

const hex = z.string().regex(/^(0x)?[0-9a-fA-F]+$/)
const keystore = z.object({
  version: z.literal(3),
  address: hex.optional(),
  // Some programs write it with a capital.
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    ciphertext: hex,
    cipherparams: z.object({ iv: hex }),
    kdf: z.literal('scrypt'),
    kdfparams: z.object({
      dklen: z.literal(32),
      n: z.int().min(2).max(1_048_576),
      r: z.int().min(8).max(32),
      p: z.int().min(1).max(16),
      salt: hex,
    }),
    mac: hex,
  }),
})

/** Memory allowance for scrypt beyond the file's own need of 128·(n + p)·r bytes. */
const MEMORY_SLACK_BYTES = 1_048_576
const bytesOf = (text: string): Buffer => Buffer.from(text.replace(/^0x/, ''), 'hex')

/** @throws SettingsInvalid with a sentence that names the file, and never any of its content. */
export function openKeystore(file: string, passwordFile: string): SigningKey {
  const stored = keystore.safeParse(readJson(file))
  if (!stored.success) throw new SettingsInvalid(`${file} is no keystore of version 3 with scrypt.`)
  const { address, crypto } = stored.data
  const { n, r, p, dklen, salt } = crypto.kdfparams
  const password = readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '')
  const maxmem = 128 * (n + p) * r + MEMORY_SLACK_BYTES
  const derived = scryptSync(password, bytesOf(salt), dklen, { N: n, r, p, maxmem })
  const ciphertext = bytesOf(crypto.ciphertext)
  const mac = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]))
  if (mac !== `0x${bytesOf(crypto.mac).toString('hex')}`)
    throw new SettingsInvalid(`The password in ${passwordFile} does not open ${file}.`)
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytesOf(crypto.cipherparams.iv))
  const key = Buffer.concat([decipher.update(ciphertext), decipher.final()])
  const account = privateKeyToAccount(bytesToHex(key))
  key.fill(0)
  if (address && !isAddressEqual(account.address, `0x${bytesOf(address).toString('hex')}`))
    throw new SettingsInvalid(`${file} holds the key of another address than it says.`)
  return account
}

function readJson(file: string): unknown {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return typeof parsed === 'object' && parsed !== null && 'Crypto' in parsed ? { ...parsed, crypto: parsed.Crypto } : parsed
}
