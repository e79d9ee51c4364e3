/**
 * Audit trail for officers (ADM-14): entries by filter with their position in the hash chain. It uses keyset pagination, so that a page
 * never shifts while entries are written.
 */
import { AUDIT_ACTIONS, currentAction, type EarlierAction, namesOfAction } from '@tunjo/contract/audit'
import { AUDIT_READS, type AuditEntry, type AuditFilters } from '@tunjo/contract/audit-trail'
import type { Locale } from '@tunjo/contract/locales'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { HiddenRequests } from '../../../platform/approvals/index.ts'
import type { AuditValue } from '../../../platform/audit/index.ts'
import { CSV_ROWS_READ, type CsvList, listToCsv } from '../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { allOf } from '../../../platform/database/list-query.ts'
import { changesOf } from './audit-changes.ts'
import { EXPORT_WORDS } from './export-words.ts'

interface Row {
  id: string
  at: Date
  action: AuditEntry['action'] | EarlierAction
  actorId: string | null
  actorEmail: string | null
  systemName: string | null
  objectType: string
  objectId: string
  personId: string | null
  personEmail: string | null
  before: AuditValue
  after: AuditValue
  reason: string | null
  seal: bigint | null
}

/** With the entries hidden from the reader: confidential requests, and actions of others about the reader. */
export interface AuditSearch extends AuditFilters {
  readonly hidden: HiddenRequests
  /** Null for the case of another person than the reader. */
  readonly readerId: string | null
}

export async function listEntries(
  connection: Connection,
  filters: AuditSearch & { before?: string | undefined; size: number },
  locale: Locale,
) {
  const { size } = filters
  const rows = await read(connection, filters, size + 1)
  const results = rows.slice(0, size).map((row) => shown(row, locale))
  return { results, next: rows.length > size ? (results.at(-1)?.id ?? null) : null }
}

export async function entriesCsv(connection: Connection, filters: AuditSearch, locale: Locale): Promise<CsvList> {
  const rows = await read(connection, filters, CSV_ROWS_READ)
  const lines = rows.map((row) => {
    const { title, actor, systemName, person, object, changes, reason, seal } = shown(row, locale)
    const said = changes.map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`).join('; ')
    const by = actor ? actor.email || actor.id : systemName
    return [
      dateForSheets(row.at),
      title,
      by,
      person?.email ?? null,
      object.type,
      object.id,
      said,
      reason,
      seal === null ? null : String(seal),
    ]
  })
  const { at, action, actor, person, object, objectId, changes, reason, seal } = EXPORT_WORDS[locale].audit
  return listToCsv([at, action, actor, person, object, objectId, changes, reason, seal], lines)
}

async function read(connection: Connection, filters: AuditSearch & { before?: string | undefined }, limit: number): Promise<Row[]> {
  const found = await sql<Row>`SELECT entry.id, entry.recorded_at AS at, entry.action, entry.account_id AS "actorId",
      (SELECT email FROM identity.user_report WHERE id = entry.account_id) AS "actorEmail", entry.system_name AS "systemName",
      entry.object_type AS "objectType", entry.object_id AS "objectId", person.id AS "personId", person.email AS "personEmail",
      entry.before, entry.after, entry.reason, seal.seq AS seal
    FROM platform.audit_entry entry
    LEFT JOIN platform.audit_seal seal ON seal.entry_id = entry.id
    LEFT JOIN identity.user_report person ON entry.object_type = 'account' AND person.id::text = entry.object_id
    WHERE ${conditionsOf(filters)} ORDER BY entry.recorded_at DESC, entry.id DESC LIMIT ${limit}`.execute(connection)
  return found.rows
}

function conditionsOf({
  person,
  officer,
  action,
  from,
  to,
  only,
  before,
  hidden,
  readerId,
}: AuditSearch & { before?: string | undefined }): RawBuilder<unknown> {
  return allOf([
    sql`NOT ${isHidden(hidden)}`,
    // An officer may be a customer too: they may not read what others record about them (Ley 526 de 1999).
    readerId ? sql`(entry.account_id IS NOT DISTINCT FROM ${readerId} OR NOT ${aboutPerson(sql`${readerId}::uuid`)})` : null,
    person ? aboutPerson(idOf(person)) : null,
    officer ? sql`entry.account_id = ${idOf(officer)}` : null,
    action ? sql`entry.action = ANY(${[...namesOfAction(action)]}::text[])` : null,
    from ? sql`entry.recorded_at >= ${new Date(from)}` : null,
    to ? sql`entry.recorded_at <= ${new Date(to)}` : null,
    only ? sql`entry.action <> ALL(${[...AUDIT_READS]})` : null,
    before ? sql`(entry.recorded_at, entry.id) < (SELECT recorded_at, id FROM platform.audit_entry WHERE id = ${before})` : null,
  ])
}

/** Subject of a confidential kind of approval, and the requests for it. */
const isHidden = ({ kinds, targets }: HiddenRequests) => sql`(entry.object_type = ANY(${kinds.map(({ objectType }) => objectType)}::text[])
  OR (entry.object_type, entry.object_id) IN (SELECT * FROM unnest(${targets.map(({ objectType }) => objectType)}::text[],
    ${targets.map(({ target }) => target)}::text[]))
  OR (entry.object_type = 'approval' AND entry.object_id IN (SELECT id::text FROM platform.approval_request
    WHERE kind = ANY(${kinds.map(({ kind }) => kind)}::text[]) OR (kind, target) IN (SELECT * FROM unnest(
      ${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ target }) => target)}::text[])))))`

/** Null, and so an empty result, for an unknown e-mail. */
const idOf = (name: string): RawBuilder<unknown> =>
  isUuid(name) ? sql`${name}::uuid` : sql`(SELECT id FROM identity.user_report WHERE email = ${name.toLowerCase()})`

/** Account of the requested history; null when no account has this e-mail or id. */
export async function personNamed(connection: Connection, name: string): Promise<string | null> {
  const found = await sql<{ id: string }>`SELECT id FROM identity.user_report WHERE id = ${idOf(name)}`.execute(connection)
  return found.rows[0]?.id ?? null
}

/**
 * Entries about a person, including decisions of two officers about them, findings of officers, their requests about their data, and their
 * conversations.
 */
const aboutPerson = (id: RawBuilder<unknown>) => sql`(entry.object_type, entry.object_id) IN (
  SELECT 'account', (${id})::text
  UNION ALL SELECT 'approval', id::text FROM platform.approval_request WHERE subject_id = ${id}
  UNION ALL SELECT 'due_diligence', id::text FROM compliance.due_diligence_subject WHERE account_id = ${id}
  UNION ALL SELECT 'data_request', id::text FROM privacy.data_request WHERE account_id = ${id}
  UNION ALL SELECT 'conversation', id::text FROM conversations.conversation WHERE account_id = ${id})`

const shown = (row: Row, locale: Locale): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: currentAction(row.action),
  title: AUDIT_ACTIONS[currentAction(row.action)][locale],
  actor: row.actorId === null ? null : { id: row.actorId, email: row.actorEmail ?? '' },
  systemName: row.systemName,
  object: { type: row.objectType, id: row.objectId },
  person: row.personId === null ? null : { id: row.personId, email: row.personEmail ?? '' },
  changes: changesOf(row.before, row.after),
  reason: row.reason,
  seal: row.seal === null ? null : Number(row.seal),
})
