/**
 * Documents about a customer's money: the receipt of a movement, the statement of a month; and the public verification of a document by
 * its code, certificates included. Extension of the specification. Part of the module `movements`.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Shown as `7GK2Q-…`: twenty characters without I, L, O and U, a hundred random bits. */
export const DOCUMENT_CODE = /^[0-9A-HJKMNP-TV-Z]{20}$/
export const formatDocumentCode = (code: string): string => code.replace(/(.{5})(?=.)/g, '$1-')
/** Normalise a copied code: with or without dashes, in lower case, with an O for a zero. */
export const parseDocumentCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

export const VERIFY_PATH = '/verificar'
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const instant = z.iso.datetime()

const statement = {
  role: 'ROLE_USER',
  params: z.object({ month }),
  errors: ['movements.no_statement', 'request.too_many', 'request.invalid'],
} as const

export const CheckedDocument = z.object({
  code: z.string(),
  kind: z.enum(['receipt', 'statement', 'certificate']),
  format: z.enum(['pdf', 'csv']),
  issuedAt: instant,
  issuedBy: z.string(),
  /** Month of a statement (`2026-10`), year of a certificate; null for a receipt. */
  period: z.string().nullable(),
  /** Null when no file was given to compare. */
  fileMatches: z.boolean().nullable(),
  /** Current state in Spanish, for a receipt whose movement changed later. */
  stateNow: z.string().nullable(),
  /**
   * Personal and financial data: only for a caller who has the file. The code alone, visible on every picture of the document, proves only
   * that the product issued it. With the hash a caller could request the rest, so the hash is here too.
   */
  contents: z
    .object({
      /** Content of the document, in its order. */
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      fileHash: sha256,
      /** Ed25519, base64url, over the lines of `documents/document-signer.ts`. */
      signature: z.string(),
      publicKey: z.string(),
    })
    .nullable(),
})
export type CheckedDocument = z.output<typeof CheckedDocument>

export const documents = {
  receipt: endpoint({
    method: 'GET',
    path: '/api/movements/:id/receipt',
    role: 'ROLE_USER',
    summary: 'Receipt of a movement of the caller that is complete, as PDF with a code to check it',
    allowance: 'movements-file',
    params: z.object({ id: z.string().max(64) }),
    answer: 'pdf',
    response: z.instanceof(Uint8Array),
    errors: ['movements.not_found', 'movements.not_complete', 'request.too_many'],
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/statements',
    role: 'ROLE_USER',
    summary: 'Completed months with a statement of the caller, newest first',
    response: z.object({ months: z.array(month) }),
    errors: [],
  }),
  statementPdf: endpoint({
    ...statement,
    method: 'GET',
    path: '/api/statements/:month/pdf',
    summary: 'Statement of a month of Bogotá: opening and closing balance of each asset and what happened in between',
    allowance: 'movements-file',
    answer: 'pdf',
    response: z.instanceof(Uint8Array),
  }),
  statementCsv: endpoint({
    ...statement,
    method: 'GET',
    path: '/api/statements/:month/csv',
    summary: 'The same statement as CSV (semicolons, decimal comma), with the code to check it in its last row',
    allowance: 'movements-file',
    answer: 'csv',
    response: z.string(),
  }),
  checkDocument: endpoint({
    method: 'POST',
    path: '/api/documents/check',
    role: 'PUBLIC',
    summary: 'Whether the product issued a document, by its code; with the SHA-256 of its file also its content',
    allowance: 'document-check',
    body: z.object({ code: z.string().max(40), sha256: sha256.optional() }),
    response: CheckedDocument,
    errors: ['movements.document_unknown', 'request.too_many', 'request.invalid'],
  }),
}
