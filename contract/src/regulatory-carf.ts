/**
 * Yearly report of crypto-assets to the DIAN (Resolución 000240 de 2025, the OECD's CARF): one record a person or company with the totals
 * of the year. It has the versions, officers and calls of the monthly files (regulatory-files.ts).
 */
import * as z from 'zod'

/**
 * Kinds of totals: exchanges against other crypto-assets and against pesos, and transfers, incoming and outgoing. `Other` transfers are
 * those between customers, and those that the platform gave; of the `Unknown` ones it does not know the purpose. Fees are not reported.
 */
export const CARF_KINDS = [
  'cryptoIn', 'cryptoOut', 'fiatIn', 'fiatOut', 'transferInUnknown', 'transferInOther', 'transferOutUnknown', 'transferOutOther', 'fees',
] as const // biome-ignore format: one list
const CarfKind = z.enum(CARF_KINDS)
export type CarfKind = z.output<typeof CarfKind>

/** New, correction, and no data to report, by the OECD's codes. */
export const CARF_MESSAGES = ['CARF701', 'CARF702', 'CARF703'] as const
export const CARF_ACTIONS = ['new', 'corrected', 'deleted'] as const

export const CarfTotal = z.object({
  asset: z.string(),
  kind: CarfKind,
  transactions: z.int(),
  units: z.string(),
  /** Pesos with two decimals; null when a price is missing. */
  cop: z.string().nullable(),
})
export type CarfTotal = z.output<typeof CarfTotal>

/** Content of a version: of every person of the year, and of what this message sends. */
export const CarfSummary = z.object({
  message: z.enum(CARF_MESSAGES),
  users: z.int(),
  new: z.int(),
  corrected: z.int(),
  deleted: z.int(),
  /** New people who wait for the next version: a message with corrections holds no new data. */
  pending: z.int(),
  totals: z.array(CarfTotal),
  /** People without a certification of tax residence, which does not prevent approval. Absent in a version from before certifications. */
  uncertified: z.object({ count: z.int(), userIds: z.array(z.uuid()).meta({ description: 'The first 200' }) }).optional(),
})
export type CarfSummary = z.output<typeof CarfSummary>

export const CarfUser = z.object({
  place: z.int(),
  userId: z.uuid(),
  name: z.string().nullable(),
  document: z.string().nullable(),
  country: z.string().nullable(),
  action: z.enum(CARF_ACTIONS),
  /** Identifier of the record, and of the record that it corrects or deletes. */
  docRefId: z.string(),
  corrDocRefId: z.string().nullable(),
  totals: z.array(CarfTotal),
  /** Exact text in the file. */
  text: z.string(),
})
export type CarfUser = z.output<typeof CarfUser>
