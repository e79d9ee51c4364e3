/** A test database as `tunjo backup` and `tunjo restore` bring it into a second one, with the rights of the product's roles. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { writeNewKey } from '../../server/src/commands/backup/backup-key.ts'
import { backupCommand } from '../../server/src/commands/backup-commands.ts'
import { restoreCommand } from '../../server/src/commands/restore.ts'
import { migrationSources } from '../../server/src/composition/migration-sources.ts'
import { prepareDatabase } from '../../server/src/platform/database/prepare-database.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'
import { createEmptyDatabase, openTestDatabase, type TestDatabase } from './database.ts'
import { addressOf } from './operator-command.ts'
import { memoryFolder } from './temporary-folder.ts'

/** `secretsKey`: SECRETS_KEY of the installation. The original stays open. */
export async function backUpByCommand(original: TestDatabase, secretsKey: Buffer): Promise<{ original: TestDatabase; copy: TestDatabase }> {
  const folder = memoryFolder('backup-command')
  const [key, file] = [join(folder, 'backup.key'), join(folder, 'yesterday.backup')]
  const shared = { SECRETS_KEY: secretsKey.toString('base64'), BACKUP_RECIPIENTS: await writeNewKey(key), BACKUP_KEY_FILE: key }
  const output = vi.spyOn(console, 'log').mockReturnValue()
  try {
    mkdirSync(join(folder, 'data'))
    const from = { ...shared, DATABASE_URL: addressOf(original.ownerConnection), DATA_DIR: join(folder, 'data') }
    await backupCommand({ to: file, by: 'copy' }, from)
    const { connection } = await createEmptyDatabase()
    const code = await restoreCommand(file, { ...shared, DATABASE_URL: addressOf(connection), DATA_DIR: join(folder, 'restored') })
    if (code !== 0) throw new Error('what was restored is not whole')
    const copy = openTestDatabase(connection.database ?? '')
    const access = { owner: connection, application: copy.connection, signer: copy.signerConnection }
    await prepareDatabase(access, migrationSources(), createLog({ level: 'silent', pretty: false }))
    return { original, copy }
  } finally {
    output.mockRestore()
  }
}
