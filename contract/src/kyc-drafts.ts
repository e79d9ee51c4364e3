/** Drafts of the verification forms: typed values, files one by one, and the data that a device read from the document. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Form } from './kyc-forms.ts'

/** Picture quality, for the reviewer and for early advice to the person. */
export const FileQuality = z.object({
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Each warning suggests taking the picture again; none refuses it. */
  warnings: z.array(z.enum(['blurred', 'dark', 'glare', 'small'])),
})
export type FileQuality = z.infer<typeof FileQuality>

/** File of a form, before and after submission. */
export const FormFile = z.object({
  id: z.uuid(),
  slot: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  quality: FileQuality,
  addedAt: z.iso.datetime(),
})
export type FormFile = z.infer<typeof FormFile>

/** Partial upload: it resumes from `offset` when the same file is chosen again (kyc-uploads.ts). */
export const UnfinishedUpload = z.object({
  id: z.uuid(),
  slot: z.string(),
  name: z.string(),
  bytes: z.int(),
  offset: z.int(),
})
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>

export const Draft = z.object({
  form: Form,
  /** Draft fields, possibly incomplete. For a submitted form: the submitted fields. */
  fields: z.record(z.string(), z.unknown()),
  files: z.array(FormFile),
  uploads: z.array(UnfinishedUpload),
  /** Incremented by each change: prevents overwriting a draft that another device changed meanwhile. */
  revision: z.int(),
  updatedAt: z.iso.datetime().nullable(),
  /** Data that a device read from the document, stored as evidence for the reviewer. */
  evidence: z.array(z.object({ source: z.enum(['pdf417', 'mrz']), read: z.record(z.string(), z.string()), at: z.iso.datetime() })),
})
export type Draft = z.infer<typeof Draft>

export const FILES_REFUSED = [
  'files.too_large',
  'files.type_not_allowed',
  'files.image_unreadable',
  'files.image_too_large',
  'files.image_too_small',
  'files.pdf_unreadable',
  'files.pdf_active_content',
  'files.pdf_encrypted',
  'files.infected',
  'files.scanner_unavailable',
  'files.heic_not_supported',
  'files.busy',
  'files.storage_full',
  'files.too_many_at_once',
  'files.quota_day',
  'files.quota_stored',
  'files.too_many_refused',
  'files.form_needed',
  'files.form_incomplete',
  'files.upload_timeout',
  'files.too_few',
  'files.too_many',
] as const

const params = z.object({ form: Form })

export const kycDrafts = {
  draft: endpoint({
    method: 'GET',
    path: '/kyc/users/drafts/:form',
    role: 'ROLE_USER',
    summary: 'Extension: the draft of the form, from any device',
    params,
    response: Draft,
    errors: ['request.invalid'],
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/kyc/users/drafts/:form',
    role: 'ROLE_USER',
    summary: 'Extension: save the typed values; only the names are checked',
    params,
    body: z.object({ fields: z.record(z.string().max(60), z.unknown()), revision: z.int().min(0) }),
    response: z.object({ revision: z.int() }),
    errors: ['request.invalid', 'request.too_large', 'kyc.form_locked', 'kyc.form_sent', 'kyc.draft_changed'],
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/kyc/users/drafts/:form/files/:file',
    role: 'ROLE_USER',
    summary: 'Extension: add one file to the form, inspected immediately; a slot for one file is replaced',
    params: z.object({ form: Form, file: z.string().max(40).meta({ description: 'Slot of the form' }) }),
    upload: { fields: { file: { kinds: ['image', 'pdf'], maximum: 1 } } },
    response: FormFile,
    errors: ['kyc.slot_unknown', 'kyc.slot_full', 'kyc.form_locked', 'kyc.form_sent', ...FILES_REFUSED],
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/kyc/users/drafts/:form/files/:file',
    role: 'ROLE_USER',
    summary: 'Extension: remove a file from the form',
    params: z.object({ form: Form, file: z.string().max(64).meta({ description: 'Id of the file' }) }),
    response: z.object({ removed: z.literal(true) }),
    errors: ['request.not_found', 'kyc.form_locked', 'kyc.form_sent'],
  }),
  fileLink: endpoint({
    method: 'GET',
    path: '/kyc/users/files/:id/link',
    role: 'ROLE_USER',
    summary: "Extension: address of one of the caller's own files for 60 seconds",
    params: z.object({ id: z.string().max(64) }),
    response: z.object({ url: z.string() }),
    errors: ['request.not_found'],
  }),
  addEvidence: endpoint({
    method: 'POST',
    path: '/kyc/users/drafts/:form/evidence',
    role: 'ROLE_USER',
    summary: 'Extension: add the data that the device read from the barcode or the machine-readable zone of the document',
    params,
    body: z.object({
      source: z.enum(['pdf417', 'mrz']),
      /** For a machine-readable zone: `line1`, `line2` and `line3` as printed. The server derives the rest and checks every digit. */
      read: z.record(z.string().regex(/^\w{1,40}$/), z.string().max(200)).refine((read) => Object.keys(read).length <= 40),
    }),
    response: z.object({ kept: z.literal(true) }),
    errors: ['request.invalid', 'kyc.evidence_full', 'kyc.form_locked', 'kyc.form_sent'],
  }),
}
