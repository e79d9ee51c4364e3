/**
 * Audit trail for officers (ADM-14): actor, subject and change, newest first, by cursor. Reading the history of one person or exporting
 * leaves an entry.
 */

import * as z from 'zod'
import { AUDIT_ACTIONS, type AuditAction, EARLIER_ACTIONS } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { FieldChange } from './field-change.ts'
import { keysOf } from './keys.ts'

export const AUDIT_ACTION_NAMES = keysOf(AUDIT_ACTIONS)
/** Read-only actions: most of the trail, and seldom of interest. */
export const AUDIT_READS = [
  'files.viewed',
  'kyc.documents_viewed',
  'kyc.people_listed',
  'kyc.person_viewed',
  'payments.accounts_viewed',
] as const satisfies readonly AuditAction[]

const person = z.object({ id: z.uuid(), email: z.string() })
export const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTION_NAMES),
  title: z.string(),
  /** Null: the system, named by `systemName`. */
  actor: person.nullable(),
  systemName: z.string().nullable(),
  object: z.object({ type: z.string(), id: z.string() }),
  /** Person concerned, when the object is an account. */
  person: person.nullable(),
  /** Fields that differ before and after; for a new or a read object, its values. */
  changes: z.array(FieldChange),
  reason: z.string().nullable(),
  /** Position in the hash chain; null until the entry is sealed, some seconds later. */
  seal: z.int().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const name = z.string().trim().max(254).optional()
export const AuditFilters = z.object({
  /** Person concerned: complete e-mail or id. */
  person: name,
  /** Acting officer: complete e-mail or id. */
  officer: name,
  /** Earlier names of actions too. */
  action: z.enum([...AUDIT_ACTION_NAMES, ...Object.values(EARLIER_ACTIONS)]).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Leaves out read-only actions. */
  only: z.enum(['changes']).optional(),
})
export type AuditFilters = z.output<typeof AuditFilters>

export const auditTrail = {
  auditEntries: endpoint({
    method: 'GET',
    path: '/api/administrative/audit',
    role: 'ROLE_ADMIN',
    permission: 'audit.read',
    audit: 'kyc.person_viewed',
    summary:
      'Entries of the audit trail by person, officer, action and time, newest first; `before` is the id of the last one that was seen. A read by person is recorded. Without what others did about the officer who reads',
    allowance: 'report-search',
    query: AuditFilters.extend({ before: z.uuid().optional(), size: z.coerce.number().int().min(1).max(100).default(50) }),
    response: z.object({ results: z.array(AuditEntry), next: z.uuid().nullable() }),
    errors: ['request.invalid', 'request.too_many', 'compliance.own_account'],
  }),
  auditCsv: endpoint({
    method: 'GET',
    path: '/api/administrative/audit/csv',
    role: 'ROLE_ADMIN',
    permission: 'audit.read',
    audit: 'reports.exported',
    summary: 'The same entries as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded before it leaves',
    allowance: 'report-export',
    query: AuditFilters,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid', 'request.too_many', 'compliance.own_account'],
  }),
}
