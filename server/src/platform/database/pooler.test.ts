/**
 * PgBouncer in front of the database: each kind that would drop or mix the product's settings is refused. With the real PgBouncer where the
 * machine has it (Debian's package `pgbouncer`), and with a server that answers as it does everywhere.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ClaimedPort, claimPort } from '../../../../dev/testing/claimed-port.ts'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { addressOf } from '../../../../dev/testing/operator-command.ts'
import { memoryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { withConnections } from '../../commands/check/database-findings.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import { createLog } from '../observability/log.ts'
import { poolerFault } from './pooler.ts'
import { prepareDatabase } from './prepare-database.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const LOOK_EVERY_MS = 50

let database: TestDatabase
let port: ClaimedPort
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  port = await claimPort()
  folder = memoryFolder('pooler')
})
afterAll(async () => {
  port?.release()
  if (folder) rmSync(folder, { recursive: true, force: true })
  await database?.drop()
})

const log = createLog({ level: 'silent', pretty: false })
const pooled = () => `postgres://tunjo@127.0.0.1:${port.port}/pooled`
/** Start of a core, as far as its connection. */
const start = (url: string) =>
  prepareDatabase({ owner: null, application: { connectionString: url }, signer: null }, migrationSources(), log)

it('a connection without a pooler is accepted, also by a server with many sessions', async () => {
  const connections = Array.from({ length: 4 }, () => poolerFault(database.connection, 'DATABASE_URL'))
  expect(await Promise.all(connections)).toEqual([null, null, null, null])
  await expect(start(addressOf(database.connection))).resolves.toBeDefined()
})

describe('a server that answers as PgBouncer', () => {
  let server: Server
  afterEach(() => server.close())

  it('is refused by a sentence when it refuses a start-up parameter', async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(errorMessage('unsupported startup parameter: lock_timeout')))
    }).listen(port.port, '127.0.0.1')
    await once(server, 'listening')
    await expect(start(pooled())).rejects.toThrow(
      'DATABASE_URL leads to a connection pooler that refuses settings of a connection (unsupported startup parameter: lock_timeout).',
    )
    const settings = { profile: 'production', databaseUrl: pooled(), databaseMigrationUrl: null, databaseSignerUrl: null } as const
    const findings = await withConnections(
      settings,
      () => new Date(),
      async (open, found) => (open.length === 0 ? [...found] : []),
    )
    expect(findings).toMatchObject([{ check: 'database', state: 'fault', found: expect.stringContaining('connection pooler') }])
  })
})

/** ErrorResponse of the PostgreSQL protocol. */
function errorMessage(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

async function isListening(): Promise<boolean> {
  const socket = connect(port.port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

describe.skipIf(!existsSync(PGBOUNCER))('PgBouncer of Debian', () => {
  let child: ChildProcess | null = null
  afterEach(async () => {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    child = null
  })

  /** As where the settings are those of the role. */
  const HAS_SETTINGS = "connect_query='SET lock_timeout=8017; SET enable_seqscan=off'"
  const DROPS = 'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options'
  it.each([
    ['transaction', '', 'refuses settings of a connection'],
    ['session', '', 'refuses settings of a connection'],
    ['transaction', DROPS, 'drops settings of a connection'],
    ['session', DROPS, 'drops settings of a connection'],
  ])('in %s mode with %j is refused', async (mode, line, sentence) => {
    await startPgBouncer(mode, line)
    await expect(start(pooled())).rejects.toThrow(`DATABASE_URL leads to a connection pooler that ${sentence}`)
  })

  it.each(['', 'server_round_robin = 1'])(
    'in transaction mode is detected, also where the server has the settings itself (%j)',
    async (line) => {
      await startPgBouncer('transaction', `${DROPS}\n${line}`, HAS_SETTINGS)
      // Some sessions are open at the pooler, as of a process that runs already.
      const found = await Promise.all(Array.from({ length: 3 }, () => poolerFault({ connectionString: pooled() }, 'DATABASE_URL')))
      for (const fault of found) expect(fault?.found).toBe('DATABASE_URL leads to a connection pooler in transaction mode.')
    },
  )

  it('in session mode is accepted where the settings arrive', async () => {
    await startPgBouncer('session', DROPS, HAS_SETTINGS)
    expect(await poolerFault({ connectionString: pooled() }, 'DATABASE_URL')).toBeNull()
  })

  async function startPgBouncer(mode: string, line: string, more = ''): Promise<void> {
    const { host, port: to, user, password, database: name } = database.connection
    const secret = password ? ` password=${String(password)}` : ''
    const file = join(folder, 'pgbouncer.ini')
    chmodSync(folder, 0o755)
    writeFileSync(
      file,
      `[databases]\npooled = host=${host} port=${to} user=${user}${secret} dbname=${name} ${more}\n
[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port.port}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n${line}\n`,
      { mode: 0o644 },
    )
    // Not as root, which PgBouncer refuses; as the user of the server, who may open its socket.
    const { uid } = statSync(host ?? '')
    child = spawn(PGBOUNCER, [file], { stdio: 'ignore', ...(process.getuid?.() === 0 ? { uid } : {}) })
    while (!(await isListening())) await delay(LOOK_EVERY_MS)
  }
})
