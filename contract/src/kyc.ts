/** Customer verification (S1 §2.11, §2.12, §3, §4, §7; KYC-01…KYC-17). What the specification does not list is marked "ours". */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Form, LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields, PERSON_TYPES, SLOTS } from './kyc-forms.ts'

const level = z.int().min(0).max(3)
const personType = z.enum(PERSON_TYPES)

/** Facts about a picture that help its reviewer and tell the person early. */
export const FileQuality = z.object({
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Each is a reason to take the picture again; none refuses it. */
  warnings: z.array(z.enum(['blurred', 'dark', 'glare', 'small'])),
})
export type FileQuality = z.infer<typeof FileQuality>

/** A file of a form, before and after it was sent. */
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

/** A file of which only a part has arrived: it goes on from `offset` when the same file is chosen again (kyc-uploads.ts). */
export const UnfinishedUpload = z.object({
  id: z.uuid(),
  slot: z.string(),
  name: z.string(),
  bytes: z.int(),
  offset: z.int(),
})
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>

export const LEVEL_STATES = ['locked', 'open', 'sent', 'declined', 'verified'] as const
export const LevelStatus = z.object({
  level: z.int().min(1).max(3),
  form: Form,
  /** `locked` until the level below is verified; `sent` = under review; `declined` = something must be sent again. */
  state: z.enum(LEVEL_STATES),
  /**
   * Complete things of wanted things: 9 at level 1; 9 or 10 at level 2 (KYC-03). 100 % exactly when all is there: what was declined is
   * wanted again, and a declaration answered with no is not done. What the screen preselects counts once it is in the draft.
   */
  done: z.int(),
  total: z.int(),
  sentAt: z.iso.datetime().nullable(),
  /** What the reviewer refused and why: slots of the form, or `fields`. Only these are asked again (KYC-17). */
  declined: z.array(z.object({ slot: z.string(), description: z.string() })),
})
export type LevelStatus = z.infer<typeof LevelStatus>

export const Draft = z.object({
  form: Form,
  /** As far as the person got; may be incomplete. For a sent form: what was sent. */
  fields: z.record(z.string(), z.unknown()),
  files: z.array(FormFile),
  uploads: z.array(UnfinishedUpload),
  /** Grows with each change: a draft that another device changed meanwhile is not overwritten. */
  revision: z.int(),
  updatedAt: z.iso.datetime().nullable(),
  /** What a device read from the document, kept as evidence for the reviewer. */
  evidence: z.array(z.object({ source: z.enum(['pdf417', 'mrz']), read: z.record(z.string(), z.string()), at: z.iso.datetime() })),
})
export type Draft = z.infer<typeof Draft>

const FIELDS_REFUSED = [
  'request.invalid',
  'kyc.form_locked',
  'kyc.form_sent',
  'kyc.under_age',
  'kyc.document_type_unknown',
  'kyc.document_number_invalid',
  'kyc.document_taken',
  'kyc.phone_invalid',
  'kyc.name_invalid',
  'kyc.documents_missing',
] as const
const LEVEL_2_REFUSED = [
  'kyc.city_unknown',
  'kyc.country_unknown',
  'kyc.occupation_unknown',
  'kyc.activity_unknown',
  'kyc.funds_not_declared',
  'kyc.residence_incomplete',
] as const
const COMPANY_REFUSED = [
  'kyc.nit_invalid',
  'kyc.shares_above_total',
  'kyc.chamber_certificate_old',
  'kyc.department_unknown',
  'kyc.tax_returns_missing',
] as const
export const FILES_REFUSED = [
  'files.too_large',
  'files.type_not_allowed',
  'files.image_unreadable',
  'files.image_too_large',
  'files.pdf_unreadable',
  'files.pdf_active_content',
  'files.pdf_encrypted',
  'files.infected',
  'files.scanner_unavailable',
  'files.heic_not_supported',
  'files.busy',
  'files.form_needed',
  'files.form_incomplete',
  'files.upload_timeout',
  'files.too_few',
  'files.too_many',
] as const
const DOCUMENTS_REFUSED = ['request.invalid', 'kyc.form_locked', 'kyc.form_sent', 'kyc.documents_missing', ...FILES_REFUSED] as const

