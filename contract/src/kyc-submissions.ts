/** Submission of the verification forms for review: two calls at levels 1 and 2 of a person, one where a form has files only. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { LEVEL_STATES } from './kyc.ts'
import { FILES_REFUSED } from './kyc-drafts.ts'
import { type Form, LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields, SLOTS } from './kyc-forms.ts'

const FIELDS_REFUSED = [
  'request.invalid',
  'kyc.form_locked',
  'kyc.form_sent',
  'request.text_unseen',
  'kyc.under_age',
  'kyc.birth_date_invalid',
  'kyc.pep_dates_invalid',
  'kyc.document_type_unknown',
  'kyc.document_number_invalid',
  'kyc.phone_invalid',
  'kyc.name_invalid',
  'kyc.documents_missing',
] as const
const LEVEL_2_REFUSED = [
  'request.text_unseen',
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
  'kyc.partner_number_invalid',
  'kyc.chamber_certificate_old',
  'kyc.department_unknown',
  'kyc.tax_returns_missing',
] as const
const DOCUMENTS_REFUSED = ['request.invalid', 'kyc.form_locked', 'kyc.form_sent', 'kyc.documents_missing', ...FILES_REFUSED] as const

export const Saved = z.object({ saved: z.literal(true), state: z.enum(LEVEL_STATES) })
/** Slots of a form as upload fields; a slot may instead refer to files that were staged before. */
const upload = <const F extends Form>(form: F) => ({ fields: optional(SLOTS[form]) })
const optional = <const S extends Record<string, { kinds: readonly ('image' | 'pdf')[]; maximum: number }>>(slots: S) =>
  Object.fromEntries(Object.entries(slots).map(([name, { kinds, maximum }]) => [name, { kinds, maximum, minimum: 0 }])) as {
    readonly [K in keyof S]: { readonly kinds: S[K]['kinds']; readonly maximum: S[K]['maximum']; readonly minimum: 0 }
  }
const Staged = z.object({
  staged: z.array(z.uuid()).max(60).optional().meta({
    description:
      'Extension: ids of files that must be in the draft. Every file of the draft is sent; a slot with files in this call takes only those and the ones named here',
  }),
})

export const kycSubmissions = {
  naturalLevel1Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-1/save-documents',
    role: 'ROLE_USER',
    summary: 'First call of level 1: three pictures. Nothing is under review before the second',
    upload: upload('natural-1'),
    body: Staged.optional(),
    response: Saved,
    errors: DOCUMENTS_REFUSED,
  }),
  naturalLevel1Fields: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-1/save-fields',
    role: 'ROLE_USER',
    summary: 'Second call of level 1: sends the form for review',
    allowance: 'kyc-fields',
    body: NaturalLevel1Fields,
    response: Saved,
    errors: FIELDS_REFUSED,
  }),
  naturalLevel2Fields: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-2/save-fields',
    role: 'ROLE_USER',
    summary: 'First call of level 2. Nothing is under review before the second',
    allowance: 'kyc-fields',
    body: NaturalLevel2Fields,
    response: Saved,
    errors: ['request.invalid', 'kyc.form_locked', 'kyc.form_sent', ...LEVEL_2_REFUSED],
  }),
  naturalLevel2Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-2/save-documents',
    role: 'ROLE_USER',
    summary: 'Second call of level 2: sends the form for review',
    upload: upload('natural-2'),
    body: Staged.optional(),
    response: Saved,
    errors: [...DOCUMENTS_REFUSED, 'kyc.fields_missing', ...LEVEL_2_REFUSED],
  }),
  naturalLevel3Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/natural/level-3/save-documents',
    role: 'ROLE_USER',
    summary: 'Level 3: three or more PDF files; sends them for review',
    upload: upload('natural-3'),
    body: Staged.optional(),
    response: Saved,
    errors: DOCUMENTS_REFUSED,
  }),
  legalLevel1Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/legal/level-1/save-documents',
    role: 'ROLE_USER',
    summary: 'Extension, as for a person: the documents of the company. In review only after the second call',
    upload: upload('legal-1'),
    body: Staged.optional(),
    response: Saved,
    errors: [...DOCUMENTS_REFUSED, 'kyc.tax_returns_missing'],
  }),
  legalLevel1Fields: endpoint({
    method: 'POST',
    path: '/kyc/users/legal/level-1/save-fields',
    role: 'ROLE_USER',
    summary: 'Extension, as for a person: submits the form of the company for review',
    allowance: 'kyc-fields',
    body: LegalLevel1Fields,
    response: Saved,
    errors: [
      'request.invalid',
      'kyc.form_locked',
      'kyc.form_sent',
      'kyc.documents_missing',
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
    summary: 'Extension: the document of the compliance officer; sends it for review',
    upload: upload('legal-2'),
    body: Staged.optional(),
    response: Saved,
    errors: DOCUMENTS_REFUSED,
  }),
  legalLevel3Documents: endpoint({
    method: 'POST',
    path: '/kyc/users/legal/level-3/save-documents',
    role: 'ROLE_USER',
    summary: 'Extension: level 3 of a company, three or more PDF files; sends them for review',
    upload: upload('legal-3'),
    body: Staged.optional(),
    response: Saved,
    errors: DOCUMENTS_REFUSED,
  }),
}
