/** Consents: accepted and current versions of the terms and of the data policy. Part of the module `identity`. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { policySlug } from './policies.ts'

/** Policies that an account requires; the terms make the SARLAFT policy part of the contract. */
export const CONSENT_POLICIES = ['terms-and-conditions', 'data-policy'] as const
export type ConsentPolicy = (typeof CONSENT_POLICIES)[number]

export const ConsentChange = z.object({
  slug: policySlug,
  title: z.string(),
  version: z.string(),
  /** The version that the caller accepted last; null without a recorded consent. */
  acceptedVersion: z.string().nullable(),
  /** Effective date, past or future. */
  date: z.iso.date(),
  /** Summary of the changes in one or two sentences; empty for a first version. */
  changes: z.string(),
})
export type ConsentChange = z.output<typeof ConsentChange>

export const Consents = z.object({
  /**
   * In force and newer than the accepted version: until accepted, no new deposit and no trade. Reading and withdrawing remain available.
   */
  needed: z.array(ConsentChange),
  /** Announced, and not yet in force. */
  announced: z.array(ConsentChange),
})
export type Consents = z.output<typeof Consents>

export const consents = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/consents',
    role: 'SIGNED_IN',
    summary: 'Texts that the caller is asked to accept, and those that are announced. Officers are not asked',
    response: Consents,
    errors: [],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/account/consents',
    role: 'SIGNED_IN',
    summary: 'Accept the texts in force; version, time and address are kept',
    body: z.object({
      accepted: z
        .array(z.object({ slug: policySlug, version: z.string().max(20) }))
        .max(CONSENT_POLICIES.length)
        .meta({ description: 'All that are needed, each in the version that was shown' }),
    }),
    response: Consents,
    errors: ['identity.consent_outdated'],
  }),
}
