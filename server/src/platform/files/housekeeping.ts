/** Orphaned bytes, without a row: an interrupted store, a removed file, a transaction that failed. */
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { FileBackend } from './backend.ts'
import { deleteOldVolumes } from './quota.ts'

const HOUR_MS = 3_600_000
const NAMES_AT_ONCE = 500

interface Parts {
  readonly db: Database
  readonly jobs: Jobs
  readonly backend: FileBackend
}

export function scheduleFileHousekeeping({ db, jobs, backend }: Parts): void {
  jobs.schedule({ name: 'platform.file_housekeeping', everyMs: HOUR_MS, run: () => housekeep(db, backend) })
}

async function housekeep(db: Database, backend: FileBackend): Promise<void> {
  await sweepFiles(db, backend)
  await deleteOldVolumes(db, new Date())
}

/**
 * An hour is longer than any call that stores and any transaction: younger bytes may still get their row. By the machine's clock, as the
 * files' own times are.
 */
export async function sweepFiles(db: Database, backend: FileBackend, before = new Date(Date.now() - HOUR_MS)): Promise<void> {
  let names: string[] = []
  for await (const name of backend.namesBefore(before)) {
    names.push(name)
    if (names.length < NAMES_AT_ONCE) continue
    await sweepNames(db, backend, names)
    names = []
  }
  await sweepNames(db, backend, names)
}

async function sweepNames(db: Database, backend: FileBackend, names: readonly string[]): Promise<void> {
  for (const name of await namesWithoutRow(db, names)) await backend.remove(name)
}

/** Names without a row of a customer who has a key. */
export async function namesWithoutRow(db: Connection, names: readonly string[]): Promise<string[]> {
  const whole = names.filter((name) => !name.endsWith('.part'))
  // A file whose owner was erased has no key: its bytes are noise.
  const found = await sql<{ id: string }>`SELECT stored_file.id FROM platform.stored_file JOIN platform.file_key USING (owner_id)
    WHERE stored_file.id = ANY(${whole}::uuid[]) AND sealed IS NOT NULL`.execute(db)
  const wanted = new Set(found.rows.map(({ id }) => id))
  return names.filter((name) => !wanted.has(name))
}
