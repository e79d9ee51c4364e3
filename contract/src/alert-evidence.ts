/** What alerts point to: for officers, each with where it is. The reference is kept for good; what it says is read when it is shown. */

import * as z from 'zod'
import { Severity } from './alert-severity.ts'
import { AlertVerdict } from './compliance-alerts.ts'
import { endpoint } from './endpoint.ts'
import { FieldChange } from './field-change.ts'

export const EVIDENCE_TYPES = [
  'movement', 'trade', 'kyc_item', 'survey', 'sign_in', 'device', 'network', 'account', 'bank_account', 'email_change', 'refusal', 'list_hit',
  'black_list_entry', 'background_check', 'alert',
] as const // biome-ignore format: one list
export type EvidenceType = (typeof EVIDENCE_TYPES)[number]

/** What is known of it besides, as text; amounts as decimals. Limits are in COP. */
export const EVIDENCE_FACTS = [
  'kind', 'rail', 'state', 'asset', 'amount', 'receivedAsset', 'receivedAmount', 'hash', 'direction', 'maximum', 'place', 'network', 'browser',
  'system', 'form', 'slot', 'ending', 'name', 'email', 'month', 'year', 'list', 'alert', 'gravest',
] as const // biome-ignore format: one list

export const AlertEvidence = z.object({
  type: z.enum(EVIDENCE_TYPES),
  /** Of the object; of a device or a network no more than that it is one. */
  id: z.string().nullable(),
  /** Of something that changed: which of both. */
  role: z.enum(['before', 'after']).nullable(),
  /** When it was. Null: nobody knows, or it is not there any more. */
  at: z.iso.datetime().nullable(),
  /** It was forgotten, or taken out. */
  isGone: z.boolean(),
  facts: z.partialRecord(z.enum(EVIDENCE_FACTS), z.string()),
  /** Of a form that was sent again: what changed, in Spanish. */
  changes: z.array(FieldChange),
})
export type AlertEvidence = z.output<typeof AlertEvidence>

const time = z.iso.datetime()
/** Something that was found, oldest first: the first opened the alert. */
const Finding = z.object({
  at: time,
  comment: z.string(),
  /** Null: of before severities were kept. */
  severity: Severity.nullable(),
  evidence: z.array(AlertEvidence),
  /** More was pointed to than is shown. */
  more: z.int(),
})
export const AlertEpisode = z.object({
  id: z.uuid(),
  alertTypeId: z.int().nullable(),
  alertType: z.string().nullable(),
  state: z.enum(['open', 'closed']),
  severity: Severity,
  since: time,
  until: time.nullable(),
  openedBy: z.string(),
  closedBy: z.string().nullable(),
  closingComment: z.string().nullable(),
  /** What the officer who closed it found; null: it is open, a rule closed it, or nobody said. */
  verdict: AlertVerdict.nullable(),
  findings: z.array(Finding),
  /** Findings that are older than those shown. */
  older: z.int(),
})
export type AlertEpisode = z.output<typeof AlertEpisode>
export const EPISODES_MAX = 20
export const FINDINGS_MAX = 50
export const EVIDENCE_MAX = 20

export const alertEvidence = {
  alertEpisodes: endpoint({
    method: 'GET',
    path: '/kyc/administrative/alerts/episodes',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'kyc.person_viewed',
    summary: `Ours: the last ${EPISODES_MAX} times that an alert of a person was open, with what was found and what it points to. The read is recorded`,
    query: z.object({ userId: z.string().max(64), alertId: z.coerce.number().int().min(1).max(19) }),
    response: z.array(AlertEpisode),
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
}
