/**
 * Comparison of a restored backup with its source database, which stays in use meanwhile: every table exists, ledger and audit trail
 * verify, and the running ones continue from where the backup ends. Reads only.
 */
import { sql } from 'kysely'
import { createLedger, type Verification } from '../../domains/money/ledger/index.ts'
import { type AuditReport, databaseTrail, readAuditKeys, verifyTrail } from '../../platform/audit/index.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Environment } from '../../platform/process/settings.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'

export interface Compared {
  readonly live: Database
  readonly restored: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly env: Environment
}

export interface BackupReport {
  readonly postings: number
  readonly auditEntries: number
  /** Time of the last posting in the backup. */
  readonly until: Date | null
  /** Written since the backup, which a restore would lose. */
  readonly since: { readonly postings: number; readonly auditEntries: number }
  /** One sentence each. Empty when the backup is good. */
  readonly findings: readonly string[]
}

export async function compareBackup(compared: Compared): Promise<BackupReport> {
  const { live, restored } = compared
  const [books, trail] = [await verifyBooks(compared, restored), await verifyAudit(compared, restored)]
  // The running ones after the restored ones, so that rows written in between are never missing in them.
  const liveBooks = await verifyBooks(compared, live, books)
  const liveTrail = await verifyAudit(compared, live, trail)
  return {
    postings: books.transfers,
    auditEntries: trail.entries + trail.waiting,
    until: books.head?.at ?? null,
    since: {
      postings: liveBooks.transfers - books.transfers,
      auditEntries: liveTrail.entries + liveTrail.waiting - trail.entries - trail.waiting,
    },
    findings: [
      ...(await missing(live, restored)),
      ...booksFindings('backup', books),
      ...booksFindings('running database', liveBooks),
      ...trail.findings.map((finding) => `backup, audit trail: ${finding}`),
      ...liveTrail.findings.map((finding) => `running database, audit trail: ${finding}`),
    ],
  }
}

function verifyBooks({ log, secrets, env }: Compared, db: Database, from?: Verification): Promise<Verification> {
  const ledger = createLedger({ db, clock: systemClock, log, secrets, env })
  return ledger.verify(from?.head ? { published: [from.head] } : {})
}

const booksFindings = (where: string, { faults }: Verification): string[] =>
  faults.map(({ table, id, reason }) => `${where}, ledger: ${table} ${id} ${reason}`)

async function verifyAudit({ secrets, env }: Compared, db: Database, from?: AuditReport): Promise<AuditReport> {
  const keys = readAuditKeys(secrets, env)
  const ends = from && from.entries > 0 ? [{ seq: from.entries, hash: from.lastHash }] : []
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute((tx) => verifyTrail(databaseTrail(tx), { keys, ends }))
}

/** Tables and migrations that only one of the two has. */
async function missing(live: Connection, restored: Connection): Promise<string[]> {
  const here = new Set(await tablesOf(restored))
  const absent = (await tablesOf(live)).filter((table) => !here.has(table)).map((table) => `backup: the table ${table} is missing`)
  const isSameVersion = (await migrationsOf(live)) === (await migrationsOf(restored))
  return isSameVersion ? absent : [...absent, 'backup: it is of another version of the product (platform.migration differs)']
}

async function tablesOf(connection: Connection): Promise<string[]> {
  const found = await sql<{ name: string }>`SELECT schemaname || '.' || tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`.execute(connection)
  return found.rows.map(({ name }) => name)
}

async function migrationsOf(connection: Connection): Promise<string> {
  const found = await sql<{
    all: string | null
  }>`SELECT string_agg(name || ' ' || hash, ',' ORDER BY name) AS "all" FROM platform.migration`.execute(connection)
  return found.rows[0]?.all ?? ''
}
