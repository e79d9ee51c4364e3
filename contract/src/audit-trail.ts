/** The audit trail as officers read it (ADM-14): who did what to whom, what changed, newest first, by cursor. Who reads the history of one person, or exports, leaves an entry. */

import * as z from 'zod'
import { AUDIT_ACTIONS, type AuditAction } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { FieldChange } from './field-change.ts'
import { keysOf } from './keys.ts'

export const AUDIT_ACTION_NAMES = keysOf(AUDIT_ACTIONS)
/** What only looked: most of the trail, and seldom what somebody looks for. */
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
  /** Null: the system, by `systemName`. */
  actor: person.nullable(),
  systemName: z.string().nullable(),
  object: z.object({ type: z.string(), id: z.string() }),
  /** Whom it is about, when the object is an account. */
  person: person.nullable(),
  /** Fields that differ before and after; for what is new, or was only read, the values it has. */
  changes: z.array(FieldChange),
  reason: z.string().nullable(),
  /** Its place in the hash chain; null until it is sealed, some seconds later. */
  seal: z.int().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const name = z.string().trim().max(254).optional()
export const AuditFilters = z.object({
  /** Whom it is about: whole e-mail or id. */
  person: name,
  /** Who did it: whole e-mail or id. */
  officer: name,
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Without what only looked. */
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
    query: AuditFilters,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid', 'request.too_many', 'compliance.own_account'],
  }),
}
