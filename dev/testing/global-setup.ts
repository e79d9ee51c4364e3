/**
 * One embedded PostgreSQL for the whole test run, with the product's tables in a template that each test file clones; and the programs that
 * tests start and kill, bundled once. Only a power failure could reveal that this server does not wait for the disk: tests of durability,
 * and all that end a database server, start a separate one, as in production.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationSources } from '../../server/src/composition/migration-sources.ts'
import { type ConnectionSettings, openDatabase } from '../../server/src/platform/database/database.ts'
import { prepareDatabase } from '../../server/src/platform/database/prepare-database.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'
import { startEmbeddedPostgres } from '../embedded/database/postgres.ts'
import { bundlePrograms } from './bundle-programs.ts'
import { memoryFolder, openRunFolder } from './temporary-folder.ts'

export const TEMPLATE_DATABASE = 'template_of_tests'

const SOURCES = fileURLToPath(new URL('../../server/src', import.meta.url))
/** Programs that `runTypeScript` starts, and the commands of an operator. */
const PROGRAM =
  /^(cli|main)\.ts$|(process|child)\.testing\.ts$|ledger\/testing\/(post-until-killed|stop-with-head)\.ts$|start-postgres-and-wait\.ts$/

/** For all test files that run concurrently, each with separate pools and child processes. */
const CONNECTIONS = 400

interface TestProject {
  provide(key: 'testPrograms', folder: string): void
  provide(key: 'testServer' | 'testServerAsApplication' | 'testServerAsSigner', value: ConnectionSettings): void
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeRunFolder = await openRunFolder()
  const dataDir = memoryFolder('tests')
  const log = createLog({ level: 'warn', pretty: false })
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => PROGRAM.test(path))
  const [server, programs] = await Promise.all([
    startEmbeddedPostgres({ dataDir, log, maxConnections: CONNECTIONS }),
    bundlePrograms(sources.map((path) => join(SOURCES, path))),
  ])
  const teardown = async () => {
    programs.remove()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
    removeRunFolder()
  }
  try {
    const administration = openDatabase(server.connection)
    // A database for each of hundreds of tests is 400 files, and its end a checkpoint: most of a run was spent waiting for them.
    await administration.pool.query('ALTER SYSTEM SET fsync = off')
    await administration.pool.query('SELECT pg_reload_conf()')
    await administration.pool.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
    await administration.close()
    const owner = { ...server.connection, database: TEMPLATE_DATABASE }
    const application = { ...server.applicationConnection, database: TEMPLATE_DATABASE }
    const signer = { ...server.signerConnection, database: TEMPLATE_DATABASE }
    await prepareDatabase({ owner, application, signer }, migrationSources(), log)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('testPrograms', programs.folder)
  project.provide('testServer', server.connection)
  project.provide('testServerAsApplication', server.applicationConnection)
  project.provide('testServerAsSigner', server.signerConnection)
  return teardown
}
