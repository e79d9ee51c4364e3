/** Separate database for each test file, cloned from the migrated template (about 50 ms) and dropped at the end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type ConnectionSettings, type Database, type OpenDatabase, openDatabase } from '../../server/src/platform/database/database.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { TEMPLATE_DATABASE } from './global-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: ConnectionSettings
    testServerAsApplication: ConnectionSettings
    testServerAsSigner: ConnectionSettings
  }
}

/** `db` and `connection` have the rights of the running product; `owner` and `pool` are for a test that bypasses it. */
export interface TestDatabase extends OpenDatabase {
  readonly connection: ConnectionSettings
  /** Connection with the rights of the signer. */
  readonly signerConnection: ConnectionSettings
  readonly owner: Database
  readonly ownerConnection: ConnectionSettings
  /** Close the connections and drop the database; throws when the test left a connection open. */
  drop(): Promise<void>
}

/**
 * ```ts
 * let database: TestDatabase
 * beforeAll(async () => { database = await createTestDatabase() })
 * afterAll(() => database.drop())
 * ```
 */
export async function createTestDatabase({ maxConnections = 16 }: { maxConnections?: number } = {}): Promise<TestDatabase> {
  return openTestDatabase(await copyDatabase(TEMPLATE_DATABASE), maxConnections)
}

/** Database without any table, with its owner's connection. */
export interface EmptyDatabase {
  readonly connection: ConnectionSettings
  /** Names of its relations and schemas. */
  relations(): Promise<string[]>
  drop(): Promise<void>
}

export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `test_${newId().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE template0 STRATEGY FILE_COPY`)
  const connection = { ...inject('testServer'), database: name }
  return {
    connection,
    async relations() {
      const { pool, close } = openDatabase(connection, { maxConnections: 1 })
      const { rows } = await pool
        .query<{ name: string }>(
          `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
           UNION ALL SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('public', 'information_schema')`,
        )
        .finally(close)
      return rows.map(({ name: found }) => found)
    },
    drop: async () => {
      await sessionsLeft(name)
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/**
 * Backup: a second database with all data that the first has at this moment. The caller has closed its connections; those of `original` are
 * closed here, and it is returned reopened.
 */
export async function backUpTestDatabase(original: TestDatabase): Promise<{ original: TestDatabase; copy: TestDatabase }> {
  const name = original.connection.database ?? ''
  await original.close()
  await sessionsLeft(name)
  const copy = await copyDatabase(name)
  return { original: openTestDatabase(name), copy: openTestDatabase(copy) }
}

async function copyDatabase(from: string): Promise<string> {
  const name = `test_${newId().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`)
  return name
}

export function openTestDatabase(name: string, maxConnections = 16): TestDatabase {
  const connection = { ...inject('testServerAsApplication'), database: name }
  const application = openDatabase(connection, { maxConnections })
  const signerConnection = { ...inject('testServerAsSigner'), database: name }
  const ownerConnection = { ...inject('testServer'), database: name }
  const owner = openDatabase(ownerConnection, { maxConnections: 4 })
  const close = async () => {
    await application.close()
    await owner.close()
  }
  const drop = async () => {
    await close()
    const left = await sessionsLeft(name)
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
    if (left.length > 0) throw new Error(`The test left ${left.length} database sessions open: ${left.join('; ')}`)
  }
  return { db: application.db, owner: owner.db, pool: owner.pool, connection, signerConnection, ownerConnection, close, drop }
}

/**
 * Longest time until the server notices that a client left; shorter than the ten idle seconds after which an unclosed pool releases its
 * connections.
 */
const SESSION_END_MS = 5_000

/** Application name and last statement of each session that is still connected to the database `name`. */
async function sessionsLeft(name: string): Promise<string[]> {
  const { pool, close } = openDatabase(inject('testServer'), { maxConnections: 1 })
  const deadline = Date.now() + SESSION_END_MS
  try {
    for (;;) {
      const { rows } = await pool.query<{ session: string }>(
        `SELECT concat_ws(': ', application_name, left(query, 100)) AS session FROM pg_stat_activity
        WHERE datname = $1 AND backend_type = 'client backend'`,
        [name],
      )
      if (rows.length === 0 || Date.now() > deadline) return rows.map(({ session }) => session)
      await sleep(20)
    }
  } finally {
    await close()
  }
}

async function administer(statement: string): Promise<void> {
  const { pool, close } = openDatabase(inject('testServer'), { maxConnections: 1, lockWaitMs: 0 })
  try {
    // A new database waits for a checkpoint, which may take long while others write to the same disk.
    await pool.query('SET statement_timeout = 0')
    await pool.query(statement)
  } finally {
    await close()
  }
}
