/** PostgreSQL with the product's tables for one bench, in a temporary folder; deleted when it is closed. */
import { rmSync } from 'node:fs'
import { startEmbeddedPostgres } from '../dev/embedded/database/postgres.ts'
import { temporaryFolder } from '../dev/testing/temporary-folder.ts'
import { migrationSources } from '../server/src/composition/migration-sources.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { prepareDatabase } from '../server/src/platform/database/prepare-database.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import { secondsOf, secondsOfConnections } from './processor-time.ts'

export async function openBenchDatabase() {
  const log = createLog({ level: 'error', pretty: false })
  const dataDir = temporaryFolder('bench')
  const server = await startEmbeddedPostgres({ dataDir, log })
  const owner = openDatabase(server.connection)
  const application = openDatabase(server.applicationConnection)
  const close = async () => {
    await Promise.all([application.close(), owner.close()])
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const access = { owner: server.connection, application: server.applicationConnection, signer: server.signerConnection }
    await prepareDatabase(access, migrationSources(), log)
  } catch (error) {
    await close()
    throw error
  }
  /** Processor time of this process and of the database for the application. */
  const processorSeconds = async () => secondsOf(process.pid) + (await secondsOfConnections(owner.db, server.applicationConnection.user))
  return { server, owner, application, close, processorSeconds }
}
