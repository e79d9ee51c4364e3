/**
 * An older program beside a newer database. Migrations expand first, so that the version before works while an upgrade runs; one that
 * removes something later names the migration that replaced it in its first lines: `-- contracts: module/0001_name.sql`. A program that
 * lacks that one still uses what was removed, and does not start (docs/decisions/0106-migrations-expand-before-they-contract.md).
 */
import { sql } from 'kysely'
import { SettingsInvalid } from '../process/settings.ts'
import { type Connection, type Database, databaseErrorCode } from './database.ts'
import { type MigrationSource, migrationFiles, NEVER_MIGRATED } from './migration-files.ts'

interface Applied {
  readonly name: string
  readonly hash: string
  readonly appliedAt: Date
  readonly contracts: string | null
}

export interface NewerMigration {
  /** `<module>/<file>`, as a newer version applied it. */
  readonly name: string
  /** Whether this version may use what it removed. */
  readonly isContracting: boolean
}

/** Migrations of a newer version that the database has; those of an earlier version that this one no longer has are none. */
export async function newerMigrations(db: Connection, sources: readonly MigrationSource[]): Promise<NewerMigration[]> {
  // As JSON: a journal of an earlier version has no such column.
  const found = await sql<Applied>`SELECT name, hash, applied_at AS "appliedAt", to_jsonb(migration) ->> 'contracts' AS contracts
    FROM platform.migration ORDER BY applied_at`
    .execute(db)
    .catch((error: unknown) => {
      if (NEVER_MIGRATED.has(databaseErrorCode(error) ?? '')) return { rows: [] }
      throw error
    })
  const texts = await migrationFiles(sources)
  const hashes = new Set(texts.flatMap(({ hashes }) => hashes))
  const names = new Set(texts.map(({ name }) => name))
  const lastKnown = found.rows.findLastIndex(({ hash }) => hashes.has(hash))
  return found.rows
    .slice(lastKnown + 1)
    .map(({ name, contracts }) => ({ name, isContracting: contracts !== null && !names.has(contracts) }))
}

/** The sentence for a program that is too old for its database, or null. */
export function tooOldFor(newer: readonly NewerMigration[]): string | null {
  const contracting = newer.find(({ isContracting }) => isContracting)
  if (!contracting) return null
  return `The database belongs to a newer version: its migration ${contracting.name} removed what this version uses. Start that version, or restore the backup from before its upgrade.`
}

/** @throws SettingsInvalid when this version is too old; else answers whether the database is newer. */
export async function refuseNewerDatabase(db: Database, sources: readonly MigrationSource[]): Promise<boolean> {
  const newer = await newerMigrations(db, sources)
  const sentence = tooOldFor(newer)
  if (sentence !== null) throw new SettingsInvalid(sentence)
  return newer.length > 0
}
