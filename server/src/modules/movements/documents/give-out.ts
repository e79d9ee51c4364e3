/**
 * Gives out a paper. The same facts give the same paper with the same code, byte by byte; when the facts changed, or the way they are
 * drawn, it is a new paper with a code of its own, and the old one stays valid for what it says.
 */
import { randomBytes } from 'node:crypto'
import type { MovementsContext } from '../types.ts'
import { type DocumentRow, insertDocument, latestDocument } from './document-store.ts'
import { type DocumentSigner, sha256 } from './sign-document.ts'

export interface Fact {
  readonly name: string
  readonly value: string
}
export interface Paper {
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

/** `draw` must give the same bytes for the same issue. */
export async function giveOut<T extends string | Uint8Array>(
  { db, clock, signer }: Pick<MovementsContext, 'db' | 'clock'> & { signer: DocumentSigner },
  paper: Paper,
  format: DocumentRow['format'],
  draw: (issue: Issue) => Promise<T>,
): Promise<T> {
  const { accountId, kind, subject } = paper
  const facts = JSON.stringify(paper.facts)
  const known = await latestDocument(db, { accountId, kind, subject, format })
  if (known && known.facts === facts && signer.isOurs(known)) {
    const file = await draw(known)
    if (sha256(file) === known.fileHash) return file
  }
  const issue: Issue = { code: newCode(), issuedAt: clock.now() }
  const file = await draw(issue)
  const document = { ...issue, kind, subject, format, facts, fileHash: sha256(file) }
  await insertDocument(db, { ...document, accountId, signature: signer.sign(document) })
  return file
}

/** 32 signs divide 256: every one is as likely. */
const newCode = (): string => Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
