/** Sanctions and PEP screening: the watchlists and their age, and people's hits with their decisions (ADM-13). */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason } from './officer-reason.ts'
import { plainLine } from './plain-text.ts'
import { REPRESENTATIVE_ROLES } from './representative-rules.ts'

export const LISTS = ['ofac', 'un', 'eu', 'pep'] as const
export const ListName = z.enum(LISTS)
export type ListName = z.output<typeof ListName>

/** The largest of the official files, OFAC's three together, has about 12 MB. */
export const LIST_BYTES_MAX = 64 * 1_048_576

const ListVersion = z.object({
  id: z.uuid(),
  source: z.string(),
  licence: z.string(),
  sha256: z.string(),
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  loadedAt: z.iso.datetime(),
})
/** A parsed file compared with the version in force; not itself in force. */
export const ListFile = z.object({
  id: z.uuid(),
  list: ListName,
  sha256: z.string(),
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
})
export type ListFile = z.output<typeof ListFile>

export const FETCH_PROBLEMS = ['unreachable', 'too_large', 'faulty', 'shrank'] as const
export type FetchProblem = (typeof FETCH_PROBLEMS)[number]
export const ListCoverage = z.object({
  list: ListName,
  /** Null: never loaded. */
  version: ListVersion.nullable(),
  /** People whose last screening was against this version. */
  screened: z.int(),
  /** True when another version waits for a second officer. */
  loadWaits: z.boolean(),
  /** File of that version; null without a request. */
  asked: ListFile.nullable(),
  /** Fetched from the publisher and not in force; an officer may request it. */
  fetched: ListFile.extend({ fetchedAt: z.iso.datetime() }).nullable(),
  /** The last fetch from that address; null: none is configured, or none was made yet. */
  fetch: z
    .object({ triedAt: z.iso.datetime(), fetchedAt: z.iso.datetime().nullable(), problem: z.enum(FETCH_PROBLEMS).nullable() })
    .nullable(),
})
export const ScreeningCoverage = z.object({
  lists: z.array(ListCoverage),
  people: z.int(),
  /** Time of the oldest last screening. */
  oldest: z.iso.datetime().nullable(),
  /** Null: no run in progress. */
  run: z.object({ done: z.int(), total: z.int(), startedAt: z.iso.datetime() }).nullable(),
  /** Saved addresses and past senders, at their last comparison with the listed addresses; null: never. */
  addresses: z.object({ found: z.int(), startedAt: z.iso.datetime(), finishedAt: z.iso.datetime().nullable() }).nullable(),
})
export type ScreeningCoverage = z.output<typeof ScreeningCoverage>

export const HIT_STATES = ['open', 'confirmed', 'discarded', 'replaced'] as const
/** Facts about the listed person or entity. */
export const ListedFacts = z.object({
  names: z.array(z.string()),
  birthYears: z.array(z.int()),
  countries: z.array(z.string()),
  identifiers: z.array(z.string()),
  reason: z.string(),
  office: z.string().nullable(),
})
export const LIST_CHANGES = ['added', 'changed', 'removed'] as const
export type ListChange = (typeof LIST_CHANGES)[number]
export const EntryFacts = ListedFacts.extend({ gender: z.enum(['male', 'female']).nullable() })
export const EntryChange = z.object({
  entryId: z.string(),
  change: z.enum(LIST_CHANGES),
  /** Null: a new entry. */
  before: EntryFacts.nullable(),
  /** Null: not in the file. */
  after: EntryFacts.nullable(),
})
export type EntryChange = z.output<typeof EntryChange>
export const LIST_SEARCH_MAX = 100

/** Declared facts as compared. */
export const ScreenedFacts = z.object({
  name: z.string(),
  birthYear: z.int().nullable(),
  country: z.string().nullable(),
  identifiers: z.array(z.string()),
})
export const ScreeningHit = z.object({
  id: z.uuid(),
  list: ListName,
  entryId: z.string(),
  /** 0 to 1. */
  score: z.number(),
  /** `stop`: money movements are blocked since the finding. */
  severity: z.enum(['stop', 'review']),
  state: z.enum(HIT_STATES),
  /** Subject of the hit: the person, or the payer of a transfer to them. */
  about: z.enum(['self', 'payer']),
  listed: ListedFacts,
  person: ScreenedFacts,
  /** Roles of a person named in a company's documents. */
  roles: z.array(z.enum(REPRESENTATIVE_ROLES)),
  /** Line by line, in Spanish. */
  explanation: z.array(z.string()),
  foundAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
})
export type ScreeningHit = z.output<typeof ScreeningHit>

/** Number of undecided hits of one person. */
export const OpenHits = z.object({ pep: z.int(), sanctions: z.int() })
export type OpenHits = z.output<typeof OpenHits>

export const PersonScreening = z.object({
  /** Null: no declared data to compare yet. */
  screenedAt: z.iso.datetime().nullable(),
  /** Lists whose version in force was part of that screening. */
  lists: z.array(ListName),
  /** One page, open ones first. `discardWaits`: a request waits for a second officer. */
  hits: z.array(ScreeningHit.extend({ discardWaits: z.boolean() })),
  pagesNumber: z.int(),
  /** Undecided hits of all pages. */
  open: OpenHits,
})
export type PersonScreening = z.output<typeof PersonScreening>

