/**
 * Backup by pg_dump and restore by pg_restore, of a server with the programs that pg_dump belongs to. Skipped where the folder of pg_dump
 * has no server, as on a machine without the package postgresql of Debian.
 */
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ensureCluster } from '../../../../dev/embedded/database/postgres-cluster.ts'
import { postgresEndpoint } from '../../../../dev/embedded/database/postgres-endpoint.ts'
import { PostgresProcess } from '../../../../dev/embedded/database/postgres-process.ts'
import { clusterHome, databaseUser } from '../../../../dev/embedded/database/postgres-user.ts'
import { addressOf } from '../../../../dev/testing/operator-command.ts'
import { temporaryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import { createLedger, customerAccount, systemAccount } from '../../domains/money/ledger/index.ts'
import { type ConnectionSettings, openDatabase } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { prepareDatabase } from '../../platform/database/prepare-database.ts'
import { createLog } from '../../platform/observability/log.ts'
import { createSecrets } from '../../platform/secrets/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { backupCommand } from '../backup-commands.ts'
import { restoreCommand } from '../restore.ts'
import { readIdentities, writeNewKey } from './backup-key.ts'
import { readArchive } from './read-archive.ts'

/** Debian has pg_dump in PATH as a wrapper, and the programs of each version in a folder. */
function programsFolder(): string | null {
  const versions = Array.from({ length: 20 }, (_, index) => `/usr/lib/postgresql/${30 - index}/bin`)
  const places = [...versions, ...(process.env.PATH ?? '').split(delimiter)]
  const isWhole = (folder: string) =>
    ['pg_dump', 'pg_restore', 'initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(folder, name)))
  const found = places.find(isWhole)
  return found === undefined ? null : realpathSync(found)
}

const PROGRAMS = programsFolder()
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
const KEY = Buffer.from(SECRETS_KEY, 'base64')
const log = createLog({ level: 'silent', pretty: false })

describe.skipIf(PROGRAMS === null)('G2 R41 a backup by pg_dump; skipped where its server is not installed', () => {
  let folder: string
  let server: PostgresProcess
  let connection: ConnectionSettings
  const inDatabase = (database: string): ConnectionSettings => ({ ...connection, database })

  beforeAll(async () => {
    folder = temporaryFolder('pg-dump')
    const [user, programs] = [databaseUser(), PROGRAMS ?? '']
    const home = clusterHome(folder, user)
    const cluster = join(home, 'data')
    const binaries = { postgres: join(programs, 'postgres'), initdb: join(programs, 'initdb'), pgCtl: join(programs, 'pg_ctl') }
    await ensureCluster(cluster, binaries, user)
    const endpoint = await postgresEndpoint(home, user)
    server = new PostgresProcess({ binaries, cluster, endpoint, user, maxConnections: 30, log })
    await server.start()
    connection = endpoint.connection
    const client = new pg.Client(inDatabase('postgres'))
    await client.connect()
    for (const name of ['running', 'restored']) await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    vi.spyOn(console, 'log').mockReturnValue()
  }, 120_000)
  afterAll(async () => {
    vi.restoreAllMocks()
    await server?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  it('is restored whole by pg_restore, frozen, and the product starts on it', async () => {
    const owner = newId()
    await prepareDatabase({ owner: inDatabase('running'), application: null, signer: null }, migrationSources(), log)
    const { db, close } = openDatabase(inDatabase('running'), { maxConnections: 4 })
    const ledger = createLedger({ db, clock: systemClock, log, secrets: createSecrets(KEY), env: {} })
    const deposit = { kind: 'post', code: 'payments.deposit', debit: systemAccount('bank', 'COP'), amount: 1_000_000n } as const
    await ledger.post([{ ...deposit, id: newId(), credit: customerAccount(owner, 'COP') }])
    await ledger.close()
    await close()
    const keyFile = join(folder, 'backup.key')
    const recipient = await writeNewKey(keyFile)
    const file = join(folder, 'by-dump.backup')
    const shared = { SECRETS_KEY, BACKUP_POSTGRES_PROGRAMS: PROGRAMS ?? '' }
    const [dataDir, restoredDir] = [join(folder, 'data'), join(folder, 'restored')]
    mkdirSync(dataDir)
    const given = { ...shared, DATA_DIR: dataDir, BACKUP_RECIPIENTS: recipient, DATABASE_URL: addressOf(inDatabase('running')) }
    // Without a method: that of a server of its own.
    expect(await backupCommand({ to: file }, given)).toBe(0)
    const key = { BACKUP_KEY_FILE: keyFile }
    const { manifest } = await readArchive(file, readIdentities(key))
    expect(manifest.method).toBe('pg_dump')
    expect(await restoreCommand(file, { ...shared, ...key, DATA_DIR: restoredDir, DATABASE_URL: addressOf(inDatabase('restored')) })).toBe(
      0,
    )
    const restored = openDatabase(inDatabase('restored'), { maxConnections: 2 })
    const { rows } = await sql`SELECT posted::text FROM ledger.account WHERE owner = ${owner}`.execute(restored.db)
    expect(rows).toEqual([{ posted: '1000000' }])
    const { rows: audit } = await sql`SELECT object_id FROM platform.audit_entry WHERE action = 'platform.backup_restored'`.execute(
      restored.db,
    )
    expect(audit).toEqual([{ object_id: manifest.id }])
    await restored.close()
    await prepareDatabase({ owner: inDatabase('restored'), application: null, signer: null }, migrationSources(), log)
  }, 120_000)
})
