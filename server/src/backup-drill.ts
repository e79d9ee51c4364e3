/**
 * Command `npm run backup:drill`: restores a backup beside the running database and proves that it is good, while customers go on (R41).
 *
 *   npm run backup:drill                                 takes a backup of the demo's DATA_DIR, running or not, and restores it for the drill
 *   npm run backup:drill -- --restored postgres://…      a backup of DATABASE_URL that was restored there, by whatever means
 *
 * Keys as the product's: SECRETS_KEY, LEDGER_KEY, AUDIT_KEY and the retired ones. Ends with 1 when the backup is not good (docs/operations.md).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupReport, compareBackup } from './backup/compare-backup.ts'
import { withEmbedded, withOperatorDatabase } from './operator-database.ts'
import { readPlatformSettings } from './platform/config.ts'
import { type ConnectionSettings, openDatabase } from './platform/database.ts'
import { copyCluster } from './platform/embedded/base-backup.ts'
import { createLog } from './platform/log.ts'
import { openSecrets } from './platform/secrets.ts'

const { values: given } = parseArgs({ options: { restored: { type: 'string' } } })
const settings = readPlatformSettings(process.env, [])
const log = createLog({ level: 'warn', pretty: false })

if (given.restored === undefined && settings.databaseUrl !== null) {
  console.error('DATABASE_URL is a server of its own: restore a backup of it beside it, and name that database with --restored.')
  process.exitCode = 1
} else {
  tell(
    await withOperatorDatabase(
      settings,
      given.restored === undefined ? drill : (live) => compare(live, { connectionString: given.restored }),
    ),
  )
}

/** Backup and restore of the demo's own database, in a folder that is thrown away. */
async function drill(live: ConnectionSettings): Promise<BackupReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tunjo-backup-'))
  try {
    const startedAt = performance.now()
    await copyCluster(live, { from: settings.dataDir, to: folder })
    const copiedAt = performance.now()
    return await withEmbedded(folder, (restored) => {
      console.log(`Backup taken in ${seconds(copiedAt - startedAt)}, restored in ${seconds(performance.now() - copiedAt)}.`)
      return compare(live, restored)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

async function compare(live: ConnectionSettings, restored: ConnectionSettings): Promise<BackupReport> {
  const [running, copy] = [openDatabase(live, { maxConnections: 1 }), openDatabase(restored, { maxConnections: 1 })]
  try {
    const secrets = openSecrets(settings, process.env)
    return await compareBackup({ live: running.db, restored: copy.db, log, secrets, env: process.env })
  } finally {
    await Promise.all([running.close(), copy.close()])
  }
}

function tell({ postings, auditEntries, until, since, findings }: BackupReport): void {
  for (const finding of findings) console.error(finding)
  console.log(`Backup: ${postings} postings, the last of ${until?.toISOString() ?? 'never'}; ${auditEntries} audit entries.`)
  console.log(`Since then: ${since.postings} postings, ${since.auditEntries} audit entries. They would be lost.`)
  console.log(findings.length === 0 ? 'The backup is good.' : `The backup is not good: ${findings.length} findings.`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
