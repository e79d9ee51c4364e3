/**
 * Resumable uploads of form files in chunks (extension of the specification): a lost connection costs one chunk, not the file. Separate
 * from kyc.ts, since a page needs them only for a large file. Reasons and protocol: docs/decisions/0010-resumable-uploads.md.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { FILES_REFUSED, FormFile, UnfinishedUpload } from './kyc-drafts.ts'
import { Form } from './kyc-forms.ts'

/** Bytes of one chunk; the last may be smaller. */
export const PIECE_BYTES = { least: 65_536, most: 1_048_576 } as const
/** Header of a `files.upload_offset` answer: start of the next chunk. */
export const OFFSET_HEADER = 'upload-offset'

const params = z.object({ id: z.string().max(64) })
const FORM_REFUSED = ['kyc.slot_unknown', 'kyc.slot_full', 'kyc.form_locked', 'kyc.form_sent'] as const

export const kycUploads = {
  beginUpload: endpoint({
    method: 'POST',
    path: '/kyc/users/drafts/:form/uploads',
    role: 'ROLE_USER',
    summary: 'Extension: start a resumable upload; the same file in the same slot resumes',
    params: z.object({ form: Form }),
    body: z.object({
      slot: z.string().max(40),
      name: z.string().max(500),
      bytes: z.int().min(1).max(1_073_741_824),
      fingerprint: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: 'SHA-256 of the whole file in hexadecimal; what arrived is compared with it' }),
    }),
    response: UnfinishedUpload,
    errors: ['request.invalid', 'files.too_large', 'files.uploads_open', ...FORM_REFUSED],
  }),
  showUpload: endpoint({
    method: 'GET',
    path: '/kyc/users/uploads/:id',
    role: 'ROLE_USER',
    summary: 'Extension: received bytes of an upload',
    params,
    response: UnfinishedUpload,
    errors: ['request.not_found'],
  }),
  sendPiece: endpoint({
    method: 'PUT',
    path: '/kyc/users/uploads/:id',
    role: 'ROLE_USER',
    summary:
      'Extension: the next piece, of 64 KB to 1 MB (the last may be smaller). A repeated piece changes nothing; another offset is refused, with the right one in the header upload-offset',
    params,
    query: z.object({ offset: z.coerce.number().int().min(0).max(1_073_741_824) }),
    bytes: { maximum: PIECE_BYTES.most },
    response: UnfinishedUpload,
    errors: [
      'request.invalid',
      'request.not_found',
      'request.unsupported_media_type',
      'request.too_large',
      'files.piece_invalid',
      'files.upload_offset',
    ],
  }),
  finishUpload: endpoint({
    method: 'POST',
    path: '/kyc/users/uploads/:id/finish',
    role: 'ROLE_USER',
    summary: 'Extension: inspect the uploaded file and add it to the form, as in one call; idempotent',
    params,
    response: FormFile,
    errors: ['request.not_found', 'files.upload_offset', 'files.upload_damaged', ...FORM_REFUSED, ...FILES_REFUSED],
  }),
  cancelUpload: endpoint({
    method: 'DELETE',
    path: '/kyc/users/uploads/:id',
    role: 'ROLE_USER',
    summary: 'Extension: delete a partial upload',
    params,
    response: z.object({ cancelled: z.literal(true) }),
    errors: ['request.not_found'],
  }),
}
