/**
 * Signature of a document (Ed25519, with a key derived from the operator's): a row that was written with the database's password alone has
 * no valid signature.
 */
import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import { ed25519 } from '../../../../platform/secrets/ed25519.ts'
import type { Secrets } from '../../../../platform/secrets/secrets.ts'
import type { DocumentRow } from './document-store.ts'

const PURPOSE = 'movements documents'

export type Signed = Omit<DocumentRow, 'signature' | 'accountId'>
export interface DocumentSigner {
  sign(document: Signed): string
  isOwnSignature(document: DocumentRow): boolean
  /** SPKI in base64url, to verify a signature offline. */
  readonly publicKey: string
}

export function createDocumentSigner(secrets: Pick<Secrets, 'derive'>): DocumentSigner {
  const privateKey = ed25519(secrets.derive(PURPOSE))
  const publicKey = createPublicKey(privateKey)
  return {
    sign: (document) => sign(null, textOf(document), privateKey).toString('base64url'),
    isOwnSignature: (document) => verify(null, textOf(document), publicKey, Buffer.from(document.signature, 'base64url')),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  }
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const textOf = ({ code, kind, subject, format, facts, fileHash, issuedAt }: Signed): Buffer =>
  Buffer.from(['tunjo.document.v1', code, kind, subject, format, sha256(facts), fileHash, issuedAt.toISOString()].join('\n'))
