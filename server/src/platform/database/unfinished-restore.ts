/** Mark of a database into which a backup is being restored: no process of the product starts while it is there. */
import { sql } from 'kysely'
import { SettingsInvalid } from '../process/settings.ts'
import type { Connection } from './database.ts'

export const RESTORE_SCHEMA = 'tunjo_restore'

/** @throws SettingsInvalid */
export async function refuseUnfinishedRestore(db: Connection): Promise<void> {
  const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${RESTORE_SCHEMA}`.execute(db)
  if (rows.length > 0)
    throw new SettingsInvalid(
      'A restore into this database did not finish, or what it restored was not whole: create the database anew and restore again.',
    )
}
