/** Black list of the house (ADM-15): values with which nobody may come in, why and until when. Kept as keyed hashes; officers see a masked text. */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { plainLine } from './plain-text.ts'

export const BLACK_LIST_KINDS = ['document', 'nit', 'email', 'domain', 'phone', 'network', 'bank_account', 'address', 'name'] as const
export const BlackListKind = z.enum(BLACK_LIST_KINDS)
export type BlackListKind = z.output<typeof BlackListKind>
export const BLACK_LIST_STATES = ['in_force', 'expired', 'removed'] as const
export const BlackListState = z.enum(BLACK_LIST_STATES)
export type BlackListState = z.output<typeof BlackListState>

/** Where it is asked. */
export const BLACK_LIST_PLACES = [
  'sign_up',
  'sign_in',
  'verification',
  'bank_account',
  'saved_address',
  'withdrawal',
  'deposit',
  'customer',
] as const
export type BlackListPlace = (typeof BLACK_LIST_PLACES)[number]

export const BLACK_LIST_VALUE_MAX = 254
const value = plainLine({ maximum: BLACK_LIST_VALUE_MAX })

export const BlackListEntry = z.object({
  id: z.uuid(),
  kind: BlackListKind,
  /** Enough to know it again, too little to know it. */
  masked: z.string(),
  reason: z.string(),
  state: BlackListState,
  addedAt: z.iso.datetime(),
  /** Null: until it is removed. */
  expiresAt: z.iso.datetime().nullable(),
  /** How often somebody came with it, and when last. */
  hits: z.int(),
  lastHitAt: z.iso.datetime().nullable(),
  /** A second officer is asked to remove it. */
  removalWaits: z.boolean(),
})
export type BlackListEntry = z.output<typeof BlackListEntry>

export const BlackListFilters = z.object({
  kind: BlackListKind.optional(),
  state: BlackListState.optional(),
  /** Whole, in any spelling: of a hash there is no part to look for. Needs `kind`. */
  value: value.optional(),
})
export type BlackListFilters = z.output<typeof BlackListFilters>

const DECISION_REFUSED = [
  'request.invalid',
  'request.text_unseen',
  'request.too_many',
  'identity.step_up_required',
  'identity.step_up_invalid',
  ...REASON_REFUSED,
] as const

export const blackList = {
  blackListEntries: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list/search',
    role: 'ROLE_ADMIN',
    permission: 'screening.read',
    audit: 'blacklist.searched',
    summary: 'The black list, newest first. Asked in a body, since what is looked for is somebody’s and belongs in no address',
    body: BlackListFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(BlackListEntry), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid', 'request.text_unseen', 'request.too_many', 'blacklist.value_invalid', 'blacklist.too_wide'],
  }),
  addToBlackList: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list',
    role: 'ROLE_ADMIN',
    permission: 'blacklist.manage',
    audit: 'blacklist.added',
    summary: 'Put a value on the black list, from now on. One officer alone, since two take it off; none that would keep out everybody',
    stepUp: { binds: ['body.kind', 'body.value', 'body.reason', 'body.expiresOn'] },
    body: z.object({ kind: BlackListKind, value, reason: OfficerReason, expiresOn: z.iso.date().nullable() }),
    response: BlackListEntry,
    errors: [...DECISION_REFUSED, 'blacklist.value_invalid', 'blacklist.too_wide', 'blacklist.known', 'blacklist.expiry_past'],
  }),
  removeFromBlackList: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list/:id/remove',
    role: 'ROLE_ADMIN',
    permission: 'blacklist.manage',
    audit: 'blacklist.removed',
    approval: 'four-eyes',
    summary: 'Take an entry off the black list. Always waits for a second officer',
    stepUp: { binds: ['params.id', 'body.reason'] },
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ reason: OfficerReason }),
    response: z.object({ removed: z.literal(true) }),
    errors: [...DECISION_REFUSED, 'request.not_found', 'access.permission_missing', 'approvals.already_waiting', 'blacklist.not_in_force'],
  }),
}
