/**
 * News of a person since an officer's last review: material events of their timeline, of the kinds that the officer may read. Extension of
 * the specification. Closing the alert Novedades counts as the review; before the first closing, the first verification does.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { FieldChange } from './field-change.ts'
import { TimelineEvent, type TimelineEventName } from './person-timeline.ts'

/** Timeline events that require a new review of the person. */
export const NEWS_EVENTS = [
  'email_changed', 'closed', 'sign_in_denied',
  'survey_answered', 'form_sent', 'data_changed', 'document_expired',
  'level_changed', 'renewal_asked', 'renewal_done', 'renewal_dropped',
  'risk_level', 'risk_assessed', 'risk_expired', 'risk_pep', 'risk_list',
  'alert_opened', 'alert_found_again',
  'hit_found', 'check_found',
  'bank_account_added', 'bank_account_edited', 'bank_account_deleted',
] as const satisfies readonly TimelineEventName[] // biome-ignore format: one line a kind

export const NEWS_MAX = 100

export const NewsEvent = TimelineEvent.extend({
  /** Changed fields of a resubmitted form or survey, in Spanish. */
  changes: z.array(FieldChange),
})
export type NewsEvent = z.output<typeof NewsEvent>

export const PersonNews = z.object({
  /** Last review. reviewed: an officer closed Novedades; verified: not reviewed since the verification. Null: not verified either. */
  review: z.object({ at: z.iso.datetime(), why: z.enum(['reviewed', 'verified']), officer: z.string().nullable() }).nullable(),
  /** Upper bound of the list: an officer who closes Novedades states the time up to which they have read. */
  seenUntil: z.iso.datetime(),
  /** Whether the alert Novedades is open. */
  isOpen: z.boolean(),
  /** Newest first. */
  events: z.array(NewsEvent),
  /** True when there are older events that are not shown. */
  hasMore: z.boolean(),
})
export type PersonNews = z.output<typeof PersonNews>

export const personNews = {
  news: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/news',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'kyc.person_viewed',
    summary: `Ours: what changed of a person since an officer last closed the alert Novedades, newest first, at most ${NEWS_MAX}, of the kinds that the officer may read. Each read is recorded`,
    allowance: 'kyc-person',
    query: z.object({ userId: z.string().max(64) }),
    response: PersonNews,
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
}
