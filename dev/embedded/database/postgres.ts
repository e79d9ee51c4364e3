/**
 * Embedded PostgreSQL with nothing to install: programs from npm, one data folder, a Unix socket that only this user (and root) can open.
 * It must not lose acknowledged money, so it does not run with `fsync` off.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '../../../server/src/platform/database/database.ts'
import type { Log } from '../../../server/src/platform/observability/log.ts'
import { lockFolder } from '../../../server/src/platform/process/folder-lock.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { ensureCluster } from './postgres-cluster.ts'
import { type Endpoint, postgresEndpoint } from './postgres-endpoint.ts'
import { endOrphan } from './postgres-owner.ts'
import { PostgresProcess } from './postgres-process.ts'
import { clusterHome, databaseUser } from './postgres-user.ts'

const DATABASE = 'tunjo'
const APPLICATION_ROLE = 'tunjo_application'
export const SIGNER_ROLE = 'tunjo_signer'

export interface EmbeddedPostgres {
  /** Connection of the owner, for migrations. */
  readonly connection: ConnectionSettings
  /** Connection of a role that has no rights until they are granted. */
  readonly applicationConnection: ConnectionSettings
  /** Connection of the signer's role, likewise. */
  readonly signerConnection: ConnectionSettings
  /** Process id of the server, for tests that end it the hard way. */
  readonly pid: () => number | null
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  /** The product's DATA_DIR; the cluster lives in its folder `postgres`. */
  readonly dataDir: string
  readonly log: Log
  /** Maximum number of connections; the default is enough for a product with all its processes. */
  readonly maxConnections?: number
}

export async function startEmbeddedPostgres({ dataDir, log, maxConnections = 100 }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = databaseUser()
  const home = clusterHome(dataDir, user)
  const disown = lockFolder(home)
  try {
    const cluster = join(home, 'data')
    const binaries = postgresBinaries(user, home)
    await endOrphan(cluster)
    await ensureCluster(cluster, binaries, user)
    const endpoint = await postgresEndpoint(home, user)
    const server = new PostgresProcess({ binaries, cluster, endpoint, user, maxConnections, log })
    await server.start()
    try {
      await checkDurability(endpoint)
      await ensureDatabase(endpoint)
      await ensureRole(endpoint, APPLICATION_ROLE)
      await ensureRole(endpoint, SIGNER_ROLE)
    } catch (error) {
      await server.stop()
      throw error
    }
    const stop = async () => {
      await server.stop()
      // It may be in the system's folder for temporary files, where no other code would clean up.
      if (endpoint.socketFolder) rmSync(endpoint.socketFolder, { recursive: true, force: true })
      disown()
    }
    const connection = { ...endpoint.connection, database: DATABASE }
    const as = (role: string) => ({ ...connection, user: role })
    return { connection, applicationConnection: as(APPLICATION_ROLE), signerConnection: as(SIGNER_ROLE), pid: () => server.pid, stop }
  } catch (error) {
    disown()
    throw error
  }
}

async function checkDurability({ connection }: Endpoint): Promise<void> {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
  await withClient(connection, async (client) => {
    for (const setting of settings) {
      const { rows } = await client.query<Record<string, string>>(`SHOW ${setting}`)
      if (rows[0]?.[setting] !== 'on') throw new Error(`PostgreSQL has ${setting} off and could lose money: turn it on in postgresql.conf.`)
    }
  })
}

async function ensureDatabase({ connection }: Endpoint): Promise<void> {
  await withClient(connection, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  })
}

async function ensureRole({ connection }: Endpoint, role: string): Promise<void> {
  await withClient(connection, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
    if (rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`)
    const { password } = connection
    if (typeof password !== 'string') return
    await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`)
  })
}

async function withClient(connection: ConnectionSettings, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
