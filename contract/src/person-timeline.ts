/**
 * Timeline of a person for officers: all events in one list, newest first, by cursor, with their kind. An officer reads only the
 * kinds that they may read elsewhere.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { keysOf } from './keys.ts'
import type { Permission } from './permissions.ts'

/** Permission that an officer needs, by kind. */
export const TIMELINE_PERMISSION = {
  account: 'users.read',
  access: 'users.read',
  hold: 'users.read',
  verification: 'kyc.read',
  review: 'kyc.read',
  risk: 'kyc.read',
  alert: 'kyc.read',
  screening: 'screening.read',
  money: 'payments.read',
  approval: 'approvals.read',
  legal: 'legal_holds.manage',
  case: 'cases.read',
  privacy: 'privacy.read',
} as const satisfies Record<string, Permission>
export const TIMELINE_KINDS = keysOf(TIMELINE_PERMISSION)
export const TimelineKind = z.enum(TIMELINE_KINDS)
export type TimelineKind = z.output<typeof TimelineKind>
export const timelineKindsFor = (permissions: readonly Permission[]): TimelineKind[] =>
  TIMELINE_KINDS.filter((kind) => permissions.includes(TIMELINE_PERMISSION[kind]))

export const TIMELINE_EVENTS = [
  'signed_up', 'activated', 'consented', 'email_changed', 'closed',
  'signed_in', 'sign_in_failed', 'sign_in_denied', 'device_added',
  'withdrawals_held', 'blocked', 'unblocked', 'frozen', 'sessions_ended', 'factors_reset',
  'survey_answered', 'form_sent', 'data_changed', 'document_expired',
  'documents_accepted', 'documents_declined', 'level_changed', 'nature_created', 'nature_verified', 'nature_declined',
  'renewal_asked', 'renewal_done', 'renewal_dropped',
  'risk_level', 'risk_pep', 'risk_list', 'risk_allow', 'risk_assessed', 'risk_expired',
  'alert_opened', 'alert_found_again', 'alert_closed',
  'hit_found', 'hit_confirmed', 'hit_discarded', 'check_begun', 'check_ended', 'check_found',
  'deposit_begun', 'deposit_ended', 'withdrawal_begun', 'withdrawal_ended', 'swap_begun', 'swap_ended',
  'bank_account_added', 'bank_account_edited', 'bank_account_deleted',
  'approval_asked', 'approval_ended',
  'legal_hold_placed', 'legal_hold_lifted',
  'note_written', 'file_added',
  'data_request_filed', 'data_request_taken', 'data_request_completion_asked', 'data_request_completed', 'data_request_extended', 'data_request_answered',
  'data_request_rejected', 'data_request_desisted',
] as const // biome-ignore format: one line a kind
export type TimelineEventName = (typeof TIMELINE_EVENTS)[number]

/** Details of an event, as text; amounts as decimals. */
export const TIMELINE_FACTS = [
  'version', 'result', 'place', 'system', 'browser', 'until', 'form', 'items', 'before', 'after', 'number', 'alert', 'list', 'rail', 'state',
  'asset', 'amount', 'receivedAsset', 'receivedAmount', 'approval', 'category', 'folder', 'name', 'reason',
  'slot', 'subject', 'day', 'gravest',
] as const // biome-ignore format: one list

export const TimelineEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: TimelineKind,
  event: z.enum(TIMELINE_EVENTS),
  /** Id of the object concerned, when it has a page or a filter. */
  ref: z.string().nullable(),
  /** E-mail of the officer who did it; null: the person, or the system. */
  officer: z.string().nullable(),
  facts: z.partialRecord(z.enum(TIMELINE_FACTS), z.string()),
})
export type TimelineEvent = z.output<typeof TimelineEvent>

export const personTimeline = {
  timeline: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/timeline',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'kyc.person_viewed',
    summary:
      'Extension: timeline of a person, newest first, of the kinds that the officer may read; `after` is the `next` of the page before. Each read is recorded',
    allowance: 'report-search',
    query: z.object({
      userId: z.string().max(64),
      kind: TimelineKind.optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
      after: z
        .string()
        .regex(/^\d{1,16}~[\w:.-]{1,120}$/)
        .optional(),
      size: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: z.object({ results: z.array(TimelineEvent), next: z.string().nullable(), kinds: z.array(TimelineKind) }),
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
}
