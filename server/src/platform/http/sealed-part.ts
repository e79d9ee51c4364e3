/** Temporary files of an upload until the end of the call, unreadable to any other process. Each key exists only in memory. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** No tag: this process wrote the file seconds ago, and inspects it after reading. */
const ALGORITHM = 'aes-256-ctr'
const KEY = randomBytes(32)
const NONCE_BYTES = 16

export async function writeSealed(path: string, content: Readable | Uint8Array): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES)
  const target = createWriteStream(path, { mode: 0o600 })
  target.write(nonce)
  await pipeline(content instanceof Readable ? content : Readable.from([content]), createCipheriv(ALGORITHM, KEY, nonce), target)
}

export async function readSealed(path: string): Promise<Buffer> {
  const sealed = await readFile(path)
  return createDecipheriv(ALGORITHM, KEY, sealed.subarray(0, NONCE_BYTES)).update(sealed.subarray(NONCE_BYTES))
}
