/**
 * Officers' notes in the case file of a person, with attachments. Append-only: a note never changes, and a correction is a new note
 * that refers to the earlier one. The person cannot read them.
 */
import * as z from 'zod'
import { FILES_AT_ONCE } from './compliance-files.ts'
import { endpoint } from './endpoint.ts'
import { FILES_REFUSED } from './kyc-drafts.ts'
import { plainLines } from './plain-text.ts'

export const NOTE_CATEGORIES = ['verification', 'screening', 'money', 'contact', 'authority', 'other'] as const
export const NoteCategory = z.enum(NOTE_CATEGORIES)
export type NoteCategory = z.output<typeof NoteCategory>
export const NOTE_LENGTH = { minimum: 3, maximum: 4_000 } as const
export const NOTES_PAGE = 20

export const CaseNote = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  author: z.string().meta({ description: 'E-mail' }),
  category: NoteCategory,
  /** Null when the person's documents were erased. */
  text: z.string().nullable(),
  /** The note that this one corrects. */
  corrects: z.uuid().nullable(),
  /** Notes that correct this one, oldest first. */
  correctedBy: z.array(z.uuid()),
  files: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      /** Signed link, valid for 60 seconds in this officer's session. */
      fileUrl: z.string(),
    }),
  ),
})
export type CaseNote = z.output<typeof CaseNote>

const userId = z.string().max(64)
const REFUSED = ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'] as const

export const caseNotes = {
  notes: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/case-notes',
    role: 'ROLE_ADMIN',
    permission: 'cases.read',
    audit: 'kyc.person_viewed',
    summary: "Extension: officers' notes about a person, newest first; `before` is the id of the last one read. Each read is recorded",
    allowance: 'kyc-person',
    query: z.object({ userId, before: z.uuid().optional() }),
    response: z.object({ results: z.array(CaseNote), next: z.uuid().nullable() }),
    errors: REFUSED,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/case-notes',
    role: 'ROLE_ADMIN',
    permission: 'cases.write',
    audit: 'compliance.note_added',
    summary:
      'Extension: write a note about a person, with PDFs when there are any, all or none; it is append-only. `corrects` is an earlier note of the same person. A repeat with the same `requestId` after a lost answer gives the stored note',
    allowance: 'kyc-person',
    upload: { fields: { files: { kinds: ['pdf'], maximum: FILES_AT_ONCE, minimum: 0 } } },
    body: z.object({
      userId,
      category: NoteCategory,
      text: plainLines(NOTE_LENGTH),
      corrects: z.uuid().nullable().default(null),
      /** Idempotency id of this officer's request; without it, each call adds a note. */
      requestId: z.uuid().optional(),
    }),
    response: z.object({ id: z.uuid(), at: z.iso.datetime() }),
    errors: [...REFUSED, 'request.text_unseen', 'request.idempotency_key_reused', ...FILES_REFUSED],
  }),
}
