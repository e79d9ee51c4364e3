/**
 * Link analysis of a person, for officers: connected people, the shared data that connect them, and their status. The graph is bipartite:
 * an edge always joins a person and a shared item.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { keysOf } from './keys.ts'
import type { Permission } from './permissions.ts'

/** Permission that an officer needs, by kind of the shared item. */
export const LINK_PERMISSION = {
  document: 'kyc.read',
  file: 'kyc.read',
  device: 'users.read',
  bank_account: 'payments.read',
  wallet: 'payments.read',
  address: 'kyc.read',
  network: 'users.read',
} as const satisfies Record<string, Permission>
export const LINK_KINDS = keysOf(LINK_PERMISSION)
export const LinkKind = z.enum(LINK_KINDS)
export type LinkKind = z.output<typeof LinkKind>

/** Relation between the person and the shared item. */
export const LINK_ROLES = ['own_document', 'shareholder', 'sent', 'signed_in', 'saved', 'sender', 'deposit_address', 'lives'] as const
export const LINKED_STATES = ['active', 'suspended', 'closed', 'forgotten'] as const

/** Maximum number of drawn nodes, people and shared items together. */
export const LINK_NODES_MAX = 150
/** An item shared by more accounts than this is weak evidence: it is shown with their number, and the graph is not expanded through it. */
export const LINK_HUB_ACCOUNTS = 25
/** Limit of the count of a hub's accounts. */
export const LINK_COUNT_MAX = 250

export const LinkedPerson = z.object({
  id: z.uuid(),
  type: z.enum(['natural', 'legal']),
  /** Null until known, and permanently after the person's documents are erased; the e-mail then too. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  state: z.enum(LINKED_STATES),
  risk: z.enum(['low', 'medium', 'high']),
  openAlerts: z.int().meta({ description: 'Kinds of alerts that are open' }),
  isListed: z.boolean().meta({ description: 'An officer or a list says so' }),
  /** 0: the requested person; 1: shares an item with them; 2: shares an item with one of those. */
  depth: z.int().min(0).max(2),
})
export type LinkedPerson = z.output<typeof LinkedPerson>

export const SharedThing = z.object({
  id: z.string().meta({ description: 'Local to this answer' }),
  kind: LinkKind,
  label: z.string().meta({ description: 'Bank and last digits of an account; slot of a file' }),
  accounts: z.int().meta({ description: 'Customers who share it, the subject included' }),
  /** True when the count reached its limit. */
  hasMore: z.boolean(),
  /** Shared by too many: the graph is not expanded through it. */
  isHub: z.boolean(),
})
export type SharedThing = z.output<typeof SharedThing>

export const PersonLink = z.object({
  personId: z.uuid(),
  thingId: z.string(),
  role: z.enum(LINK_ROLES),
  firstSeenAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
  uses: z.int().nullable().meta({ description: 'Sign-ins, movements or deposits with it; null where nothing is counted' }),
})
export type PersonLink = z.output<typeof PersonLink>

export const PersonLinks = z.object({
  people: z.array(LinkedPerson).meta({ description: 'The subject first, then by priority score' }),
  things: z.array(SharedThing),
  links: z.array(PersonLink),
  kinds: z.array(LinkKind).meta({ description: 'Kinds that the officer may read' }),
  /** Connected people who were left out, since there are too many nodes. */
  peopleLeftOut: z.int(),
  /** True when there are so many links that the oldest were not read. */
  isCut: z.boolean(),
})
export type PersonLinks = z.output<typeof PersonLinks>

export const personLinks = {
  links: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/links',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'kyc.person_viewed',
    summary:
      'Extension: people and companies that share a document, a file, a browser, a bank account, a wallet, an address or a network with a person, and at depth 2 with one of those. Each read is recorded',
    allowance: 'report-search',
    query: z.object({ userId: z.string().max(64), depth: z.coerce.number().int().min(1).max(2).default(1) }),
    response: PersonLinks,
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
}

/** Priority score of a person: a list hit counts more than any risk, a risk more than alerts. */
export function priorityScore({
  isListed,
  risk,
  openAlerts,
  state,
}: Pick<LinkedPerson, 'isListed' | 'risk' | 'openAlerts' | 'state'>): number {
  const ofRisk = { low: 0, medium: 100, high: 200 }[risk]
  return (isListed ? 400 : 0) + ofRisk + Math.min(openAlerts, 50) + (state === 'suspended' ? 60 : 0)
}
