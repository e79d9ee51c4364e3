/**
 * Plain SQL migrations: `<module>/migrations/0001_<name>.sql`, applied once, in the order of the modules, each in a separate transaction. A
 * changed file that was already applied stops the boot; one that was only given another number is known by its content, and so is one to
 * which its `-- compatible:` lines were added. One schema per module. Views are files of their own (views/), created after the tables.
 */
import { sql } from 'kysely'
import { dropViews, missingViews, syncViews } from '../views/sync-views.ts'
import { readViews, type ViewFile } from '../views/view-files.ts'
import { type Database, databaseErrorCode, inTransaction, type Transaction } from './database.ts'
import { contractsOf, type MigrationFile, type MigrationSource, migrationFiles, NEVER_MIGRATED } from './migration-files.ts'
import { newerMigrations } from './newer-migrations.ts'

/** The table of applied migrations, in the schema `platform`. A restore creates it too, before it copies its rows. */
export const JOURNAL = `CREATE TABLE IF NOT EXISTS platform.migration (
  name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), contracts text)`
const CREATE_ATTEMPTS_MAX = 5
/** unique_violation in the catalogue, duplicate_schema, duplicate_table, duplicate_object (its row type), tuple concurrently updated */
const CREATED_BY_ANOTHER = new Set(['23505', '42P06', '42P07', '42710', 'XX000'])
/** feature_not_supported: the type of a column that a view uses; dependent_objects_still_exist */
const HELD_BY_A_VIEW = new Set(['0A000', '2BP01'])

/**
 * A migration that changes a column of a view runs together with all that follow and with the creation of the views, in one transaction: no
 * other process sees the database without its views. Answers the files that were applied.
 */
export async function migrate(db: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  await createJournal(db)
  const files = await migrationFiles(sources)
  const views = await readViews(sources)
  // An older version leaves the views to the newer one.
  const isNewer = (await newerMigrations(db, sources)).length > 0
  const applied: string[] = []
  for (const [index, file] of files.entries()) {
    try {
      if (await inTransaction(db, (tx) => apply(tx, file))) applied.push(file.file)
    } catch (error) {
      if (isNewer || !HELD_BY_A_VIEW.has(databaseErrorCode(error) ?? '')) throw error
      return [...applied, ...(await applyWithoutViews(db, files.slice(index), views))]
    }
  }
  if (!isNewer) await createViews(db, sources, views)
  return applied
}

async function applyWithoutViews(db: Database, files: readonly MigrationFile[], views: readonly ViewFile[]): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockJournal(tx)
    const rights = await dropViews(tx, views)
    const applied: string[] = []
    for (const file of files) if (await apply(tx, file)) applied.push(file.file)
    await syncViews(tx, views, rights)
    return applied
  })
}

async function createViews(db: Database, sources: readonly MigrationSource[], views: readonly ViewFile[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockJournal(tx)
    // A newer version may have migrated while this one waited.
    if ((await newerMigrations(tx, sources)).length === 0) await syncViews(tx, views)
  })
}

/** Several processes may start concurrently: the second waits here and then finds the work done. */
const lockJournal = (tx: Transaction) => sql`LOCK TABLE platform.migration IN SHARE ROW EXCLUSIVE MODE`.execute(tx)

/**
 * Migrations compared by content, since a renumbered one is no other, and the files of views whose text the database lacks. For a role that
 * only reads.
 */
export async function missingMigrations(db: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  const found = await sql<{ hash: string }>`SELECT hash FROM platform.migration`.execute(db).catch((error) => {
    if (NEVER_MIGRATED.has(databaseErrorCode(error) ?? '')) return { rows: [] }
    throw error
  })
  const known = new Set(found.rows.map(({ hash }) => hash))
  const migrations = (await migrationFiles(sources)).filter(({ hashes }) => !hashes.some((hash) => known.has(hash))).map(({ name }) => name)
  if ((await newerMigrations(db, sources)).length > 0) return migrations
  return [...migrations, ...(await missingViews(db, await readViews(sources)))]
}

/** `IF NOT EXISTS` is no lock: of two processes on an empty database one fails, and finds the other's table when it tries again. */
async function createJournal(db: Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`CREATE SCHEMA IF NOT EXISTS platform`.execute(db)
      await sql.raw(JOURNAL).execute(db)
      await addContracts(db)
      return
    } catch (error) {
      if (attempt >= CREATE_ATTEMPTS_MAX || !CREATED_BY_ANOTHER.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}

/** A journal of an earlier version lacks the column. Looked at first: the change alone would lock the table at every start. */
async function addContracts(db: Database): Promise<void> {
  const found = await sql`SELECT FROM pg_attribute WHERE attrelid = 'platform.migration'::regclass AND attname = 'contracts'`.execute(db)
  if (found.rows.length === 0) await sql`ALTER TABLE platform.migration ADD COLUMN IF NOT EXISTS contracts text`.execute(db)
}

async function apply(tx: Transaction, { module, name, names, hashes, text }: MigrationFile): Promise<boolean> {
  await lockJournal(tx)
  const known = await sql<{ hash: string }>`SELECT hash FROM platform.migration WHERE name = ${name}`.execute(tx)
  if (known.rows[0] && !hashes.includes(known.rows[0].hash)) throw new Error(`Migration ${name} was changed after it was applied.`)
  if (known.rows[0]) return false
  if (await renumbered(tx, { module, name, hashes, names })) return false
  await sql.raw(text).execute(tx)
  await sql`INSERT INTO platform.migration (name, hash, contracts, applied_at)
    VALUES (${name}, ${hashes[0]}, ${contractsOf(text)}, clock_timestamp())`.execute(tx)
  return true
}

/** Whether it was applied under a number that no file has any more: running it again would stop every boot of a database that has it. */
async function renumbered(
  tx: Transaction,
  { module, name, hashes, names }: Pick<MigrationFile, 'module' | 'name' | 'hashes' | 'names'>,
): Promise<boolean> {
  const renamed = await sql`UPDATE platform.migration SET name = ${name}
    WHERE hash = ANY(${hashes}::text[]) AND starts_with(name, ${`${module}/`}) AND name <> ALL(${names}::text[])`.execute(tx)
  return renamed.numAffectedRows === 1n
}
