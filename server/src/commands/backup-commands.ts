/** `tunjo backup --to FILE`, `tunjo backup new-key FILE` and `tunjo backup verify FILE…`. Backups are made while the product runs. */
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { deploymentPath } from '../chain/deployment.ts'
import { type BackupRun, recordBackupRuns } from '../platform/database/backup-runs.ts'
import type { ConnectionSettings } from '../platform/database/database.ts'
import { CommandRefused, errorSentence } from '../platform/process/command-refused.ts'
import { type PlatformSettings, readOperatorSettings } from '../platform/process/config.ts'
import { PROGRAM_VERSION } from '../platform/process/program-version.ts'
import { type Environment, settingOf } from '../platform/process/settings.ts'
import { openSecrets, type Secrets } from '../platform/secrets/secrets.ts'
import { readIdentities, writeNewKey } from './backup/backup-key.ts'
import { type BackupSource, createBackup } from './backup/create-backup.ts'
import { keyFault, type Manifest } from './backup/manifest.ts'
import { megabytes, progressTo } from './backup/progress.ts'
import { readArchive } from './backup/read-archive.ts'
import { withOperatorDatabase } from './operator-database.ts'

export interface BackupGiven {
  /** File, or a folder, in which the file is named by its time. */
  readonly to: string
  readonly by?: Manifest['method']
}

/** Returns the exit code. */
export async function backupCommand({ to, by }: BackupGiven, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  const file = fileOf(to)
  const begun = performance.now()
  const { manifest, bytes } = await withOperatorDatabase(settings, async (connection) => {
    const source: BackupSource = {
      ...{ connection, env, dataDir: settings.dataDir, secrets: openSecrets(settings, env), program: PROGRAM_VERSION },
      method: by ?? (settings.databaseUrl === null ? 'copy' : 'pg_dump'),
      deploymentFile: settingOf(env, 'CHAIN_DEPLOYMENT_FILE') ?? deploymentPath(settings.dataDir),
      progress: progressTo(console.log),
    }
    const made = await createBackup(file, source)
    await note(connection, [{ kind: 'backup', backupId: made.manifest.id, isWhole: true }])
    return made
  })
  for (const line of linesOf(manifest)) console.log(line)
  console.log(`${file}: ${megabytes(bytes)} in ${((performance.now() - begun) / 1_000).toFixed(1)} s.`)
  return 0
}

/** For the measures of backups. A backup that cannot be recorded, as of a read-only copy of the database, is whole nevertheless. */
async function note(connection: ConnectionSettings, runs: readonly BackupRun[]): Promise<void> {
  try {
    if (await recordBackupRuns(connection, runs)) return
    console.log('Not recorded for tunjo_backup_…: the database is of an older version.')
  } catch (error) {
    console.error(`Not recorded for tunjo_backup_…: ${errorSentence(error)}`)
  }
}

function fileOf(to: string): string {
  const name = `tunjo-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`
  return resolve(statSync(to, { throwIfNoEntry: false })?.isDirectory() ? join(to, name) : to)
}

export async function newKeyCommand(file: string): Promise<number> {
  const recipient = await writeNewKey(resolve(file))
  console.log(`The secret key is in ${resolve(file)}: keep it away from the machines of the product, and a second copy of it.`)
  console.log(`BACKUP_RECIPIENTS=${recipient}`)
  return 0
}

/** Each file on its own: a damaged one does not hide those after it. `record`: write the results into the database, for its measures. */
export async function verifyBackupCommand(files: readonly string[], env: Environment, { record = false } = {}): Promise<number> {
  const settings = readOperatorSettings(env)
  const identities = readIdentities(env)
  const secrets = knownSecrets(settings, env)
  const runs: BackupRun[] = []
  for (const file of files) {
    try {
      const read = await readArchive(resolve(file), identities)
      const fault = secrets && keyFault(read, secrets, env)
      if (fault) throw new CommandRefused(fault)
      runs.push({ kind: 'verification', backupId: read.manifest.id, isWhole: true })
      for (const line of linesOf(read.manifest)) console.log(line)
      console.log(`${file}: whole${secrets ? ', and made with these keys.' : '. Its keys were not compared: SECRETS_KEY is not given.'}`)
    } catch (error) {
      runs.push({ kind: 'verification', backupId: null, isWhole: false })
      console.error(error instanceof CommandRefused ? `${file}: ${error.message}` : errorSentence(error))
    }
  }
  if (record) await withOperatorDatabase(settings, (connection) => note(connection, runs))
  return runs.every(({ isWhole }) => isWhole) ? 0 : 1
}

/** Null where no key is given: a demo would make a new one. */
export function knownSecrets(settings: PlatformSettings, env: Environment): Secrets | null {
  const isGiven = settingOf(env, 'SECRETS_KEY') !== undefined || existsSync(join(settings.dataDir, 'secrets.key'))
  return isGiven ? openSecrets(settings, env) : null
}

function linesOf({ id, program, method, database, parts }: Manifest): string[] {
  const { takenAt, server, migrations, ledger, chain, tables } = database
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const files = parts.find(({ name }) => name === 'files')?.entries ?? 0
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const what = method === 'copy' ? `${tables.length} tables, ${rows} rows` : `${tables.length} tables, as a dump`
  return [
    `Backup ${id} of ${takenAt}, by program ${program} with ${migrations.length} migrations, PostgreSQL ${server}.`,
    `  ${what}; ${files} files; ${megabytes(bytes)} before encryption.`,
    `  Ledger: batch ${ledger.seq}, hash ${ledger.hash}. ${chain ? `Chain ${chain.chainId}: block ${chain.block}.` : 'No chain was read yet.'}`,
  ]
}
