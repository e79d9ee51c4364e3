/** `tunjo verify files`: read each stored file again, and report which do not fit their rows. Runs next to the product. */
import { join } from 'node:path'
import { openDatabase } from '../platform/database/database.ts'
import { localFolder, verifyFiles } from '../platform/files/index.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'
import { withOperatorDatabase } from './operator-database.ts'

/** The hourly sweep deletes orphans older than an hour: anything older than this was missed by it. */
const SWEPT_AFTER_MS = 3 * 3_600_000

/** Returns the exit code. */
export async function verifyFilesCommand({ page }: { readonly page: number }, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  const secrets = openSecrets(settings, env)
  const backend = localFolder(join(settings.dataDir, 'files'))
  const orphanedBefore = new Date(Date.now() - SWEPT_AFTER_MS)
  const { read, destroyed, bytes, findings } = await withOperatorDatabase(settings, async (connection) => {
    const { db, close } = openDatabase(connection, { maxConnections: 1 })
    const report = (finding: string) => console.error(finding)
    return verifyFiles({ db, secrets, backend, pageSize: page, report, orphanedBefore }).finally(close)
  })
  console.log(`${read} files read, ${destroyed} destroyed with the key of its owner, ${bytes} bytes.`)
  console.log(findings === 0 ? 'The stored files are whole.' : `${findings} findings.`)
  return findings === 0 ? 0 : 1
}
