/**
 * Signature of a case archive: Ed25519 over the bytes of its manifest, with a dedicated key derived from the operator's. So `openssl` alone
 * can verify one.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { ed25519 } from '../../../../platform/secrets/ed25519.ts'
import type { Secrets } from '../../../../platform/secrets/secrets.ts'

const PURPOSE = 'case archive exports'

export interface CaseArchiveSigner {
  sign(manifest: Uint8Array): Buffer
  /** SPKI in base64url. */
  readonly publicKey: string
  /** PEM, the format of `openssl`. */
  readonly pem: string
}

export function createCaseArchiveSigner(secrets: Pick<Secrets, 'derive'>): CaseArchiveSigner {
  const privateKey = ed25519(secrets.derive(PURPOSE))
  const publicKey = createPublicKey(privateKey)
  return {
    sign: (manifest) => sign(null, manifest, privateKey),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
}

export const isSigned = (publicKey: string, manifest: Uint8Array, signature: Uint8Array): boolean => {
  const key = keyOf(publicKey)
  return key !== null && verify(null, manifest, key, signature)
}

/** Key of SPKI in base64url, or of PEM; null when it is no Ed25519 key. */
function keyOf(text: string): KeyObject | null {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Readable name of a key, to compare it; null when it is none. */
export function keyIdOf(publicKey: string): string | null {
  const key = keyOf(publicKey)
  return (
    key &&
    createHash('sha256')
      .update(key.export({ format: 'der', type: 'spki' }))
      .digest('hex')
      .slice(0, 16)
  )
}
