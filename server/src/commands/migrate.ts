/**
 * `tunjo migrate`: migrate the database to this version and grant the roles of the product and of the signer their rights, as the worker
 * does at its start. Needs the owner's connection.
 */

import { databaseAccess } from '../composition/database-access.ts'
import { migrationSources } from '../composition/migration-sources.ts'
import { openDatabase } from '../platform/database/database.ts'
import { missingMigrations } from '../platform/database/migrations.ts'
import { prepareDatabase } from '../platform/database/prepare-database.ts'
import { createLog } from '../platform/observability/log.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import { type Environment, SettingsInvalid } from '../platform/process/settings.ts'

/** Returns the exit code. */
export async function migrateCommand(env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  if (settings.databaseUrl === null)
    throw new SettingsInvalid('DATABASE_URL is needed. A demo with a database of its own migrates when it starts.')
  const access = databaseAccess(settings.databaseUrl, settings)
  const sources = migrationSources()
  const { db, close } = openDatabase(access.owner, { maxConnections: 1 })
  const missing = await missingMigrations(db, sources).finally(close)
  await prepareDatabase(access, sources, createLog({ level: 'warn', pretty: false }))
  for (const name of missing) console.log(name)
  console.log(missing.length === 0 ? 'The database was of this version already.' : `${missing.length} migrations applied.`)
  return 0
}
