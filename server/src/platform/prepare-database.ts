/** Before anything else: migrates as the owner, then finds the connection with only the rights that the product needs. */
import { sql } from 'kysely'
import { type ConnectionSettings, type Database, databaseErrorCode, openDatabase } from './database.ts'
import type { Log } from './log.ts'
import { type MigrationSource, migrate } from './migrations.ts'
import { grantRights, unprotectedTables } from './rights.ts'

export interface DatabaseAccess {
  /** Owns schemas and tables. */
  readonly owner: ConnectionSettings
  /** What the product works with; null when only one connection is known. */
  readonly application: ConnectionSettings | null
}

const NAME_BYTES_MAX = 63

export async function prepareDatabase(access: DatabaseAccess, sources: readonly MigrationSource[], log: Log): Promise<ConnectionSettings> {
  const owner = openDatabase(access.owner, { maxConnections: 1 })
  try {
    await migrate(owner.db, sources)
    const application = access.application ?? (await limitedConnection(owner.db, access.owner, log))
    await limit(owner.db, application, sources, log)
    return application
  } finally {
    await owner.close()
  }
}

async function limit(owner: Database, connection: ConnectionSettings, sources: readonly MigrationSource[], log: Log): Promise<void> {
  const application = openDatabase(connection, { maxConnections: 1 })
  try {
    const role = await currentUser(application.db)
    if (role !== (await currentUser(owner))) await grantRights(owner, sources, role)
    const tables = await unprotectedTables(application.db, sources)
    if (tables.length > 0) log.warn({ role, tables }, 'the database does not protect these append-only tables: the role may change them')
  } finally {
    await application.close()
  }
}

/** Another role on the owner's own connection. Many managed databases let nobody make roles: then the owner it is. */
async function limitedConnection(owner: Database, connection: ConnectionSettings, log: Log): Promise<ConnectionSettings> {
  const role = await roleName(owner)
  const refused = [
    await refusalOf(sql`CREATE ROLE ${sql.id(role)} NOLOGIN`.execute(owner)),
    await refusalOf(sql`GRANT ${sql.id(role)} TO CURRENT_USER`.execute(owner)),
  ].filter((reason) => reason !== null)
  const limited = { ...connection, options: [connection.options, `-c role=${role}`].filter(Boolean).join(' ') }
  const { db, close } = openDatabase(limited, { maxConnections: 1 })
  try {
    if ((await currentUser(db)) === role) return limited
  } catch (error) {
    refused.push(reasonOf(error))
  } finally {
    await close()
  }
  log.warn({ role, refused }, 'working as the owner of the tables, since the database gives no other role: set DATABASE_MIGRATION_URL')
  return connection
}

/** Roles belong to the whole server, so each database has its own. */
async function roleName(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db)
  const name = (rows[0]?.name ?? '').replace(/[^A-Za-z0-9_]/g, '_')
  return `${name.slice(0, NAME_BYTES_MAX - '_application'.length)}_application`
}

async function currentUser(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_user::text AS name`.execute(db)
  return rows[0]?.name ?? ''
}

const DUPLICATE_OBJECT = '42710'

/** Null when it was done, or had been done before. */
async function refusalOf(statement: Promise<unknown>): Promise<string | null> {
  return statement.then(
    () => null,
    (error) => (databaseErrorCode(error) === DUPLICATE_OBJECT ? null : reasonOf(error)),
  )
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
