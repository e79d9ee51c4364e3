/** Verification of a document: its authenticity for anyone with its code, its contents for those with its file. */
import { type CheckedDocument, DOCUMENT_CODE, parseDocumentCode } from '@tunjo/contract/documents'
import type { Locale } from '@tunjo/contract/locales'
import { MOVEMENT_STATE_GROUP } from '@tunjo/contract/movements'
import * as z from 'zod'
import { refuse } from '../../../../platform/http/refusal.ts'
import { PUBLISHER } from '../../../../platform/mail/brand.ts'
import { findMovement } from '../movement-store.ts'
import type { MovementsContext } from '../types.ts'
import { MOVEMENT_WORDS } from '../words.ts'
import { type DocumentRow, findDocument } from './document-store.ts'

const Facts = z.array(z.object({ name: z.string(), value: z.string() }))

export async function checkDocument(
  context: MovementsContext,
  { code, sha256 }: { code: string; sha256?: string | undefined },
  locale: Locale,
): Promise<CheckedDocument> {
  const { db, signer, log } = context
  const plain = parseDocumentCode(code)
  const row = DOCUMENT_CODE.test(plain) ? await findDocument(db, plain) : null
  if (!row) refuse('movements.document_unknown')
  if (!signer.isOwnSignature(row)) {
    log.error({ securityEvent: 'document_signature', code: row.code }, 'a document in the database does not have a valid signature')
    refuse('movements.document_unknown')
  }
  const { kind, format, subject, issuedAt, fileHash, signature } = row
  const hasFile = sha256 === fileHash
  return {
    code: row.code,
    kind,
    format,
    issuedAt: issuedAt.toISOString(),
    issuedBy: PUBLISHER,
    period: kind === 'receipt' ? null : subject,
    fileMatches: sha256 === undefined ? null : hasFile,
    stateNow: await stateNow(context, row, locale),
    contents: hasFile ? { facts: Facts.parse(JSON.parse(row.facts)), fileHash, signature, publicKey: signer.publicKey } : null,
  }
}

/** A receipt proves that money moved: the verification also reports a later reversal. */
async function stateNow({ db }: MovementsContext, { kind, accountId, subject }: DocumentRow, locale: Locale): Promise<string | null> {
  const movement = kind === 'receipt' ? await findMovement(db, accountId, subject) : null
  return movement && MOVEMENT_STATE_GROUP[movement.state] !== 'complete' ? MOVEMENT_WORDS[locale].states[movement.state] : null
}
