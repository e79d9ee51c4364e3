/** `tunjo verify files`: read each stored file again, and report which do not fit their rows. Runs next to the product. */
import { join } from 'node:path'
import { withOperatorDatabase } from './operator-database.ts'
import { readOperatorSettings } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { localFolder, verifyFiles } from './platform/files/index.ts'
import { openSecrets } from './platform/secrets.ts'
import type { Environment } from './platform/settings.ts'

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
