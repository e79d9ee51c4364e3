/**
 * Habeas-data requests (Ley 1581 de 2012, arts. 14 and 15; ADM-20): queries and claims of a person about their personal data, with the
 * legal terms in business days, for the person and for the officers who answer. Part of the module `privacy`. Extension of the
 * specification.
 */
import * as z from 'zod'
import { ConversationFile } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { FILES_REFUSED } from './kyc-drafts.ts'
import { plainLines } from './plain-text.ts'

/** The first is a query (consulta); the others are claims (reclamos). */
export const DATA_REQUEST_KINDS = ['query', 'correction', 'update', 'erasure', 'revocation'] as const
export const DataRequestKind = z.enum(DATA_REQUEST_KINDS)
export type DataRequestKind = z.output<typeof DataRequestKind>
export const isClaim = (kind: DataRequestKind): boolean => kind !== 'query'

/** `incomplete`: the person was asked to complete it. `desisted`: they did not in two months. */
export const DATA_REQUEST_STATES = ['received', 'in_review', 'incomplete', 'answered', 'rejected', 'desisted'] as const
export const DataRequestState = z.enum(DATA_REQUEST_STATES)
export type DataRequestState = z.output<typeof DataRequestState>

/** In business days: the term, and its single extension. */
export const TERMS: Readonly<Record<DataRequestKind, { readonly days: number; readonly extension: number }>> = {
  query: { days: 10, extension: 5 },
  correction: { days: 15, extension: 8 },
  update: { days: 15, extension: 8 },
  erasure: { days: 15, extension: 8 },
  revocation: { days: 15, extension: 8 },
}

export const DATA_REQUEST_TEXT = { minimum: 10, maximum: 4_000 } as const
export const DATA_REQUEST_FILES = 5
export const DATA_REQUESTS_PAGE = 20
export const DATA_REQUEST_ENTRIES = [
  'filed',
  'taken',
  'completion_asked',
  'completed',
  'extended',
  'answered',
  'rejected',
  'desisted',
] as const

const time = z.iso.datetime()
const One = z.object({ id: z.string().max(64) })
const Text = plainLines(DATA_REQUEST_TEXT)
const upload = { fields: { files: { kinds: ['image', 'pdf'], maximum: DATA_REQUEST_FILES, minimum: 0 } } } as const

export const DataRequestEntry = z.object({
  id: z.uuid(),
  at: time,
  author: z.enum(['customer', 'officer', 'system']),
  kind: z.enum(DATA_REQUEST_ENTRIES),
  /** Null without a text, and after the person's erasure. */
  text: z.string().nullable(),
  files: z.array(ConversationFile),
})
export type DataRequestEntry = z.output<typeof DataRequestEntry>

export const DataRequest = z.object({
  id: z.uuid(),
  number: z.string().meta({ description: 'Radicado, `HD-…`' }),
  kind: DataRequestKind,
  state: DataRequestState,
  filedAt: time,
  dueAt: time
    .nullable()
    .meta({ description: 'The end of the last day of the term; null while the person is to complete it, and when it ended' }),
  isOverdue: z.boolean(),
  isExtended: z.boolean(),
  completeBy: time.nullable().meta({ description: 'Until when the person may complete it' }),
  endedAt: time.nullable(),
})
export type DataRequest = z.output<typeof DataRequest>
export const DataRequestThread = DataRequest.extend({ entries: z.array(DataRequestEntry) })
export type DataRequestThread = z.output<typeof DataRequestThread>

export const OfficerDataRequest = DataRequest.extend({
  userId: z.uuid(),
  email: z.string(),
  isClosed: z.boolean().meta({ description: 'The account is closed: the person enters no more, and reads no answer here' }),
  takenBy: z.string().nullable().meta({ description: 'E-mail of the officer who took it' }),
  isMine: z.boolean(),
  version: z.int().meta({ description: 'Grows with each change; a change names the one that it was decided on' }),
})
export type OfficerDataRequest = z.output<typeof OfficerDataRequest>
export const OfficerDataRequestThread = OfficerDataRequest.extend({
  entries: z.array(DataRequestEntry.extend({ officer: z.string().nullable() })),
  mayExtend: z.boolean(),
  mayAskCompletion: z.boolean(),
})
export type OfficerDataRequestThread = z.output<typeof OfficerDataRequestThread>

const WRITE_REFUSED = ['request.invalid', 'request.text_unseen', 'privacy.too_many', ...FILES_REFUSED] as const

