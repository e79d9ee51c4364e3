/**
 * New key pairs, encoded by the job that makes them. To export the key objects of such a job is not safe in Node 20: the export holds the
 * lock that the end of the job needs, and a garbage collection in between, on the same thread, deadlocks the process permanently.
 */
import { generateKeyPairSync } from 'node:crypto'

/** DER. */
export interface EncodedKeyPair {
  readonly publicKey: Buffer
  readonly privateKey: Buffer
}

const PUBLIC = { type: 'spki', format: 'der' } as const
const PRIVATE = { type: 'pkcs8', format: 'der' } as const

export const newEncodedKeyPair = (curve: 'ed25519' | 'P-256'): EncodedKeyPair =>
  curve === 'ed25519'
    ? generateKeyPairSync('ed25519', { publicKeyEncoding: PUBLIC, privateKeyEncoding: PRIVATE })
    : generateKeyPairSync('ec', { namedCurve: curve, publicKeyEncoding: PUBLIC, privateKeyEncoding: PRIVATE })
