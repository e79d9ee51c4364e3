/** A file at rest: `TF1`, nonce, AES-256-GCM ciphertext, tag. Bound to its id, so that no file can replace another. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const MARK = Buffer.from('TF1')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MARK.length + NONCE_BYTES
export const FILE_KEY_BYTES = 32

export function sealFile(key: Buffer, fileId: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(fileId))
  return Buffer.concat([MARK, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** @throws when a byte was altered, or the bytes belong to another file */
export function openFile(key: Buffer, fileId: string, sealed: Buffer): Buffer {
  if (sealed.length < HEAD_BYTES + TAG_BYTES || !sealed.subarray(0, MARK.length).equals(MARK)) throw new Error('not a sealed file')
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(MARK.length, HEAD_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(fileId)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()])
}
