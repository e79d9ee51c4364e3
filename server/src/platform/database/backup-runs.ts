/**
 * Record of backups and of their verifications, which the commands of an operator write, and its gauges: an installation whose backups
 * stopped, or cannot be read, looks well otherwise.
 */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import { type Connection, type ConnectionSettings, openDatabase } from './database.ts'
import { newId } from './ids.ts'

export interface BackupRun {
  readonly kind: 'backup' | 'verification'
  /** Null for a file that could not be read. */
  readonly backupId: string | null
  readonly isWhole: boolean
}

const MEASURES = declareMeasures('backup', {
  last_success_age_seconds: {
    help: 'Time since the last backup ended, or since the first start while there is none',
    isNew: true,
    rules: [{ alert: 'BackupOld', when: '> 93600', severity: 'page', summary: 'The last backup was made {{ $value }} s ago' }],
  },
  last_verification_age_seconds: {
    help: 'Time since a backup was last verified with --record, or since the first start while none was',
    isNew: true,
    rules: [{ alert: 'BackupUnverified', when: '> 3024000', severity: 'ticket', summary: 'A backup was last verified {{ $value }} s ago' }],
  },
  verification_failed: {
    help: '1 while the last recorded verification found a damaged backup',
    isNew: true,
    rules: [{ alert: 'BackupDamaged', when: '> 0', severity: 'page', summary: 'The last verification found a damaged backup' }],
  },
})

/** Runs of one call have one time. False when the database is of a version without the record. */
export async function recordBackupRuns(connection: ConnectionSettings, runs: readonly BackupRun[]): Promise<boolean> {
  const { db, close } = openDatabase(connection, { maxConnections: 1 })
  try {
    const { rows } = await sql<{ has: boolean }>`SELECT to_regclass('platform.backup_run') IS NOT NULL AS has`.execute(db)
    if (!rows[0]?.has) return false
    const values = runs.map(({ kind, backupId, isWhole }) => sql`(${newId()}, ${kind}, ${backupId}::uuid, ${isWhole})`)
    await sql`INSERT INTO platform.backup_run (id, kind, backup_id, is_whole) VALUES ${sql.join(values)}`.execute(db)
    return true
  } finally {
    await close()
  }
}

/** Ages by the clock of the database, which dates the runs: a demo's clock may be moved. */
export const backupGauges = (db: Connection): Gauges => ({
  measures: MEASURES,
  async read() {
    const found = await sql<Record<string, number>>`WITH newest AS (
        SELECT max(at) FILTER (WHERE kind = 'backup') AS made, max(at) FILTER (WHERE kind = 'verification') AS verified FROM platform.backup_run),
      installed AS (SELECT min(applied_at) AS at FROM platform.migration)
    SELECT extract(epoch FROM now() - coalesce(made, installed.at))::float8 AS last_success_age_seconds,
      extract(epoch FROM now() - coalesce(verified, installed.at))::float8 AS last_verification_age_seconds,
      EXISTS (SELECT FROM platform.backup_run WHERE kind = 'verification' AND at = verified AND NOT is_whole)::int AS verification_failed
    FROM newest, installed`.execute(db)
    return found.rows[0] ?? {}
  },
})