const DECISION_REFUSED = [
  'request.invalid', 'request.not_found', 'request.text_unseen', 'request.too_many', 'compliance.own_account', 'request.reason_invalid',
  'request.reason_too_long', 'screening.hit_decided', 'identity.step_up_required', 'identity.step_up_invalid',
] as const // biome-ignore format: one list
const officers = { role: 'ROLE_ADMIN', permission: 'screening.read' } as const
const decides = { method: 'POST', role: 'ROLE_ADMIN', permission: 'screening.decide', response: ScreeningHit } as const
const id = z.string().max(64)

export const screening = {
  screeningCoverage: endpoint({
    ...officers,
    method: 'GET',
    path: '/api/administrative/screening/coverage',
    summary: 'Loaded lists with their age, and the number of people screened against them',
    response: ScreeningCoverage,
    errors: [],
  }),
  sendListFile: endpoint({
    method: 'POST',
    path: '/api/administrative/screening/lists/:list/files',
    role: 'ROLE_ADMIN',
    permission: 'screening.decide',
    audit: 'screening.list_received',
    summary:
      'Send the file of a list in its official format: it is read, compared and kept, and nothing is in force yet. One with a fault, or with a tenth fewer entries than before, is refused',
    allowance: 'screening-load',
    params: z.object({ list: ListName }),
    bytes: { maximum: LIST_BYTES_MAX },
    response: ListFile,
    errors: [
      'request.invalid',
      'request.too_many',
      'screening.list_faulty',
      'screening.list_shrank',
      'screening.list_known',
      'approvals.already_waiting',
    ],
  }),
  listChanges: endpoint({
    ...officers,
    method: 'GET',
    path: '/api/administrative/screening/lists/:list/files/:fileId/changes',
    summary: 'Changes of a file that is not in force: added, changed and removed entries, by name, number or id',
    allowance: 'screening-changes',
    params: z.object({ list: ListName, fileId: id }),
    query: PageQuery.extend({ change: z.enum(LIST_CHANGES).optional(), text: plainLine({ maximum: LIST_SEARCH_MAX }).optional() }),
    response: z.object({ results: z.array(EntryChange), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid', 'request.text_unseen', 'request.too_many', 'screening.file_replaced'],
  }),
  loadList: endpoint({
    method: 'POST',
    path: '/api/administrative/screening/lists/:list',
    role: 'ROLE_ADMIN',
    permission: 'screening.decide',
    audit: 'screening.list_loaded',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Put the uploaded file in force, and screen every customer against it. Always waits for a second officer',
    stepUp: { binds: ['params.list', 'body.fileId', 'body.reason'] },
    allowance: 'screening-decide',
    reason: true,
    params: z.object({ list: ListName }),
    body: z.object({ fileId: z.uuid(), reason: OfficerReason }),
    response: z.object({ loaded: z.literal(true) }),
    errors: [
      'request.invalid', 'request.text_unseen', 'request.too_many', 'request.reason_invalid', 'request.reason_too_long',
      'screening.file_replaced', 'screening.list_known', 'screening.list_faulty', 'screening.list_shrank', 'access.permission_missing',
      'identity.step_up_required', 'identity.step_up_invalid', 'approvals.already_waiting',
    ], // biome-ignore format: one list
  }),
  screeningHits: endpoint({
    ...officers,
    method: 'GET',
    path: '/api/administrative/screening/hits',
    audit: 'kyc.person_viewed',
    summary: 'One page of the hits of one person, the open ones first, with when and against which lists they were screened',
    allowance: 'kyc-person',
    query: PageQuery.extend({ userId: id }),
    response: PersonScreening,
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
  openHits: endpoint({
    ...officers,
    method: 'GET',
    path: '/api/administrative/screening/hits/open',
    audit: 'kyc.person_viewed',
    summary: 'Number of undecided hits of one person. Marks no hit as seen, unlike a page of them',
    allowance: 'kyc-person',
    query: z.object({ userId: id }),
    response: OpenHits,
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
  confirmHit: endpoint({
    ...decides,
    path: '/api/administrative/screening/hits/:id/confirm',
    audit: 'screening.hit_confirmed',
    summary: 'It is the person of the list: from now on they move no money',
    stepUp: { binds: ['params.id', 'body.reason'] },
    allowance: 'screening-decide',
    reason: true,
    params: z.object({ id }),
    body: z.object({ reason: OfficerReason }),
    errors: DECISION_REFUSED,
  }),
  discardHit: endpoint({
    ...decides,
    path: '/api/administrative/screening/hits/:id/discard',
    audit: 'screening.hit_discarded',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Discard a hit as another person. Always waits for a second officer; the hit returns only when the person or the entry changed',
    stepUp: { binds: ['params.id', 'body.reason'] },
    allowance: 'screening-decide',
    reason: true,
    params: z.object({ id }),
    body: z.object({ reason: OfficerReason }),
    errors: [...DECISION_REFUSED, 'access.permission_missing', 'approvals.person_concerned', 'approvals.already_waiting'],
  }),
}