const saved = z.object({ saved: z.literal(true), state: z.enum(LEVEL_STATES) })
/** Slots of a form as fields of an upload; a slot may instead name files that were staged before. */
const upload = <const F extends Form>(form: F) => ({ fields: optional(SLOTS[form]) })
const optional = <const S extends Record<string, { kinds: readonly ('image' | 'pdf')[]; maximum: number }>>(slots: S) =>
  Object.fromEntries(Object.entries(slots).map(([name, { kinds, maximum }]) => [name, { kinds, maximum, minimum: 0 }])) as {
    readonly [K in keyof S]: { readonly kinds: S[K]['kinds']; readonly maximum: S[K]['maximum']; readonly minimum: 0 }
  }
const Staged = z.object({
  staged: z.array(z.uuid()).max(60).optional().meta({
    description:
      'Ours: ids of files that must be in the draft. Every file of the draft is sent; a slot with files in this call takes only those and the ones named here',
  }),
})

const formParams = z.object({ form: Form })

export const kyc = {
  kycVerified: endpoint({
    method: 'GET',
    path: '/kyc/users/natural/kyc-verified',
    role: 'ROLE_USER',
    summary: 'Level in progress (0 before the survey) and whether that level is verified',
    response: z.object({ currentLevel: level, isVerified: z.boolean() }),
    errors: [],
  }),
  kycInformation: endpoint({
    method: 'GET',
    path: '/kyc/users/natural/kyc-information',
    role: 'ROLE_USER',
    summary: 'What was declared, by level; null for what was not (S1 §3.3)',
    response: z.object({
      Level1: z
        .object({
          fullName: z.string(),
          cellphone: z.string(),
          identificationType: z.string(),
          identification: z.string(),
          birthDate: z.string(),
          peps: z.boolean(),
        })
        .nullable(),
      Level2: z.object({ address: z.string(), activityDescription: z.string() }).nullable(),
    }),
    errors: [],
  }),
  survey: endpoint({
    method: 'POST',
    path: '/kyc/users/signup-survey',
    role: 'ROLE_USER',
    summary: 'Expected volumes: positions in the two lists of bands (S1 §2.11, §9)',
    body: z.object({ responseA: z.int().min(0).max(4), responseB: z.int().min(0).max(4), responseC: z.literal(0) }),
    response: z.object({ saved: z.literal(true) }),
    errors: ['request.invalid'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/kyc/users/status',
    role: 'ROLE_USER',
    summary: 'Ours: everything the verification screen shows',
    response: z.object({
      surveyAnswered: z.boolean(),
      personType,
      /** Until the first submission. */
      mayChoosePersonType: z.boolean(),
      levels: z.array(LevelStatus),
    }),
    errors: [],
  }),
  choosePersonType: endpoint({
    method: 'PUT',
    path: '/kyc/users/person-type',
    role: 'ROLE_USER',
    summary: 'Ours: verify as a person or as a company; until the first submission',
    body: z.object({ personType }),
    response: z.object({ personType }),
    errors: ['request.invalid', 'kyc.person_type_fixed'],
  }),
  draft: endpoint({
    method: 'GET',
    path: '/kyc/users/drafts/:form',
    role: 'ROLE_USER',
    summary: 'Ours: the form as far as the person got, on whatever device',
    params: formParams,
    response: Draft,
    errors: ['request.invalid'],
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/kyc/users/drafts/:form',
    role: 'ROLE_USER',
    summary: 'Ours: keep what was typed so far; nothing is checked but the names',
    params: formParams,
    body: z.object({ fields: z.record(z.string().max(60), z.unknown()), revision: z.int().min(0) }),
    response: z.object({ revision: z.int() }),
    errors: ['request.invalid', 'request.too_large', 'kyc.form_locked', 'kyc.form_sent', 'kyc.draft_changed'],
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/kyc/users/drafts/:form/files/:slot',
    role: 'ROLE_USER',
    summary: 'Ours: add one file to the form, inspected at once; a slot for one file is replaced',
    params: z.object({ form: Form, slot: z.string().max(40) }),
    upload: { fields: { file: { kinds: ['image', 'pdf'], maximum: 1 } } },
    response: FormFile,
    errors: ['kyc.slot_unknown', 'kyc.slot_full', 'kyc.form_locked', 'kyc.form_sent', ...FILES_REFUSED],
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/kyc/users/drafts/:form/files/:id',
    role: 'ROLE_USER',
    summary: 'Ours: take a file out of the form',
    params: z.object({ form: Form, id: z.string().max(64) }),
    response: z.object({ removed: z.literal(true) }),
    errors: ['request.not_found', 'kyc.form_locked', 'kyc.form_sent'],
  }),
  fileLink: endpoint({
    method: 'GET',
    path: '/kyc/users/files/:id/link',
    role: 'ROLE_USER',
    summary: "Ours: address of one of the caller's own files for 60 seconds",
    params: z.object({ id: z.string().max(64) }),
    response: z.object({ url: z.string() }),
    errors: ['request.not_found'],
  }),
  addEvidence: endpoint({
    method: 'POST',
    path: '/kyc/users/drafts/:form/evidence',
    role: 'ROLE_USER',
    summary: 'Ours: what the device read from the barcode or the machine-readable zone of the document',
    params: formParams,
    body: z.object({
      source: z.enum(['pdf417', 'mrz']),
      /** Of a machine-readable zone: `line1`, `line2` and `line3` as printed. The rest is found again by the server, which checks every digit. */
      read: z.record(z.string().regex(/^\w{1,40}$/), z.string().max(200)).refine((read) => Object.keys(read).length <= 40),
    }),
    response: z.object({ kept: z.literal(true) }),
    errors: ['request.invalid', 'request.too_many', 'kyc.form_locked', 'kyc.form_sent'],
  }),
  naturalLevel1Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-1/save-documents',
    role: 'ROLE_USER',
    summary: 'First call of level 1: three pictures. Nothing is under review before the second',
    upload: upload('natural-1'),
    body: Staged.optional(),
    response: saved,
    errors: DOCUMENTS_REFUSED,
  }),
  naturalLevel1Fields: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-1/save-fields',
    role: 'ROLE_USER',
    summary: 'Second call of level 1: sends the form for review',
    body: NaturalLevel1Fields,
    response: saved,
    errors: FIELDS_REFUSED,
  }),
  naturalLevel2Fields: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-2/save-fields',
    role: 'ROLE_USER',
    summary: 'First call of level 2. Nothing is under review before the second',
    body: NaturalLevel2Fields,
    response: saved,
    errors: ['request.invalid', 'kyc.form_locked', 'kyc.form_sent', ...LEVEL_2_REFUSED],
  }),
  naturalLevel2Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-2/save-documents',
    role: 'ROLE_USER',
    summary: 'Second call of level 2: sends the form for review',
    upload: upload('natural-2'),
    body: Staged.optional(),
    response: saved,
    errors: [...DOCUMENTS_REFUSED, 'kyc.fields_missing', ...LEVEL_2_REFUSED],
  }),
  naturalLevel3Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-3/save-documents',
    role: 'ROLE_USER',
    summary: 'Level 3: three or more PDF files; sends them for review',
    upload: upload('natural-3'),
    body: Staged.optional(),
    response: saved,
    errors: DOCUMENTS_REFUSED,
  }),
  legalLevel1Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/legal/level-1/save-documents',
    role: 'ROLE_USER',
    summary: 'Ours, as for a person: the documents of the company. Nothing is under review before the second call',
    upload: upload('legal-1'),
    body: Staged.optional(),
    response: saved,
    errors: [...DOCUMENTS_REFUSED, 'kyc.tax_returns_missing'],
  }),
  legalLevel1Fields: endpoint({
    method: 'POST',
    path: '/kyc/users/legal/level-1/save-fields',
    role: 'ROLE_USER',
    summary: 'Ours, as for a person: sends the form of the company for review',
    body: LegalLevel1Fields,
    response: saved,
    errors: [
      'request.invalid',
      'kyc.form_locked',
      'kyc.form_sent',
      'kyc.documents_missing',
      'kyc.document_taken',
      'kyc.phone_invalid',
      'kyc.city_unknown',
      'kyc.country_unknown',
      'kyc.funds_not_declared',
      ...COMPANY_REFUSED,
    ],
  }),
  legalLevel2Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/legal/level-2/save-documents',
    role: 'ROLE_USER',
    summary: 'Ours: the document of the compliance officer; sends it for review',
    upload: upload('legal-2'),
    body: Staged.optional(),
    response: saved,
    errors: DOCUMENTS_REFUSED,
  }),
}
