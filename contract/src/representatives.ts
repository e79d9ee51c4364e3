/**
 * Legal representatives and beneficial owners of a company, as an officer reads them in its documents. The company form names shareholders
 * only, and its fields are those of the specification. Extension of the specification.
 */
import * as z from 'zod'
import { WHOLE_SHARE } from './company.ts'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { REASON_LENGTH, REASON_REFUSED } from './officer-reason.ts'
import { plainLine, plainLines } from './plain-text.ts'
import {
  MISSING,
  REPRESENTATIVE_DOCUMENTS,
  REPRESENTATIVE_ROLES,
  REPRESENTATIVE_SOURCES,
  REPRESENTATIVES_MAX,
} from './representative-rules.ts'

export const Representative = z.object({
  /** Empty for a company: it is listed for its share and its own owners. */
  roles: z.array(z.enum(REPRESENTATIVE_ROLES)).max(REPRESENTATIVE_ROLES.length),
  name: plainLine({ minimum: 3, maximum: 120 }),
  documentType: z.enum(REPRESENTATIVE_DOCUMENTS),
  documentNumber: plainLine({ minimum: 4, maximum: 24 }),
  nationality: z.string().length(2).meta({ description: 'ISO 3166-1 alpha-2' }),
  birthDate: z.iso.date().nullable(),
  /** Hundredths of a percent, so that shares add up without a float. */
  share: z.int().min(1).max(WHOLE_SHARE).nullable(),
  /** Politically exposed, according to the documents or the company. */
  isPep: z.boolean(),
  /** Source document. */
  paper: z.enum(REPRESENTATIVE_SOURCES),
  /** Position in the list of the company owned by this one; null: the customer. */
  parent: z
    .int()
    .min(0)
    .max(REPRESENTATIVES_MAX - 1)
    .nullable(),
})
export type Representative = z.output<typeof Representative>

const people = z.array(Representative).max(REPRESENTATIVES_MAX)
export const RepresentativeList = z.object({
  version: z.int(),
  people,
  /** Why no beneficial owner can be identified: the representative then counts as one. Empty: there are beneficial owners. */
  noOwnerReason: z.string(),
  officer: z.string().meta({ description: 'Mailbox of the officer' }),
  writtenAt: z.iso.datetime(),
})
export type RepresentativeList = z.output<typeof RepresentativeList>

export const CompanyRepresentatives = z.object({
  /** Newest first: the first one applies. */
  lists: z.array(RepresentativeList),
  missing: z.array(z.object({ what: z.enum(MISSING), name: z.string() })),
  thresholdHundredths: z.int().meta({ description: 'From which share on a final owner has to be known (configuration)' }),
})
export type CompanyRepresentatives = z.output<typeof CompanyRepresentatives>

export const representatives = {
  companyRepresentatives: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/representatives',
    summary: 'Extension: legal representatives and beneficial owners of a company as recorded by officers, newest first, and missing facts',
    response: CompanyRepresentatives,
    errors: PERSON_READ_REFUSED,
  }),
  writeRepresentatives: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/representatives',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.representatives_written',
    summary: 'Extension: record the people named in the documents of a company, replacing the earlier list; all of them are screened',
    allowance: 'kyc-person',
    body: z.object({
      userId: z.uuid(),
      /** Version of the list that the officer saw, 0 for none: after another change, the call writes nothing. */
      from: z.int().min(0),
      people: people.min(1),
      noOwnerReason: plainLines({ minimum: 0, maximum: REASON_LENGTH.maximum }).default(''),
    }),
    response: RepresentativeList,
    errors: [
      ...PERSON_READ_REFUSED,
      'request.invalid',
      ...REASON_REFUSED,
      'compliance.taken',
      'kyc.representatives_of_company',
      'kyc.representatives_changed',
      'kyc.representative_faulty',
      'kyc.country_unknown',
      'kyc.birth_date_invalid',
      // For an accepted company: a list with which it would not be accepted.
      'compliance.representatives_missing',
    ],
  }),
}
