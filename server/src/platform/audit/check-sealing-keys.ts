/** Check that the keys of this process sealed the audit trail. */
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { AuditKeys } from './keys.ts'

interface SealedBy {
  /** Whether SECRETS_KEY signed the newest head; null before the first. */
  readonly isHeadKeyCurrent: boolean | null
  /** Whether one of the keys sealed the newest entry; null before the first. */
  readonly isSealKeyKnown: boolean | null
}

export async function checkSealingKeys(connection: Connection, keys: AuditKeys): Promise<SealedBy> {
  const found = await sql<{ publicKey: string | null; keyId: string | null }>`SELECT
    (SELECT public_key FROM platform.audit_head ORDER BY signed_at DESC, id DESC LIMIT 1) AS "publicKey",
    (SELECT key_id FROM platform.audit_seal ORDER BY seq DESC LIMIT 1) AS "keyId"`.execute(connection)
  const { publicKey = null, keyId = null } = found.rows[0] ?? {}
  return {
    isHeadKeyCurrent: publicKey === null ? null : publicKey === keys.publicKey,
    isSealKeyKnown: keyId === null ? null : keys.hmac(keyId, Buffer.alloc(0)) !== null,
  }
}
