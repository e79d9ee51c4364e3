/**
 * Keys of the audit trail. The chain is keyed (HMAC), so an attacker with only the database cannot recompute it; a key has an id, so that
 * it can be rotated. Heads are signed (Ed25519), so that any holder of the public key can verify one.
 */
import { createHash, createHmac, createPublicKey, sign, verify } from 'node:crypto'
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../process/settings.ts'
import { ed25519 } from '../secrets/ed25519.ts'
import type { Secrets } from '../secrets/secrets.ts'

const KEY_BYTES = 32
const isKey = (text: string): boolean => Buffer.from(text, 'base64').length === KEY_BYTES

const schema = declareSettings({
  /** 32 bytes in base64. Without it the chain's key comes from SECRETS_KEY. */
  AUDIT_KEY: z.base64().refine(isKey, 'needs 32 bytes in base64').optional(),
  /** Keys that sealed before, separated by commas: only to verify. */
  AUDIT_RETIRED_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((key) => key !== ''))
    .refine((keys) => keys.every(isKey), 'needs 32 bytes in base64 each'),
})

export interface AuditKeys {
  /** Id of the current sealing key. */
  readonly currentId: string
  /** Null when no key has this id. */
  hmac(keyId: string, content: Buffer): Buffer | null
  readonly publicKey: string
  sign(content: string): string
}

export function readAuditKeys(secrets: Secrets, env: Environment): AuditKeys {
  const given = readSettings(schema, env)
  const derived = secrets.derive('audit-chain')
  const current = given.AUDIT_KEY ? Buffer.from(given.AUDIT_KEY, 'base64') : derived
  const keys = [current, derived, ...given.AUDIT_RETIRED_KEYS.map((key) => Buffer.from(key, 'base64'))]
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]))
  const privateKey = ed25519(secrets.derive('audit-head'))
  return {
    currentId: keyIdOf(current),
    hmac(keyId, content) {
      const key = byId.get(keyId)
      return key ? createHmac('sha256', key).update(content).digest() : null
    },
    publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64url'),
    sign: (content) => sign(null, Buffer.from(content), privateKey).toString('base64url'),
  }
}

export function isSignedBy(publicKey: string, content: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64url'))
  } catch {
    // Not a valid key.
    return false
  }
}

const keyIdOf = (key: Buffer): string => createHash('sha256').update('audit key ').update(key).digest('hex').slice(0, 16)
