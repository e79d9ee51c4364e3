/** Entries of the audit trail, oldest first; of one object or action when they are named. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AuditActor, AuditRecord } from '../../server/src/platform/audit/index.ts'
import type { Connection } from '../../server/src/platform/database/database.ts'

export async function auditTrail(db: Connection, only: { action?: AuditRecord['action']; objectId?: string } = {}): Promise<AuditRecord[]> {
  const found =
    await sql<AuditRecord>`SELECT action, jsonb_build_object('type', object_type, 'id', object_id) AS object, before, after, reason,
      CASE actor_kind WHEN 'system' THEN jsonb_build_object('kind', 'system', 'name', system_name)
        ELSE jsonb_build_object('kind', 'person', 'accountId', account_id, 'sessionId', session_id) END AS actor
    FROM platform.audit_entry
    WHERE (${only.action ?? null}::text IS NULL OR action = ${only.action ?? null})
      AND (${only.objectId ?? null}::text IS NULL OR object_id = ${only.objectId ?? null})
    ORDER BY recorded_at, id`.execute(db)
  return found.rows
}

/** Actor that `auditTrail` returns for an officer whose session the test does not know. */
export const anyPerson = (accountId: string): AuditActor => ({ kind: 'person', accountId, sessionId: expect.any(String) })

export const TEST_ACTOR: AuditActor = { kind: 'system', name: 'test' }
