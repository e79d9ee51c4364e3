/**
 * Plain SQL migrations: `<module>/migrations/0001_<name>.sql`, applied once, in the order of the modules, each in a separate transaction. A
 * changed file that was already applied stops the boot; one that was only given another number is known by its content. One schema per
 * module.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, databaseErrorCode, inTransaction, type Transaction } from './database.ts'
import { sha256 } from './ids.ts'

export interface MigrationSource {
  readonly module: string
  readonly folder: string
}

/** The table of applied migrations, in the schema `platform`. A restore creates it too, before it copies its rows. */
export const JOURNAL = `CREATE TABLE IF NOT EXISTS platform.migration (
  name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), contracts text)`
const CREATE_ATTEMPTS_MAX = 5
/** unique_violation in the catalogue, duplicate_schema, duplicate_table, duplicate_object (its row type), tuple concurrently updated */
const CREATED_BY_ANOTHER = new Set(['23505', '42P06', '42P07', '42710', 'XX000'])

export async function migrate(db: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  await createJournal(db)
  const applied: string[] = []
  for (const source of sources) {
    const files = await sqlFiles(source.folder)
    for (const file of files) if (await apply(db, source, { file, files })) applied.push(file)
  }
  return applied
}

/** undefined_table, invalid_schema_name; insufficient_privilege of a role without rights so far */
export const NEVER_MIGRATED = new Set(['42P01', '3F000', '42501'])

/** Compared by content: a renumbered migration is no other migration. For a role that only reads. */
export async function missingMigrations(db: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  const found = await sql<{ hash: string }>`SELECT hash FROM platform.migration`.execute(db).catch((error) => {
    if (NEVER_MIGRATED.has(databaseErrorCode(error) ?? '')) return { rows: [] }
    throw error
  })
  const known = new Set(found.rows.map(({ hash }) => hash))
  return (await migrationTexts(sources)).filter(({ hash }) => !known.has(hash)).map(({ name }) => name)
}

export interface MigrationText {
  /** `<module>/<file>` */
  readonly name: string
  readonly hash: string
  readonly text: string
}

/** All migrations of this version, in the order in which an empty database gets them. */
export async function migrationTexts(sources: readonly MigrationSource[]): Promise<MigrationText[]> {
  const texts: MigrationText[] = []
  for (const { module, folder } of sources)
    for (const file of await sqlFiles(folder)) {
      const text = await readFile(join(folder, file), 'utf8')
      texts.push({ name: `${module}/${file}`, hash: sha256(text), text })
    }
  return texts
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

/** The migration that replaced what this one removes (newer-migrations.ts), or null. */
export const contractsOf = (text: string): string | null => /^-- contracts: (\S+)$/m.exec(text)?.[1] ?? null

async function sqlFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
}

interface FileOf {
  readonly file: string
  /** All files of its module. */
  readonly files: readonly string[]
}

async function apply(db: Database, { module, folder }: MigrationSource, { file, files }: FileOf): Promise<boolean> {
  const name = `${module}/${file}`
  const text = await readFile(join(folder, file), 'utf8')
  const hash = sha256(text)
  return inTransaction(db, async (tx) => {
    // Several processes may start concurrently: the second waits here and then finds the row.
    await sql`LOCK TABLE platform.migration IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
    const known = await sql<{ hash: string }>`SELECT hash FROM platform.migration WHERE name = ${name}`.execute(tx)
    if (known.rows[0] && known.rows[0].hash !== hash) throw new Error(`Migration ${name} was changed after it was applied.`)
    if (known.rows[0]) return false
    if (await renumbered(tx, { module, name, hash, files })) return false
    await sql.raw(text).execute(tx)
    await sql`INSERT INTO platform.migration (name, hash, contracts) VALUES (${name}, ${hash}, ${contractsOf(text)})`.execute(tx)
    return true
  })
}

interface Renumbered {
  readonly module: string
  readonly name: string
  readonly hash: string
  readonly files: readonly string[]
}

/** Whether it was applied under a number that no file has any more: running it again would stop every boot of a database that has it. */
async function renumbered(tx: Transaction, { module, name, hash, files }: Renumbered): Promise<boolean> {
  const present = files.map((file) => `${module}/${file}`)
  const renamed = await sql`UPDATE platform.migration SET name = ${name}
    WHERE hash = ${hash} AND starts_with(name, ${`${module}/`}) AND name <> ALL(${present}::text[])`.execute(tx)
  return renamed.numAffectedRows === 1n
}
