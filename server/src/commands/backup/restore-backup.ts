/**
 * Restore of a backup into an empty database and an empty folder. The archive is read twice: first all of it is proved, then it is restored,
 * and only what was proved is committed. Until the restored ledger, audit trail and files are verified, the schema `tunjo_restore` is in the
 * database, and no process of the product starts on it.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '../../platform/database/database.ts'
import type { MigrationText } from '../../platform/database/migration-files.ts'
import { RESTORE_SCHEMA } from '../../platform/database/unfinished-restore.ts'
import { localFolder } from '../../platform/files/index.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { TableRestore } from './copy-database.ts'
import { checkVersion, type PostgresProgram, restoreDump } from './dump-database.ts'
import { CHAIN_DEPLOYMENT, FILES } from './part-of.ts'
import type { Progress } from './progress.ts'
import { type ReadBackup, readArchive } from './read-archive.ts'
import { RELATIONS } from './read-facts.ts'
import type { Entry } from './write-archive.ts'

export interface RestoreTarget {
  /** Connection of the database's owner. */
  readonly connection: ConnectionSettings
  readonly dataDir: string
  /** Migrations of this program. */
  readonly migrations: readonly MigrationText[]
  /** Folder of pg_restore; null for PATH. */
  readonly programs: string | null
  readonly progress: Progress
}

/** Names that an empty folder of an installation may have: the demo's key, the lock of the folder, and what a file system keeps. */
const NOTHING_OF_A_RUN = new Set(['secrets.key', 'owner.json', 'lost+found'])

/** @throws CommandRefused when the folder has anything of an installation */
export function checkFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const found = readdirSync(dataDir).find((name) => !NOTHING_OF_A_RUN.has(name))
  if (found !== undefined) throw new CommandRefused(`${dataDir} is not empty (${found}): a backup is restored into an empty folder only.`)
}

/** @throws CommandRefused when this program is older than the backup */
export function knownMigrations({ manifest }: ReadBackup, migrations: readonly MigrationText[]): MigrationText[] {
  const here = new Set(migrations.flatMap(({ hashes }) => hashes))
  const unknown = manifest.database.migrations.filter(({ hash }) => !here.has(hash))
  if (unknown.length > 0)
    throw new CommandRefused(
      `The backup was made by another or newer program (${manifest.program}) with ${unknown.length} migrations that this one does not have, as ${unknown[0]?.name}: restore it with that program.`,
    )
  const applied = new Set(manifest.database.migrations.map(({ hash }) => hash))
  return migrations.filter(({ hashes }) => hashes.some((hash) => applied.has(hash)))
}

/** @throws CommandRefused when another restore into this database runs */
export async function asOnlyRestore<T>(connection: ConnectionSettings, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ is_free: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('tunjo restore', 0)) AS is_free",
    )
    if (!rows[0]?.is_free) throw new CommandRefused('Another restore into this database is running: wait until it has ended.')
    return await work()
  } finally {
    await client.end()
  }
}

/** `proved`: the answer of the first reading. Leaves the database marked as unfinished. */
export async function restoreBackup(file: string, identities: readonly string[], proved: ReadBackup, target: RestoreTarget): Promise<void> {
  const client = new pg.Client(target.connection)
  await client.connect()
  try {
    await client.query('SET statement_timeout TO 0; SET idle_in_transaction_session_timeout TO 0')
    await checkDatabase(client)
    const database = await databaseRestore(client, proved, target)
    failpoint('restore.begun')
    try {
      const again = await readArchive(file, identities, (entry) => takeEntry(entry, database, target))
      if (again.mac !== proved.mac) throw new CommandRefused(`${file} was changed while it was restored.`)
      failpoint('restore.before_commit')
      await database.finish()
    } catch (error) {
      await database.abort()
      throw error
    }
  } finally {
    await client.end()
  }
  failpoint('restore.committed')
}

async function checkDatabase(client: pg.Client): Promise<void> {
  const { rows: marks } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [RESTORE_SCHEMA])
  if (marks.length > 0)
    throw new CommandRefused('A restore into this database did not finish: create the database anew, then restore again.')
  const { rows } = await client.query<{ name: string }>(RELATIONS)
  if (rows[0]) throw new CommandRefused(`The database is not empty (${rows[0].name}): a backup is restored into an empty one only.`)
}

interface DatabaseRestore {
  take(entry: Entry): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

async function databaseRestore(client: pg.Client, proved: ReadBackup, target: RestoreTarget): Promise<DatabaseRestore> {
  const { method, database } = proved.manifest
  const mark = () => client.query(`CREATE SCHEMA ${RESTORE_SCHEMA}`)
  if (method === 'copy') {
    await mark()
    const tables = new TableRestore(client, database)
    await tables.begin(knownMigrations(proved, target.migrations))
    return {
      take: (entry) => tables.take(entry),
      async finish() {
        await tables.finish()
        await client.query('COMMIT')
      },
      abort: async () => undefined,
    }
  }
  const program: PostgresProgram = { name: 'pg_restore', folder: target.programs, connection: target.connection }
  await checkVersion(program, database.server)
  await mark()
  const dump = restoreDump(program)
  return { take: (entry) => dump.take(entry), finish: () => dump.finish(), abort: async () => void dump.abort() }
}

async function takeEntry(entry: Entry, database: DatabaseRestore, { dataDir, progress }: RestoreTarget): Promise<void> {
  progress(() => `restoring ${entry.name}`)
  if (entry.name === CHAIN_DEPLOYMENT) return writeFileSync(join(dataDir, CHAIN_DEPLOYMENT), entry.content, { flag: 'wx' })
  if (!entry.name.startsWith(`${FILES}/`)) return database.take(entry)
  await localFolder(join(dataDir, FILES)).write(entry.name.slice(FILES.length + 1), entry.content)
  failpoint('restore.file_written')
}
