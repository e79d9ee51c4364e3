/** First step of a start: migrate as the owner, then find the connection with only the rights that the product needs. */
import { sql } from 'kysely'
import type { Log } from '../observability/log.ts'
import { SettingsInvalid } from '../process/settings.ts'
import { type ConnectionSettings, type Database, databaseErrorCode, openDatabase } from './database.ts'
import type { MigrationSource } from './migration-files.ts'
import { migrate, missingMigrations } from './migrations.ts'
import { refuseNewerDatabase } from './newer-migrations.ts'
import { refusePooler } from './pooler.ts'
import { grantRights, grantSignerRights, unprotectedTables } from './rights.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

export interface DatabaseAccess {
  /** Connection of the owner of schemas and tables. Null for a process that migrates nothing, since another one has. */
  readonly owner: ConnectionSettings | null
  /** Connection of the product; null when only one connection is known. */
  readonly application: ConnectionSettings | null
  /** Connection of the signer; null when this process does not have it. */
  readonly signer: ConnectionSettings | null
  /** Role of the signer when another process has its connection. */
  readonly signerRole?: string | null
}

export interface PreparedDatabase {
  readonly application: ConnectionSettings
  /** The product's connection where the database has no other. */
  readonly signer: ConnectionSettings
}

const NAME_BYTES_MAX = 63

export async function prepareDatabase(access: DatabaseAccess, sources: readonly MigrationSource[], log: Log): Promise<PreparedDatabase> {
  await refusePoolers(access)
  return access.owner === null
    ? checkDatabase(access.application, sources)
    : migrateAsOwner({ ...access, owner: access.owner }, sources, log)
}

async function refusePoolers({ owner, application }: DatabaseAccess): Promise<void> {
  if (application) await refusePooler(application, 'DATABASE_URL')
  if (owner) await refusePooler(owner, application ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL')
}

/** @throws SettingsInvalid when migrations of this version are missing, or the role could change what only grows */
async function checkDatabase(connection: ConnectionSettings | null, sources: readonly MigrationSource[]): Promise<PreparedDatabase> {
  if (connection === null) throw new Error('a process without the owner needs a connection of its own')
  const { db, close } = openDatabase(connection, { maxConnections: 1 })
  try {
    await refuseUnfinishedRestore(db)
    await refuseNewerDatabase(db, sources)
    const missing = await missingMigrations(db, sources)
    if (missing.length > 0)
      throw new SettingsInvalid(`The database lacks ${missing.length} migrations of this version: start --roles=worker,scheduler first.`)
    if ((await unprotectedTables(db, sources)).length > 0)
      throw new SettingsInvalid(
        'DATABASE_URL of the role core owns the tables or may change what only grows: give it a role that owns nothing.',
      )
    return { application: connection, signer: connection }
  } finally {
    await close()
  }
}

type OwnerAccess = DatabaseAccess & { readonly owner: ConnectionSettings }

async function migrateAsOwner(access: OwnerAccess, sources: readonly MigrationSource[], log: Log): Promise<PreparedDatabase> {
  // A migration waits for customers' transactions as long as its statement may take.
  const owner = openDatabase(access.owner, { maxConnections: 1, lockWaitMs: 0 })
  try {
    await refuseUnfinishedRestore(owner.db)
    const isNewer = await refuseNewerDatabase(owner.db, sources)
    await migrate(owner.db, sources)
    const application = access.application ?? (await limitedConnection(owner.db, access.owner, 'application', log))
    const signer = await signerConnection(owner.db, access, application, log)
    // An older version does not know which of the newer tables only grow: the rights that the newer version gave stay.
    if (isNewer) log.warn('the database is of a newer version: its rights are left as they are')
    else {
      await limit(owner.db, application, sources, log)
      await limitSigner(owner.db, { signer, application, role: access.signerRole ?? null }, sources, log)
    }
    return { application, signer }
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

/** With one connection for everything, another role on it; with two of the operator's, the role they name. */
async function signerConnection(
  owner: Database,
  access: OwnerAccess,
  application: ConnectionSettings,
  log: Log,
): Promise<ConnectionSettings> {
  if (access.signer) return access.signer
  if (access.application || application === access.owner) return application
  return limitedConnection(owner, access.owner, 'signer', log)
}

async function limitSigner(
  owner: Database,
  { signer, application, role }: { signer: ConnectionSettings; application: ConnectionSettings; role: string | null },
  sources: readonly MigrationSource[],
  log: Log,
): Promise<void> {
  const name = role ?? (signer === application ? null : await userOf(signer))
  if (name !== null && (await roleExists(owner, name))) return grantSignerRights(owner, sources, name)
  log.warn(
    { role: name },
    'the signer has no role of its own in the database: set DATABASE_SIGNER_URL, or DATABASE_SIGNER_ROLE where it runs apart',
  )
}

async function roleExists(db: Database, name: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM pg_roles WHERE rolname = ${name}`.execute(db)).rows.length > 0
}

async function userOf(connection: ConnectionSettings): Promise<string> {
  const { db, close } = openDatabase(connection, { maxConnections: 1 })
  try {
    return await currentUser(db)
  } finally {
    await close()
  }
}

/** Limited role on the owner's connection. Many managed databases do not allow creating roles: then the owner's role is used. */
async function limitedConnection(
  owner: Database,
  connection: ConnectionSettings,
  purpose: 'application' | 'signer',
  log: Log,
): Promise<ConnectionSettings> {
  const role = await roleName(owner, purpose)
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
async function roleName(db: Database, purpose: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db)
  const name = (rows[0]?.name ?? '').replace(/[^A-Za-z0-9_]/g, '_')
  return `${name.slice(0, NAME_BYTES_MAX - purpose.length - 1)}_${purpose}`
}

async function currentUser(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_user::text AS name`.execute(db)
  return rows[0]?.name ?? ''
}

const DUPLICATE_OBJECT = '42710'

/** Null when it succeeded, or had been done before. */
async function refusalOf(statement: Promise<unknown>): Promise<string | null> {
  return statement.then(
    () => null,
    (error) => (databaseErrorCode(error) === DUPLICATE_OBJECT ? null : reasonOf(error)),
  )
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
