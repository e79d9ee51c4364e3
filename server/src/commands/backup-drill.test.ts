/** Backup drill (R41) as an operator runs it: a backup taken while customers use the product, restored and verified. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyCluster } from '../../../dev/embedded/database/base-backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../dev/embedded/database/postgres.ts'
import { programOf } from '../../../dev/testing/child-process.ts'
import { addressOf, COMMAND_LINE } from '../../../dev/testing/operator-command.ts'
import { temporaryFolder } from '../../../dev/testing/temporary-folder.ts'
import { createTestPlatform, type TestPlatform } from '../../../dev/testing/test-product.ts'
import { migrationSources } from '../composition/migration-sources.ts'
import { createLedger, customerAccount, type Ledger, type Leg, systemAccount } from '../domains/money/ledger/index.ts'
import { readAuditKeys } from '../platform/audit/index.ts'
import { signHead } from '../platform/audit/seal.ts'
import { type ConnectionSettings, inTransaction, type OpenDatabase, openDatabase } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { prepareDatabase } from '../platform/database/prepare-database.ts'
import { createLog } from '../platform/observability/log.ts'
import { lockFolder } from '../platform/process/folder-lock.ts'
import { withEmbedded } from './operator-database.ts'

const log = createLog({ level: 'silent', pretty: false })
const dataDir = temporaryFolder('backup')
const OWNER = newId()
let postgres: EmbeddedPostgres
let database: OpenDatabase
let platform: TestPlatform
let ledger: Ledger
let disown: () => void

beforeAll(async () => {
  disown = lockFolder(dataDir)
  postgres = await startEmbeddedPostgres({ dataDir, log })
  // The file that a running demo writes for attaching processes.
  writeFileSync(join(dataDir, 'embedded.json'), JSON.stringify({ database: { owner: postgres.connection } }))
  const { connection: owner, applicationConnection: application, signerConnection: signer } = postgres
  await prepareDatabase({ owner, application, signer }, migrationSources(), log)
  database = openDatabase(owner)
  platform = createTestPlatform(database, { dataDir })
  ledger = createLedger({ ...platform, env: {} })
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  disown?.()
  platform?.remove()
})

const postingOf = (id: string): Leg => ({
  kind: 'post',
  id,
  code: 'payments.deposit',
  debit: systemAccount('bank', 'COP'),
  credit: customerAccount(OWNER, 'COP'),
  amount: 1_000n,
  ref: id,
})

async function post(): Promise<string> {
  const id = newId()
  await ledger.post([postingOf(id)])
  const actor = { kind: 'system', name: 'test' } as const
  await inTransaction(database.db, (tx) =>
    platform.audit.record(tx, { actor, action: 'reconciliation.capital_booked', object: { type: 'posting', id } }),
  )
  return id
}
const seal = () => signHead({ ...platform, keys: readAuditKeys(platform.secrets, {}) })

async function drill(...args: string[]): Promise<{ status: number | null; output: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
  const child = spawn(process.execPath, [...programOf(COMMAND_LINE), 'backup', 'drill', ...args], { env })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part.toString()))
  const [status] = await once(child, 'close')
  return { status, output: said.join('') }
}

describe('R41 a backup', () => {
  it('R41 that is taken during operation is restored whole, and reports what it lacks', async () => {
    for (let n = 0; n < 20; n++) await post()
    await seal()
    const running = { goesOn: true }
    const writing = (async () => {
      while (running.goesOn) await post()
    })()
    const { status, output } = await drill()
    running.goesOn = false
    await writing
    expect(output).toContain('The backup is good.')
    expect(status).toBe(0)
    const [, postings = '', since = ''] = /Backup: (\d+) postings.*\nSince then: (\d+) postings/.exec(output) ?? []
    expect(Number(postings)).toBeGreaterThanOrEqual(20)
    expect(Number(since)).toBeGreaterThan(0)
    const slots = await sql`SELECT FROM pg_replication_slots`.execute(database.db)
    expect(slots.rows).toEqual([])
  })

  it('R41 with a changed posting, a removed audit entry or a missing table is rejected, however it was restored', async () => {
    const changedId = await post()
    const removedId = await post()
    await seal()
    const folder = temporaryFolder('restored')
    await copyCluster(postgres.connection, { from: dataDir, to: folder })
    await withEmbedded(folder, async (connection) => {
      const url = addressOf(connection)
      expect(await drill('--restored', url)).toMatchObject({ status: 0, output: expect.stringContaining('The backup is good.') })
      await asOwner(connection, async (pool) => {
        // As an attacker with access to the server could, bypassing its triggers.
        await pool.query('SET session_replication_role = replica')
        await pool.query('UPDATE ledger.transfer SET amount = amount + 1 WHERE id = $1', [changedId])
        await pool.query('DELETE FROM platform.audit_entry WHERE object_id = $1', [removedId])
        await pool.query('DROP TABLE screening.state_history CASCADE')
      })
      const { status, output } = await drill('--restored', url)
      expect(status).toBe(1)
      expect(output).toContain(`backup, ledger: transfer ${changedId}`)
      expect(output).toMatch(/backup, audit trail: seq \d+, entry \S+: the entry was removed/)
      expect(output).toContain('backup: the table screening.state_history is missing')
    })
  })

  it('R41 of another database is rejected: the running one does not continue from it', async () => {
    const folder = temporaryFolder('other')
    await copyCluster(postgres.connection, { from: dataDir, to: folder })
    await withEmbedded(folder, async (connection) => {
      const other = openDatabase(connection)
      const { db } = other
      await createLedger({ ...platform, db, env: {} }).post([postingOf(newId())])
      await other.close()
      await post()
      const { status, output } = await drill('--restored', addressOf(connection))
      expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining('running database, ledger: batch') })
    })
  })
})

async function asOwner(connection: ConnectionSettings, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
