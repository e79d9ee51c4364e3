/** Policy texts that a customer accepts: as structure for the pages, as HTML, and as a PDF for embedding (SHELL-03). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Slugs are also the paths of the pages: `/terms-and-conditions` and so on. */
export const POLICY_SLUGS = ['terms-and-conditions', 'data-policy', 'sarlaft-policy'] as const
export const policySlug = z.enum(POLICY_SLUGS)
export type PolicySlug = z.output<typeof policySlug>

export const PolicyPaths = z.object({
  page: z.string().meta({ examples: ['/data-policy'] }),
  /** Path of this call for the text of this version. */
  text: z.string().meta({ examples: ['/api/policies/data-policy?version=2026-01'] }),
  pdf: z.string().meta({ examples: ['/api/policies/data-policy/pdf?version=2026-01'] }),
})

export const Policy = z.object({
  slug: policySlug,
  title: z.string(),
  summary: z.string(),
  version: z.string().meta({ examples: ['2026-01'] }),
  /** Effective date. */
  date: z.iso.date(),
  paths: PolicyPaths,
})
export type Policy = z.output<typeof Policy>

export const PolicyText = Policy.extend({
  /** Generated from the product's own text: paragraphs, lists, emphasis and links only, every value escaped. Without the title. */
  html: z.string(),
  /** For a table of contents; `id` is the anchor in `html`. */
  headings: z.array(z.object({ level: z.int().min(2).max(3), id: z.string(), text: z.string() })),
})
export type PolicyText = z.output<typeof PolicyText>

const edition = z.object({ version: z.string(), date: z.iso.date() })

export const PolicyEntry = Policy.extend({
  versions: z.array(z.string()).meta({ description: 'Announced, in force and past ones, newest first' }),
  /** Earlier versions, with effective date and changes; null for the first. */
  history: z.array(edition.extend({ changes: z.string().nullable() })),
})
export type PolicyEntry = z.output<typeof PolicyEntry>

export const PolicyChanges = z.object({
  slug: policySlug,
  title: z.string(),
  from: edition,
  to: edition,
  /** Number of words. */
  added: z.int(),
  removed: z.int(),
  /** The newer text with `ins` and `del`, generated like the text itself; every mark is also labelled in words, in `span[data-mark]`. */
  html: z.string(),
})
export type PolicyChanges = z.output<typeof PolicyChanges>

const which = {
  params: z.object({ slug: z.string().max(60) }),
  query: z.object({ version: z.string().max(20).optional().meta({ description: 'The one in force without it' }) }),
}

export const policies = {
  list: endpoint({
    method: 'GET',
    path: '/api/policies',
    role: 'PUBLIC',
    summary: 'The policies in force, the versions before them, and those that are announced',
    response: z.array(PolicyEntry),
    errors: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/policies/:slug',
    role: 'PUBLIC',
    summary: 'One policy with its text',
    ...which,
    response: PolicyText,
    errors: ['request.not_found'],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/policies/:slug/changes',
    role: 'PUBLIC',
    summary: 'Changes of a newer version against an older one',
    params: which.params,
    query: z.object({ from: z.string().max(20), to: z.string().max(20) }),
    response: PolicyChanges,
    errors: ['request.not_found'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/policies/:slug/pdf',
    role: 'PUBLIC',
    summary: 'The same text as a PDF, which only our own pages may embed',
    ...which,
    answer: 'pdf',
    response: z.instanceof(Uint8Array),
    errors: ['request.not_found'],
  }),
}
