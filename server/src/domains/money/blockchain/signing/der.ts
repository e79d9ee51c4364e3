/**
 * Strict reader for the DER of an ECDSA signature (SEQUENCE of two INTEGERs), and for a public key (SubjectPublicKeyInfo) as an
 * uncompressed point.
 */
import { createPublicKey } from 'node:crypto'
import type { Hex } from 'viem'
import { type EcdsaSignature, readWord } from './digest-key.ts'

const SEQUENCE = 0x30
const INTEGER = 0x02
const HEADER_BYTES = 2

/** @throws when the bytes are anything else. */
export function readDerSignature(der: Uint8Array): EcdsaSignature {
  if (der[0] !== SEQUENCE || der[1] !== der.length - HEADER_BYTES) throw new Error('not a signature in DER')
  const r = readInteger(der, HEADER_BYTES)
  const s = readInteger(der, r.end)
  if (s.end !== der.length) throw new Error('a signature in DER has two numbers')
  return { r: r.value, s: s.value }
}

function readInteger(der: Uint8Array, at: number): { value: bigint; end: number } {
  const length = der[at + 1] ?? 0
  const bytes = der.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)
  const [first = 0x80, second = 0x80] = bytes
  const isPadded = first === 0 && length > 1 && second < 0x80
  if (der[at] !== INTEGER || length === 0 || bytes.length !== length || first >= 0x80 || isPadded)
    throw new Error('a number of a signature in DER is malformed')
  return { value: readWord(bytes), end: at + HEADER_BYTES + length }
}

/** @throws when the key is on another curve. */
export function readPublicKey(spki: Uint8Array): Hex {
  const { crv, x, y } = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }).export({ format: 'jwk' })
  if (crv !== 'secp256k1' || !x || !y) throw new Error('not a public key of secp256k1')
  return `0x04${coordinate(x)}${coordinate(y)}`
}

const coordinate = (text: string): string => Buffer.from(text, 'base64url').toString('hex').padStart(64, '0')
