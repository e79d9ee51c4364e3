/**
 * Stored fields of forms. They were validated when they were sent. Here only their shape is checked, so that a later rule never makes a
 * form unreadable that was sent or accepted before it.
 */
import { REPRESENTATIVE_DOCUMENTS, REPRESENTATIVE_ROLES, REPRESENTATIVE_SOURCES } from '@tunjo/contract/representative-rules'
import { NO_TIN_REASONS } from '@tunjo/contract/tax-certifications'
import * as z from 'zod'

const text = z.string()
/** Stored as numbers and as yes or no; rows of older calls may still have them as text. */
const listId = z.coerce.number()
const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])

export const KeptLevel1 = z.object({
  fullName: text,
  identificationNumber: text,
  birthDate: text,
  identificationTypeID: listId,
  cellphoneNumber: text,
  peps: yesOrNo,
})
export type KeptLevel1 = z.output<typeof KeptLevel1>

export const KeptLevel2 = z.object({
  livesInColombia: yesOrNo,
  homeAddress: text,
  outsideCountry: text.optional(),
  outsideState: text.optional(),
  outsideCity: text.optional(),
  cityID: listId.optional(),
  descriptionEconomicActivity: text,
})
export type KeptLevel2 = z.output<typeof KeptLevel2>

export const KeptCompany = z.object({
  legalName: text,
  nit: text,
  cellphoneNumber: text,
  shareholders: z.array(z.object({ name: text, identification: text, ownershipPercentage: text })).default([]),
})
export type KeptCompany = z.output<typeof KeptCompany>

/** Row of a list of representatives and owners. */
export const KeptRepresentative = z.object({
  roles: z.array(z.enum(REPRESENTATIVE_ROLES)),
  name: text,
  documentType: z.enum(REPRESENTATIVE_DOCUMENTS),
  documentNumber: text,
  nationality: text,
  birthDate: text.nullable(),
  share: z.int().nullable(),
  isPep: z.boolean(),
  paper: z.enum(REPRESENTATIVE_SOURCES),
  parent: z.int().nullable(),
})

/** Line of a certification of tax residence. */
export const KeptResidence = z.object({ country: text, tin: text.nullable(), noTinReason: z.enum(NO_TIN_REASONS).nullable() })
