/** Why data are asked for again, and until when: what the calls of the person and those of officers share. */
import * as z from 'zod'

/** By an officer; by their age, which the risk of the person decides; because the identity document that was accepted has run out. */
export const RENEWAL_REASONS = ['requested', 'aged', 'document_expired'] as const
export type RenewalReason = (typeof RENEWAL_REASONS)[number]

/**
 * Business days from the request to its day. No number of the set `renewal`: its versions are sealed with the numbers that were decided,
 * and one more would leave every earlier version without it.
 */
export const RENEWAL_BUSINESS_DAYS = 10

/** What the person sees of a renewal that is open. Why an officer asked is for officers. */
export const OwnRenewal = z.object({
  why: z.enum(RENEWAL_REASONS),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
})
export type OwnRenewal = z.infer<typeof OwnRenewal>
