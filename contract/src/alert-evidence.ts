/**
 * Evidence of an alert: references to the objects behind it, for officers. A reference is kept permanently; its content is read on display.
 */

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

/** Additional facts, as text; amounts are decimals. Limits are in COP. */
export const EVIDENCE_FACTS = [
  'kind', 'rail', 'state', 'asset', 'amount', 'receivedAsset', 'receivedAmount', 'hash', 'direction', 'maximum', 'place', 'network', 'browser',
  'system', 'form', 'slot', 'ending', 'name', 'email', 'month', 'year', 'list', 'alert', 'gravest',
] as const // biome-ignore format: one list

export const AlertEvidence = z.object({
  type: z.enum(EVIDENCE_TYPES),
  /** Id of the object. For a device or a network only its existence is shown. */
  id: z.string().nullable(),
  /** Side of a change: the value before or after it. */
  role: z.enum(['before', 'after']).nullable(),
  /** Time of the object. Null: unknown, or no longer stored. */
  at: z.iso.datetime().nullable(),
  /** True when the object was erased or removed. */
  isGone: z.boolean(),
  facts: z.partialRecord(z.enum(EVIDENCE_FACTS), z.string()),
  /** Changed fields of a resubmitted form, in Spanish. */
  changes: z.array(FieldChange),
})
export type AlertEvidence = z.output<typeof AlertEvidence>

const time = z.iso.datetime()
/** Findings, oldest first; the first one opened the alert. */
const Finding = z.object({
  at: time,
  comment: z.string(),
  /** Null: recorded before severities existed. */
  severity: Severity.nullable(),
  evidence: z.array(AlertEvidence),
  /** Number of referenced objects that are not shown. */
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
  /** Verdict of the officer who closed it. Null: the alert is open, a rule closed it, or no verdict was given. */
  verdict: AlertVerdict.nullable(),
  findings: z.array(Finding),
  /** Number of findings older than those shown. */
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
    summary: `Ours: the open episodes of an alert of a person, then the latest closed ones up to ${EPISODES_MAX}, with what was found and what it points to. The read is recorded`,
    allowance: 'kyc-person',
    query: z.object({ userId: z.string().max(64), alertId: z.coerce.number().int().min(1).max(19) }),
    response: z.array(AlertEpisode),
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
}
