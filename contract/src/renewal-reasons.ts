/** Reason and deadline of a data renewal, shared by the calls of the person and those of officers. */
import * as z from 'zod'

/** Requested by an officer; the data's age, by the person's risk; or the accepted identity document has expired. */
export const RENEWAL_REASONS = ['requested', 'aged', 'document_expired'] as const
export type RenewalReason = (typeof RENEWAL_REASONS)[number]

/**
 * Business days from the request to its due date. Not part of the configuration set `renewal`: its versions are sealed with the numbers
 * that were decided, and one more would leave every earlier version without it.
 */
export const RENEWAL_BUSINESS_DAYS = 10

/** Open renewal as the person sees it. An officer's reason is visible to officers only. */
export const OwnRenewal = z.object({
  why: z.enum(RENEWAL_REASONS),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
})
export type OwnRenewal = z.infer<typeof OwnRenewal>
