/**
 * `tunjo restore FILE`: restore a backup into the empty database of DATABASE_URL, or into an empty DATA_DIR, and verify it. All assets are
 * frozen then: nothing is signed or paid until the books were compared with chain, provider and bank, and two officers lift it (decision 99).
 */
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { migrationSources } from '../composition/migration-sources.ts'
import { createLedger } from '../domains/money/ledger/index.ts'
import { freezeRestored } from '../domains/money/reconciliation/index.ts'
import { createAudit } from '../platform/audit/index.ts'
import { type ConnectionSettings, type Database, inTransaction, openDatabase } from '../platform/database/database.ts'
import { migrationFiles } from '../platform/database/migration-files.ts'
import { migrate } from '../platform/database/migrations.ts'
import { RESTORE_SCHEMA } from '../platform/database/unfinished-restore.ts'
import { createLog } from '../platform/observability/log.ts'
import { CommandRefused } from '../platform/process/command-refused.ts'
import { type PlatformSettings, readOperatorSettings } from '../platform/process/config.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import { lockFolder } from '../platform/process/folder-lock.ts'
import { type Environment, SettingsInvalid } from '../platform/process/settings.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { systemClock } from '../platform/time/clock.ts'
import { postgresPrograms, readIdentities } from './backup/backup-key.ts'
import { keyFault } from './backup/manifest.ts'
import { CHAIN_DEPLOYMENT } from './backup/part-of.ts'
import { progressTo } from './backup/progress.ts'
import { type ReadBackup, readArchive } from './backup/read-archive.ts'
import { asOnlyRestore, checkFolder, knownMigrations, restoreBackup } from './backup/restore-backup.ts'
import { verifyRestored } from './backup/verify-restored.ts'
import { knownSecrets } from './backup-commands.ts'
import { withOperatorDatabase } from './operator-database.ts'

interface Restore {
  readonly file: string
  readonly settings: PlatformSettings
  readonly env: Environment
  readonly secrets: Secrets
  readonly proved: ReadBackup
}

/** Returns the exit code. */
export async function restoreCommand(given: string, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  checkFolder(settings.dataDir)
  // The embedded database locks the folder itself.
  if (settings.databaseUrl === null && settings.databaseMigrationUrl === null) return restoreFile(resolve(given), settings, env)
  const unlock = lockFolder(settings.dataDir)
  try {
    // Another restore may have ended before this one had the folder.
    checkFolder(settings.dataDir)
    return await restoreFile(resolve(given), settings, env)
  } finally {
    unlock()
  }
}

async function restoreFile(file: string, settings: PlatformSettings, env: Environment): Promise<number> {
  const secrets = knownSecrets(settings, env)
  if (secrets === null)
    throw new SettingsInvalid('SECRETS_KEY is needed, the one with which the backup was made: nothing else opens its rows.')
  const proved = await readArchive(file, readIdentities(env))
  const fault = keyFault(proved, secrets, env)
  if (fault !== null) throw new CommandRefused(fault)
  const migrations = await migrationFiles(migrationSources())
  knownMigrations(proved, migrations)
  console.log(`The backup of ${proved.manifest.database.takenAt} is whole, and the keys are those of it.`)
  const findings = await withOperatorDatabase(settings, (connection) =>
    asOnlyRestore(connection, () => restoreInto(connection, { file, settings, env, secrets, proved })),
  )
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) {
    console.log(`What was restored is not whole: ${findings.length} findings. No process of the product starts on it.`)
    return 1
  }
  for (const line of nextSteps(proved, settings)) console.log(line)
  return 0
}

async function restoreInto(connection: ConnectionSettings, restore: Restore): Promise<string[]> {
  const { file, settings, env, proved } = restore
  await restoreBackup(file, readIdentities(env), proved, {
    ...{ connection, dataDir: settings.dataDir, programs: postgresPrograms(env) },
    ...{ migrations: await migrationFiles(migrationSources()), progress: progressTo(console.log) },
  })
  const { db, close } = openDatabase(connection, { maxConnections: 2, lockWaitMs: 0 })
  try {
    await migrate(db, migrationSources())
    const findings = await verifyRestored({ ...restore, db, manifest: proved.manifest, dataDir: settings.dataDir })
    failpoint('restore.verified')
    if (findings.length === 0) await release(db, restore)
    return findings
  } finally {
    await close()
  }
}

/** One transaction: the product may start on the database from here on, with every asset frozen. */
async function release(db: Database, { secrets, env, proved: { manifest } }: Restore): Promise<void> {
  const audit = createAudit({ clock: systemClock, secrets })
  const ledger = createLedger({ db, clock: systemClock, log: createLog({ level: 'warn', pretty: false }), secrets, env })
  try {
    await inTransaction(db, async (tx) => {
      await freezeRestored({ ledger }, tx)
      const { takenAt, ledger: head } = manifest.database
      await audit.record(tx, {
        actor: { kind: 'system', name: 'tunjo restore' },
        action: 'platform.backup_restored',
        object: { type: 'backup', id: manifest.id },
        after: { takenAt, ledgerBatch: head.seq, program: manifest.program },
      })
      await sql`DROP SCHEMA ${sql.id(RESTORE_SCHEMA)}`.execute(tx)
    })
  } finally {
    await ledger.close()
  }
}

function nextSteps({ manifest }: ReadBackup, { dataDir }: PlatformSettings): string[] {
  const { takenAt, ledger } = manifest.database
  const hasDeployment = manifest.parts.some(({ name }) => name === CHAIN_DEPLOYMENT)
  return [
    `Restored as of ${takenAt}, ledger at batch ${ledger.seq}: ledger, audit trail and files are whole.`,
    ...(hasDeployment
      ? [`The record of the chain's deployment is ${dataDir}/${CHAIN_DEPLOYMENT}: name it with CHAIN_DEPLOYMENT_FILE.`]
      : []),
    'All assets are frozen. Start the signer, then the other roles; "tunjo reconcile" prints what differs from chain, provider and bank.',
    'Two officers book what the copy does not know, and lift the freezes (docs/operations.md, Backup and restore).',
  ]
}
