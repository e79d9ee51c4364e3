/** SQL of audit entries and of the salts of redacted values. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../database/database.ts'
import type { AuditRecord, AuditValue } from './types.ts'

interface NewEntry extends AuditRecord {
  readonly id: string
  readonly recordedAt: Date
}

export async function insertEntries(tx: Transaction, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  const unsealed = entries.map(({ id, recordedAt }) => sql`(${id}, ${recordedAt})`)
  await sql`WITH entry AS (INSERT INTO platform.audit_entry (id, recorded_at, actor_kind, account_id, session_id, request_id, system_name,
      action, object_type, object_id, before, after, reason)
    VALUES ${sql.join(entries.map(valuesOf))})
    INSERT INTO platform.audit_unsealed (entry_id, recorded_at) VALUES ${sql.join(unsealed)}`.execute(tx)
}

function valuesOf({ id, recordedAt, actor, action, object, before, after, reason }: NewEntry): RawBuilder<unknown> {
  const person = actor.kind === 'person' ? actor : null
  const systemName = actor.kind === 'system' ? actor.name : null
  return sql`(${id}, ${recordedAt}, ${actor.kind}, ${person?.accountId ?? null}, ${person?.sessionId ?? null},
    ${person?.requestId ?? null}, ${systemName}, ${action}, ${object.type}, ${object.id}, ${json(before)}, ${json(after)},
    ${reason ?? null})`
}

const json = (value: AuditValue | undefined): string | null => (value === undefined ? null : JSON.stringify(value))

/** Returns the salt that is in force, which a concurrent transaction may have created. */
export async function keepSalt(tx: Transaction, personId: string, make: () => string): Promise<string> {
  const known = await findSalt(tx, personId)
  if (known !== null) return known
  await sql`INSERT INTO platform.audit_salt (person_id, sealed) VALUES (${personId}, ${make()}) ON CONFLICT (person_id) DO NOTHING`.execute(
    tx,
  )
  const kept = await findSalt(tx, personId)
  if (kept === null) throw new Error('the salt was destroyed while an entry was written')
  return kept
}

async function findSalt(connection: Connection, personId: string): Promise<string | null> {
  const found = await sql<{ sealed: string }>`SELECT sealed FROM platform.audit_salt WHERE person_id = ${personId}`.execute(connection)
  return found.rows[0]?.sealed ?? null
}

export async function deleteSalt(tx: Transaction, personId: string): Promise<void> {
  await sql`DELETE FROM platform.audit_salt WHERE person_id = ${personId}`.execute(tx)
}
