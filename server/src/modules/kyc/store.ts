import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import type { LevelStatus } from './rules.ts'
import type { Dossier, VerifiedDossier } from './types.ts'

export type DossierRow = Dossier & LevelStatus

export async function findDossier(connection: Connection, accountId: string): Promise<DossierRow | null> {
  const found = await sql<DossierRow>`SELECT person_type AS "personType", full_name AS "fullName", document_type AS "documentType",
      document_number AS "documentNumber", phone, current_level AS "currentLevel", is_verified AS "isVerified"
    FROM kyc.dossier WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? null
}

/** True when the row is new. */
export async function insertVerified(connection: Connection, dossier: VerifiedDossier, now: Date): Promise<boolean> {
  const { accountId, personType, fullName, documentType, documentNumber, phone, level } = dossier
  const inserted = await sql`INSERT INTO kyc.dossier
      (account_id, person_type, full_name, document_type, document_number, phone, current_level, is_verified, updated_at)
    VALUES (${accountId}, ${personType}, ${fullName}, ${documentType}, ${documentNumber}, ${phone}, ${level}, true, ${now})
    ON CONFLICT (account_id) DO NOTHING RETURNING 1`.execute(connection)
  return inserted.rows.length > 0
}
