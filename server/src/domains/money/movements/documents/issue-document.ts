/**
 * Issue a document. The same facts yield the same document with the same code, byte by byte; when the facts or the rendering
 * changed, it is a new document with a new code, and the old one stays valid for its contents.
 */
import { randomBytes } from 'node:crypto'
import type { MovementsContext } from '../types.ts'
import { type DocumentSigner, sha256 } from './document-signer.ts'
import { type DocumentRow, insertDocument, latestDocument } from './document-store.ts'

export interface Fact {
  readonly name: string
  readonly value: string
}
export interface DocumentDraft {
  readonly accountId: string
  readonly kind: DocumentRow['kind']
  readonly subject: string
  readonly facts: readonly Fact[]
}
export interface Issue {
  readonly code: string
  readonly issuedAt: Date
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 20

/** `draw` must be deterministic for the same issue. */
export async function issueDocument<T extends string | Uint8Array>(
  { db, clock, signer }: Pick<MovementsContext, 'db' | 'clock'> & { signer: DocumentSigner },
  draft: DocumentDraft,
  format: DocumentRow['format'],
  draw: (issue: Issue) => Promise<T>,
): Promise<T> {
  const { accountId, kind, subject } = draft
  const facts = JSON.stringify(draft.facts)
  const known = await latestDocument(db, { accountId, kind, subject, format, facts })
  if (known && signer.isOwnSignature(known)) {
    const file = await draw(known)
    if (sha256(file) === known.fileHash) return file
  }
  const issue: Issue = { code: newCode(), issuedAt: clock.now() }
  const file = await draw(issue)
  const document = { ...issue, kind, subject, format, facts, fileHash: sha256(file) }
  await insertDocument(db, { ...document, accountId, signature: signer.sign(document) })
  return file
}

/** 256 is divisible by the 32 characters, so all are equally likely. */
const newCode = (): string => Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
