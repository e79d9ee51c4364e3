/**
 * Customer verification forms: fields, document slots, sizes (KYC-06, KYC-10…KYC-13). Shared, so that the
 * screen asks for exactly what the server requires. Rules that need external data (age, check digits, lists) are in the server.
 */
import * as z from 'zod'
import type { UploadKind } from './endpoint.ts'
import { personName } from './person-name.ts'
import { plainLine, plainLines } from './plain-text.ts'

export const PERSON_TYPES = ['natural', 'legal'] as const
export type PersonType = (typeof PERSON_TYPES)[number]

/** Form = person type and level. */
export const FORMS = ['natural-1', 'natural-2', 'natural-3', 'legal-1', 'legal-2', 'legal-3'] as const
export const Form = z.enum(FORMS)
export type Form = z.infer<typeof Form>

export interface Slot {
  readonly kinds: readonly UploadKind[]
  readonly maximum: number
  /** Files below which the form is incomplete. */
  readonly minimum: number
}
const picture: Slot = { kinds: ['image'], minimum: 1, maximum: 1 }
const pdf = (minimum: number, maximum: number): Slot => ({ kinds: ['pdf'], minimum, maximum })

export const MIN_LEVEL_3_DOCUMENTS = 3
export const SLOTS = {
  'natural-1': { frontal: picture, back: picture, selfie: picture },
  'natural-2': { proofResidence: { kinds: ['image', 'pdf'], minimum: 1, maximum: 1 } },
  'natural-3': { documents: pdf(MIN_LEVEL_3_DOCUMENTS, 20) },
  'legal-1': {
    rut: pdf(1, 1),
    chamberOfCommerce: pdf(1, 1),
    shareholderCertificate: pdf(1, 1),
    identityCopies: pdf(1, 20),
    financialStatements: pdf(1, 5),
    /** At least one of these two (KYC-12). */
    incomeReturns: pdf(0, 3),
    vatReturns: pdf(0, 3),
    tradeAuthorization: pdf(1, 1),
  },
  'legal-2': { complianceOfficer: pdf(1, 5) },
  'legal-3': { documents: pdf(MIN_LEVEL_3_DOCUMENTS, 20) },
} as const satisfies Record<Form, Record<string, Slot>>

/** Typed text: a single line, or several. */
const text = (maximum: number) => plainLine({ maximum })
const paragraph = (maximum: number) => plainLines({ maximum })
/** The specification sends booleans as `true` or as text. */
const yesOrNo = z.codec(z.union([z.boolean(), z.enum(['true', 'false'])]).meta({ type: 'boolean' }), z.boolean(), {
  decode: (value) => value === true || value === 'true',
  encode: (value) => value,
})
const listId = z.codec(z.union([z.int(), z.string().regex(/^\d{1,9}$/)]).meta({ type: 'integer' }), z.int(), {
  decode: Number,
  encode: (value) => value,
})
/** Empty text: not chosen. */
const optionalListId = z.codec(z.union([z.int(), z.string().regex(/^\d{0,9}$/)]).meta({ type: 'integer' }), z.int().optional(), {
  decode: (value) => (value === '' ? undefined : Number(value)),
  encode: (value) => value ?? '',
})
const ignored = z.unknown().optional().meta({ description: 'Accepted and ignored' })

export const PEP_RELATIONS = ['self', 'family', 'associate'] as const
/** Required from a person who answers yes (Decreto 830 de 2021). */
export const PepDetails = z.object({
  relation: z.enum(PEP_RELATIONS),
  position: text(200),
  entity: text(200),
  since: z.iso.date(),
  until: z.iso.date().nullable(),
})

/** Fields of level 1; unknown fields are dropped and change nothing (SEC-22, R23). */
export const NaturalLevel1Fields = z.object({
  fullName: personName(120),
  identificationNumber: text(20),
  birthDate: z.iso.date(),
  identificationTypeID: listId,
  email: ignored,
  cellphoneNumber: text(20),
  peps: yesOrNo,
  pepDetails: PepDetails.optional(),
})
export type NaturalLevel1Fields = z.output<typeof NaturalLevel1Fields>

export const NaturalLevel2Fields = z.object({
  /** Whether the person lives in Colombia: then `cityID`, otherwise the three `outside…`. Independent of nationality. */
  isColombian: yesOrNo.meta({ description: 'Whether the person lives in Colombia' }),
  homeAddress: text(200),
  outsideCountry: plainLine({ minimum: 0, maximum: 100 })
    .optional()
    .meta({ description: 'Name in Spanish or English, or ISO 3166-1 alpha-2' }),
  outsideState: plainLine({ minimum: 0, maximum: 100 }).optional(),
  outsideCity: plainLine({ minimum: 0, maximum: 100 }).optional(),
  cityID: optionalListId.optional(),
  occupationID: listId,
  economicActivityID: listId,
  descriptionEconomicActivity: paragraph(500),
  sourceOfFunds: yesOrNo,
})
export type NaturalLevel2Fields = z.output<typeof NaturalLevel2Fields>

/** Stored form of drafts and checked forms: named after the question, not after the field of the call. */
export const NaturalLevel2Stored = NaturalLevel2Fields.omit({ isColombian: true }).extend({ livesInColombia: yesOrNo })
export type NaturalLevel2Stored = z.output<typeof NaturalLevel2Stored>

export const Shareholder = z.object({
  name: text(120),
  identification: text(20),
  /** ISO 3166-1 alpha-2. */
  nationality: z.string().length(2),
  /** Percent with up to two decimals, as text: `12.5`. */
  ownershipPercentage: z.string().regex(/^\d{1,3}(\.\d{1,2})?$/),
})
export const SHAREHOLDERS_MAX = 50

export const LegalLevel1Fields = z.object({
  legalName: text(150),
  /** ISO 3166-1 alpha-2. */
  jurisdictionCountry: z.string().length(2),
  departmentID: listId,
  cityID: listId,
  mainAddress: text(200),
  nit: text(15),
  businessDescription: paragraph(500),
  fundsAreLawful: yesOrNo,
  fundsOrigin: paragraph(500),
  /** Day on the certificate of the chamber of commerce; less than 90 days ago. */
  chamberOfCommerceDate: z.iso.date(),
  /** International form or ten digits, for the payments of the company. */
  cellphoneNumber: text(20),
  shareholders: z.array(Shareholder).min(1).max(SHAREHOLDERS_MAX),
})
export type LegalLevel1Fields = z.output<typeof LegalLevel1Fields>

/** Stored fields of each form; forms without an entry have documents only. */
export const FIELDS = { 'natural-1': NaturalLevel1Fields, 'natural-2': NaturalLevel2Stored, 'legal-1': LegalLevel1Fields } as const

/** Options of the survey (KYC-01), in millions of COP; null = or more. The answer is the band's position. */
export const SURVEY_BANDS = {
  /** Per month, in and out (QuestionA). */
  monthly: [
    [0, 10],
    [10, 50],
    [50, 100],
    [100, 300],
    [300, null],
  ],
  /** Per year, bought and sold (QuestionB). */
  yearly: [
    [0, 40],
    [40, 200],
    [200, 1_000],
    [1_000, 5_000],
    [5_000, null],
  ],
} as const satisfies Record<string, readonly (readonly [number, number | null])[]>
