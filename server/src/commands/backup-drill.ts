/**
 * `tunjo backup drill`: restore a backup next to the running database and verify it, while customers use the product (R41). Needs the
 * product's keys: SECRETS_KEY, LEDGER_KEY, AUDIT_KEY and the retired ones.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { development } from '../composition/development.ts'
import { type ConnectionSettings, openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/observability/log.ts'
import { CommandRefused } from '../platform/process/command-refused.ts'
import { type PlatformSettings, readOperatorSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'
import { type BackupReport, compareBackup } from './backup/compare-backup.ts'
import { withEmbedded, withOperatorDatabase } from './operator-database.ts'

interface Drill {
  readonly settings: PlatformSettings
  readonly env: Environment
}

/**
 * `restored` is the address of a restored backup; without it a backup of the demo is taken and restored for the drill. Returns the exit
 * code.
 */
export async function backupDrillCommand(restored: string | undefined, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  if (restored === undefined && settings.databaseUrl !== null)
    throw new CommandRefused(
      'DATABASE_URL is a server of its own: restore a backup of it beside it, and name that database with --restored.',
    )
  const drill = { settings, env }
  const work = (live: ConnectionSettings) =>
    restored === undefined ? copyAndCompare(live, drill) : compare(live, { connectionString: restored }, drill)
  return report(await withOperatorDatabase(settings, work))
}

/** Backup and restore of the demo's database, in a folder that is deleted afterwards. */
async function copyAndCompare(live: ConnectionSettings, drill: Drill): Promise<BackupReport> {
  const { copyCluster } = await development()
  const folder = mkdtempSync(join(tmpdir(), 'tunjo-backup-'))
  try {
    const startedAt = performance.now()
    await copyCluster(live, { from: drill.settings.dataDir, to: folder })
    const copiedAt = performance.now()
    return await withEmbedded(folder, (restored) => {
      console.log(`Backup taken in ${seconds(copiedAt - startedAt)}, restored in ${seconds(performance.now() - copiedAt)}.`)
      return compare(live, restored, drill)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

async function compare(live: ConnectionSettings, restored: ConnectionSettings, { settings, env }: Drill): Promise<BackupReport> {
  const [running, copy] = [openDatabase(live, { maxConnections: 1 }), openDatabase(restored, { maxConnections: 1 })]
  try {
    const log = createLog({ level: 'warn', pretty: false })
    return await compareBackup({ live: running.db, restored: copy.db, log, secrets: openSecrets(settings, env), env })
  } finally {
    await Promise.all([running.close(), copy.close()])
  }
}

function report({ postings, auditEntries, until, since, findings }: BackupReport): number {
  for (const finding of findings) console.error(finding)
  console.log(`Backup: ${postings} postings, the last of ${until?.toISOString() ?? 'never'}; ${auditEntries} audit entries.`)
  console.log(`Since then: ${since.postings} postings, ${since.auditEntries} audit entries. They would be lost.`)
  console.log(findings.length === 0 ? 'The backup is good.' : `The backup is not good: ${findings.length} findings.`)
  return findings.length === 0 ? 0 : 1
}
