/** Database of an operator's command: that of DATABASE_MIGRATION_URL or DATABASE_URL, or of the demo's DATA_DIR whether it runs or not. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { development } from '../composition/development.ts'
import type { ConnectionSettings } from '../platform/database/database.ts'
import { createLog } from '../platform/observability/log.ts'
import type { PlatformSettings } from '../platform/process/config.ts'
import { FolderInUse, lockFolder } from '../platform/process/folder-lock.ts'
import { SettingsInvalid } from '../platform/process/settings.ts'

/** Uses the owner's connection. */
export async function withOperatorDatabase<T>(
  {
    profile,
    databaseUrl,
    databaseMigrationUrl,
    dataDir,
  }: Pick<PlatformSettings, 'profile' | 'databaseUrl' | 'databaseMigrationUrl' | 'dataDir'>,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const url = databaseMigrationUrl ?? databaseUrl
  if (url !== null) return work({ connectionString: url })
  if (profile === 'production') throw new SettingsInvalid('DATABASE_URL is needed in production, or DATABASE_MIGRATION_URL.')
  const running = runningDatabase(dataDir)
  return running ? work(running) : withEmbedded(dataDir, work)
}

/** Started for the duration of the work. */
export async function withEmbedded<T>(dataDir: string, work: (connection: ConnectionSettings) => Promise<T>): Promise<T> {
  const { startEmbeddedPostgres } = await development()
  const disown = lockFolder(dataDir)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: 'warn', pretty: false }) })
    try {
      return await work(postgres.connection)
    } finally {
      await postgres.stop()
    }
  } finally {
    disown()
  }
}

/** File that a running demo writes in its folder (dev/embedded). */
const Note = z.object({
  database: z.object({
    owner: z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string(), password: z.string().optional() }),
  }),
})

/** Connection of a demo that runs in this folder now. */
function runningDatabase(dataDir: string): ConnectionSettings | null {
  try {
    lockFolder(dataDir)()
    return null
  } catch (error) {
    const note = join(dataDir, 'embedded.json')
    if (!(error instanceof FolderInUse) || !existsSync(note)) throw error
    return Note.parse(JSON.parse(readFileSync(note, 'utf8'))).database.owner
  }
}