export const dataRequests = {
  mine: endpoint({
    method: 'GET',
    path: '/api/data-requests',
    role: 'ROLE_USER',
    summary: "The caller's personal data requests, open ones first, then the newest",
    response: z.object({ results: z.array(DataRequest) }),
    errors: [],
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/data-requests/:id',
    role: 'ROLE_USER',
    summary: 'One of my requests with everything that was written',
    params: One,
    response: DataRequestThread,
    errors: ['request.not_found'],
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/data-requests',
    role: 'ROLE_USER',
    summary: 'File a request. `requestId` is chosen by the caller: the same id is the same request',
    body: z.object({ requestId: z.uuid(), kind: DataRequestKind, text: Text }),
    upload,
    response: DataRequest,
    errors: [...WRITE_REFUSED, 'request.idempotency_key_reused'],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/data-requests/:id/complete',
    role: 'ROLE_USER',
    summary: 'Complete a request that was incomplete: its term begins again',
    params: One,
    body: z.object({ text: Text }),
    upload,
    response: DataRequest,
    errors: [...WRITE_REFUSED, 'request.not_found', 'privacy.not_possible'],
  }),
}

const ADMIN = '/api/administrative/data-requests'
const CHANGE_REFUSED = [
  'request.invalid', 'request.not_found', 'request.text_unseen', 'request.tipping_off', 'compliance.own_account', 'privacy.changed_meanwhile', 'privacy.not_taken',
  'privacy.not_possible',
] as const // biome-ignore format: one list
const version = z.int().min(0)

export const officerDataRequests = {
  queue: endpoint({
    method: 'GET',
    path: ADMIN,
    role: 'ROLE_ADMIN',
    permission: 'privacy.read',
    audit: 'kyc.people_listed',
    summary:
      'Requests about personal data: those that wait for us, the first term first; those that wait for the person; or the ended ones',
    allowance: 'data-request-read',
    query: z.object({
      show: z.enum(['open', 'incomplete', 'ended']).default('open'),
      page: z.coerce.number().int().min(0).max(1_000).default(0),
    }),
    response: z.object({ results: z.array(OfficerDataRequest), hasMore: z.boolean(), open: z.int(), overdue: z.int() }),
    errors: ['request.invalid', 'request.too_many'],
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/data-requests',
    role: 'ROLE_ADMIN',
    permission: 'privacy.read',
    audit: 'kyc.person_viewed',
    summary: 'Requests of a person, open ones first; while a claim is open the data carries the legend "reclamo en trámite"',
    allowance: 'data-request-read',
    query: z.object({ userId: z.string().max(64) }),
    response: z.object({ results: z.array(OfficerDataRequest), hasClaimUnderWay: z.boolean() }),
    errors: ['request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
  read: endpoint({
    method: 'GET',
    path: `${ADMIN}/:id`,
    role: 'ROLE_ADMIN',
    permission: 'privacy.read',
    audit: 'kyc.person_viewed',
    summary: 'One request with everything that was written. Each read is recorded',
    allowance: 'data-request-read',
    params: One,
    response: OfficerDataRequestThread,
    errors: ['request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
  take: endpoint({
    method: 'POST',
    path: `${ADMIN}/:id/take`,
    role: 'ROLE_ADMIN',
    permission: 'privacy.answer',
    audit: 'privacy.request_taken',
    summary: 'Take a request, or take it over from another officer: only who has it decides it',
    params: One,
    body: z.object({ version }),
    response: OfficerDataRequest,
    errors: CHANGE_REFUSED,
  }),
  askCompletion: endpoint({
    method: 'POST',
    path: `${ADMIN}/:id/ask-completion`,
    role: 'ROLE_ADMIN',
    permission: 'privacy.answer',
    audit: 'privacy.completion_asked',
    summary: 'Ask the person to complete it: once, within five business days; two months without answer end it',
    params: One,
    body: z.object({ version, text: Text }),
    response: OfficerDataRequest,
    errors: CHANGE_REFUSED,
  }),
  extend: endpoint({
    method: 'POST',
    path: `${ADMIN}/:id/extend`,
    role: 'ROLE_ADMIN',
    permission: 'privacy.answer',
    audit: 'privacy.request_extended',
    summary: 'Extend the term, once and before its end, with the reason that the person reads',
    params: One,
    body: z.object({ version, text: Text }),
    response: OfficerDataRequest,
    errors: CHANGE_REFUSED,
  }),
  decide: endpoint({
    method: 'POST',
    path: `${ADMIN}/:id/decide`,
    role: 'ROLE_ADMIN',
    permission: 'privacy.answer',
    audit: 'privacy.request_decided',
    summary: 'Answer or reject it with the reason; the person reads it in Tunjo and is notified by mail',
    params: One,
    body: z.object({ version, outcome: z.enum(['answered', 'rejected']), text: Text }),
    upload,
    response: OfficerDataRequest,
    errors: [...CHANGE_REFUSED, ...FILES_REFUSED],
  }),
}
