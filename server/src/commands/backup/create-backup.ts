/**
 * Backup of an installation while it runs: database in one snapshot, customers' files, the record of the chain's deployment, and a manifest
 * with canaries of the keys. The keys themselves are never in it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { localFolder } from '../../platform/files/index.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import type { Environment } from '../../platform/process/settings.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { postgresPrograms, readRecipients } from './backup-key.ts'
import { copyTables } from './copy-database.ts'
import { checkVersion, dumpDatabase, type PostgresProgram } from './dump-database.ts'
import { canariesOf, type Facts, FORMAT, type Manifest, macOf } from './manifest.ts'
import { CHAIN_DEPLOYMENT, FILES, MANIFEST, MANIFEST_MAC } from './part-of.ts'
import type { Progress } from './progress.ts'
import { readFacts } from './read-facts.ts'
import { type Entry, PartSums, writeArchive } from './write-archive.ts'

export interface BackupSource {
  /** Connection of the database's owner. */
  readonly connection: ConnectionSettings
  readonly method: Manifest['method']
  readonly dataDir: string
  /** File of the chain's deployment; null without one. */
  readonly deploymentFile: string | null
  readonly secrets: Secrets
  readonly env: Environment
  readonly program: string
  readonly progress: Progress
}

/** Returns the manifest and the size of the file in bytes. @throws CommandRefused with one sentence; then no file is there */
export async function createBackup(file: string, source: BackupSource): Promise<{ manifest: Manifest; bytes: number }> {
  const recipients = await readRecipients(source.env)
  let manifest: Manifest | null = null
  const entries = async function* (): AsyncGenerator<Entry> {
    manifest = yield* entriesOf(source)
  }
  const bytes = await writeArchive(file, recipients, entries())
  if (manifest === null) throw new Error('the archive ended without its manifest')
  return { manifest, bytes }
}

async function* entriesOf(source: BackupSource): AsyncGenerator<Entry, Manifest> {
  const sums = new PartSums()
  const counted = async function* (entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Entry> {
    for await (const entry of entries) {
      sums.add(entry)
      yield entry
    }
  }
  const taken = new Set<string>()
  // Before the snapshot, and afterwards those that came meanwhile: a file that is removed in between is still there for its row.
  yield* counted(storedFiles(source, taken))
  const { deploymentFile, secrets, env, method, program } = source
  if (deploymentFile !== null && existsSync(deploymentFile))
    yield* counted([{ name: CHAIN_DEPLOYMENT, content: readFileSync(deploymentFile) }])
  const database = yield* copyDatabase(source, counted)
  failpoint('backup.database_copied')
  yield* counted(storedFiles(source, taken))
  const id = newId()
  const manifest: Manifest = { id, program, method, database, parts: sums.parts(), keys: canariesOf(id, secrets, env) }
  const text = JSON.stringify({ format: FORMAT, ...manifest }, null, 1)
  yield { name: MANIFEST, content: Buffer.from(text) }
  yield { name: MANIFEST_MAC, content: Buffer.from(macOf(secrets, text)) }
  return manifest
}

/** Sealed content under its name. Adds to `taken`, and leaves out what is there. */
async function* storedFiles({ dataDir, progress }: BackupSource, taken: Set<string>): AsyncGenerator<Entry> {
  const backend = localFolder(join(dataDir, 'files'))
  for await (const name of backend.namesBefore(new Date(Number.MAX_SAFE_INTEGER / 2))) {
    if (taken.has(name) || name.endsWith('.part')) continue
    const content = await backend.read(name)
    if (content === null) continue
    taken.add(name)
    progress(() => `files: ${taken.size}`)
    yield { name: `${FILES}/${name}`, content }
  }
}

type Count = (entries: AsyncIterable<Entry>) => AsyncGenerator<Entry>

async function* copyDatabase(source: BackupSource, counted: Count): AsyncGenerator<Entry, Facts> {
  const client = new pg.Client(source.connection)
  await client.connect()
  try {
    await client.query(`SET statement_timeout TO 0; SET idle_in_transaction_session_timeout TO 0`)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const facts = await readFacts(client)
    yield* counted(source.method === 'copy' ? copyTables(client, facts, source.progress) : dumped(source, client, facts))
    return facts
  } finally {
    await client.end()
  }
}

async function* dumped({ connection, env, progress }: BackupSource, client: pg.Client, facts: Facts): AsyncGenerator<Entry> {
  const program: PostgresProgram = { name: 'pg_dump', folder: postgresPrograms(env), connection }
  await checkVersion(program, facts.server)
  const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id')
  yield* dumpDatabase(program, rows[0]?.id ?? '', progress)
}
