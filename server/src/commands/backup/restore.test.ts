/**
 * G2 R41: backup and restore as an operator runs them, on the embedded database: each way in which a backup can be wrong is refused by one
 * sentence, and a process killed at any point leaves nothing that looks whole.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHILD_APPLICATION, programOf } from '../../../../dev/testing/child-process.ts'
import { createEmptyDatabase, createTestDatabase, type EmptyDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { addressOf, COMMAND_LINE } from '../../../../dev/testing/operator-command.ts'
import { memoryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../../domains/money/ledger/index.ts'
import { backupGauges } from '../../platform/database/backup-runs.ts'
import { type ConnectionSettings, openDatabase } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { prepareDatabase } from '../../platform/database/prepare-database.ts'
import { createFiles, createFreeSpace, localFolder } from '../../platform/files/index.ts'
import { createLog } from '../../platform/observability/log.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { createSecrets } from '../../platform/secrets/secrets.ts'
import { backupCommand, verifyBackupCommand } from '../backup-commands.ts'
import { restoreCommand } from '../restore.ts'
import { writeNewKey } from './backup-key.ts'
import { macOf } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
const [ALICE, BOB] = [newId(), newId()]
const log = createLog({ level: 'silent', pretty: false })

let folder: string
let dataDir: string
let keyFile: string
let recipient: string
let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
/** A whole backup, which no test changes. */
let backup: string

interface Ended {
  readonly status: number | null
  readonly signal: string | null
  readonly output: string
}

async function tunjo(args: readonly string[], env: Record<string, string | undefined> = {}): Promise<Ended> {
  const given = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    SECRETS_KEY,
    BACKUP_RECIPIENTS: recipient,
    PGAPPNAME: CHILD_APPLICATION,
    ...env,
  }
  const child = spawn(process.execPath, [...programOf(COMMAND_LINE), ...args], { env: given })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part.toString()))
  const [status, signal] = await once(child, 'close')
  return { status, signal, output: said.join('') }
}
const fileOf = () => join(folder, `${newId()}.backup`)
const makeEnv = (env: Record<string, string>) => ({
  ...{ DATA_DIR: dataDir, SECRETS_KEY, BACKUP_RECIPIENTS: recipient, DATABASE_URL: addressOf(database.ownerConnection) },
  ...env,
})
/** Exit code of a command, or the sentence of its refusal. In this process, which is much cheaper than another one. */
const answerOf = (command: Promise<number>): Promise<number | string> =>
  command.catch((error) => {
    if (error instanceof CommandRefused) return error.message
    throw error
  })
const make = (file: string, env: Record<string, string> = {}) => answerOf(backupCommand({ to: file, by: 'copy' }, makeEnv(env)))
const identity = () => readFileSync(keyFile, 'utf8').split('\n')[1] ?? ''

interface Target {
  readonly database: EmptyDatabase
  readonly dataDir: string
}
const targets: Target[] = []
async function newTarget(): Promise<Target> {
  const target = { database: await createEmptyDatabase(), dataDir: join(folder, newId()) }
  targets.push(target)
  return target
}
const restoreEnv = (target: Target, env: Record<string, string | undefined>) => ({
  ...{ SECRETS_KEY, BACKUP_KEY_FILE: keyFile, DATABASE_URL: addressOf(target.database.connection), DATA_DIR: target.dataDir },
  ...env,
})
const restore = (file: string, target: Target, env: Record<string, string | undefined> = {}) =>
  answerOf(restoreCommand(file, restoreEnv(target, env)))
const verify = (file: string, env: Record<string, string | undefined> = {}) =>
  verifyBackupCommand([file], { BACKUP_KEY: identity(), SECRETS_KEY, DATA_DIR: folder, ...env })

async function move(amount: bigint, from = ALICE, to = BOB): Promise<void> {
  await ledger.post([
    { kind: 'post', id: newId(), code: 'test.moved', debit: customerAccount(from, 'COP'), credit: customerAccount(to, 'COP'), amount },
  ])
}
async function within<T>(connection: ConnectionSettings, work: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(connection, { maxConnections: 2 })
  return work(db).finally(close)
}

beforeEach(() => {
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())
beforeAll(async () => {
  folder = memoryFolder('restore')
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  keyFile = join(folder, 'backup.key')
  recipient = await writeNewKey(keyFile)
  database = await createTestDatabase()
  platform = createTestPlatform(database, { dataDir })
  ledger = createLedger({ ...platform, env: {} })
  const deposit = { kind: 'post', code: 'payments.deposit', debit: systemAccount('bank', 'COP'), amount: 1_000_000n } as const
  for (const owner of [ALICE, BOB]) await ledger.post([{ ...deposit, id: newId(), credit: customerAccount(owner, 'COP') }])
  const files = createFiles({ ...platform, backend: localFolder(join(dataDir, 'files')), freeSpace: createFreeSpace(platform.settings) })
  const content = Buffer.from('%PDF-1.7 contract')
  await files.store({ ownerId: ALICE, purpose: 'test', kind: 'pdf', mediaType: 'application/pdf', originalName: 'contract.pdf', content })
  mkdirSync(join(dataDir, 'chain'))
  writeFileSync(join(dataDir, 'chain', 'deployment.json'), '{"chainId":31337}')
  backup = fileOf()
  const made = await tunjo(['backup', '--by', 'copy', '--to', backup], makeEnv({}))
  expect(made).toMatchObject({ status: 0, output: expect.stringMatching(/1 files[\s\S]*Ledger: batch \d+/) })
}, 60_000)
afterAll(async () => {
  await ledger?.close()
  platform?.remove()
  for (const target of targets) await target.database.drop()
  await database?.drop()
})

describe('G2 R41 a backup', () => {
  it('is of one moment while money moves: every row, file and balance is in the restored copy, frozen until it was compared', async () => {
    const running = { goesOn: true }
    let moved = 0
    const moving = (async () => {
      for (; running.goesOn; moved++) await move(BigInt(1 + (moved % 5)), ...(moved % 2 ? [ALICE, BOB] : [BOB, ALICE]))
    })()
    const file = fileOf()
    const before = moved
    expect(await make(file)).toBe(0)
    expect(moved).toBeGreaterThan(before)
    running.goesOn = false
    await moving
    const target = await newTarget()
    const restored = await tunjo(['restore', file], restoreEnv(target, {}))
    expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('ledger, audit trail and files are whole') })
    await within(target.database.connection, async (db) => {
      const copy = createLedger({ ...platform, db, env: {} })
      const [alice, bob] = await Promise.all([ALICE, BOB].map((owner) => copy.balance(customerAccount(owner, 'COP'))))
      expect((alice?.posted ?? 0n) + (bob?.posted ?? 0n)).toBe(2_000_000n)
      const { transfers } = await copy.verify()
      expect(transfers).toBeGreaterThan(2)
      expect(new Set((await copy.freezes()).map(({ asset, reason }) => `${asset} ${reason}`))).toEqual(
        new Set(['COP restored', 'BTC restored', 'USDT restored']),
      )
      await copy.close()
    })
    expect(readdirSync(join(target.dataDir, 'files'))).toEqual(readdirSync(join(dataDir, 'files')))
    expect(readFileSync(join(target.dataDir, 'chain-deployment.json'), 'utf8')).toBe('{"chainId":31337}')
  })

  it('restores every table and sequence as it was, and the product starts on it', async () => {
    const target = await newTarget()
    expect(await restore(backup, target)).toBe(0)
    const contentOf = (connection: ConnectionSettings) =>
      within(connection, async (db) => {
        const { rows } = await sql<{ name: string }>`SELECT schemaname || '.' || tablename AS name FROM pg_tables
          WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname <> 'ledger'
            AND tablename NOT IN ('audit_entry', 'audit_unsealed', 'backup_run') ORDER BY 1`.execute(db)
        const content = rows.map(async ({ name }) => {
          const found = await sql<{ digest: string }>`SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '')
            AS digest FROM ${sql.table(name)} t`.execute(db)
          return [name, found.rows[0]?.digest] as const
        })
        return Object.fromEntries(await Promise.all(content))
      })
    expect(await contentOf(target.database.connection)).toEqual(await contentOf(database.ownerConnection))
    // The trail reports the restore, in the copy alone; the backup was recorded after its snapshot.
    const { id, database: facts } = (await readArchive(backup, [identity()])).manifest
    const entries = (connection: ConnectionSettings) =>
      within(connection, async (db) => {
        const { rows } =
          await sql`SELECT action, object_id, after FROM platform.audit_entry JOIN platform.audit_unsealed ON id = entry_id`.execute(db)
        return rows
      })
    const after = { takenAt: facts.takenAt, ledgerBatch: facts.ledger.seq, program: expect.any(String) }
    expect(await entries(target.database.connection)).toEqual([
      ...(await entries(database.ownerConnection)),
      { action: 'platform.backup_restored', object_id: id, after },
    ])
    await prepareDatabase({ owner: target.database.connection, application: null, signer: null }, migrationSources(), log)
  })

  it('is verified without a database, and reports what it holds', async () => {
    const verified = await tunjo(['backup', 'verify', backup], { BACKUP_KEY: identity() })
    expect(verified).toMatchObject({ status: 0, output: expect.stringMatching(/1 files[\s\S]*whole, and made with these keys/) })
    const keyless = await tunjo(['backup', 'verify', backup], { BACKUP_KEY: identity(), SECRETS_KEY: undefined, DATA_DIR: folder })
    expect(keyless).toMatchObject({ status: 0, output: expect.stringContaining('Its keys were not compared') })
    expect(existsSync(join(folder, 'secrets.key'))).toBe(false)
  })

  it('has no key of the installation in it, even decrypted', async () => {
    const content: Buffer[] = []
    const { text } = await readArchive(backup, [identity()], async (entry) => void content.push(entry.content))
    const all = Buffer.concat([...content, Buffer.from(text)])
    const key = Buffer.from(SECRETS_KEY, 'base64')
    for (const form of [key, SECRETS_KEY, key.toString('hex'), identity()]) expect(all.includes(form)).toBe(false)
  })

  it('is measured, with its verification: age of the last one, and whether it is damaged', async () => {
    const figures = () => backupGauges(database.db).read()
    const installedAge = (hours: number) =>
      database.pool.query(`DELETE FROM platform.backup_run; UPDATE platform.migration SET applied_at = now() - interval '${hours} hours'`)
    await installedAge(30)
    expect((await figures()).last_success_age_seconds).toBeGreaterThanOrEqual(30 * 3_600)
    const file = fileOf()
    expect(await make(file)).toBe(0)
    expect(await figures()).toMatchObject({ last_success_age_seconds: expect.closeTo(0, -2), verification_failed: 0 })
    expect((await figures()).last_verification_age_seconds).toBeGreaterThanOrEqual(30 * 3_600)
    const env = { BACKUP_KEY: identity(), SECRETS_KEY, DATA_DIR: folder, DATABASE_URL: addressOf(database.ownerConnection) }
    const damaged = fileOf()
    writeFileSync(damaged, readFileSync(file).subarray(0, -100))
    expect(await verifyBackupCommand([file, damaged], env)).toBe(1)
    expect((await figures()).verification_failed).toBe(0)
    expect(await verifyBackupCommand([file, damaged], env, { record: true })).toBe(1)
    expect(await figures()).toMatchObject({ last_verification_age_seconds: expect.closeTo(0, -2), verification_failed: 1 })
    expect(await verifyBackupCommand([file], env, { record: true })).toBe(0)
    expect((await figures()).verification_failed).toBe(0)
    const refused = await make(file)
    expect(refused).toMatch(/no backup is overwritten/)
    const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM platform.backup_run WHERE kind = 'backup'`)
    expect(rows).toEqual([{ n: 1 }])
  })

  it('before an upgrade is made of a database that has no record of backups yet', async () => {
    const target = await newTarget()
    expect(await restore(backup, target)).toBe(0)
    await within(target.database.connection, (db) => sql`DROP TABLE platform.backup_run`.execute(db))
    const file = fileOf()
    expect(await make(file, { DATABASE_URL: addressOf(target.database.connection), DATA_DIR: target.dataDir })).toBe(0)
    expect(existsSync(file)).toBe(true)
    expect(vi.mocked(console.log).mock.calls.flat()).toContain('Not recorded for tunjo_backup_…: the database is of an older version.')
  })

  it('of two at once to one file, one is made and the other is refused', async () => {
    const file = fileOf()
    const answers = await Promise.all([make(file), make(file)])
    const refusal = expect.stringMatching(/^Another backup \(process \d+\) is writing .*: name another file, or wait until it has ended\.$/)
    expect(answers.toSorted()).toEqual([0, refusal])
    expect(leftOf(file)).toEqual([file.slice(folder.length + 1)])
    const other = fileOf()
    const unfinished = `${other}.${process.ppid}.unfinished`
    writeFileSync(unfinished, 'half')
    expect(await make(other)).toEqual(refusal)
    expect(readFileSync(unfinished, 'utf8')).toBe('half')
  })

  it('never overwrites a file, and asks for its key and its folder', async () => {
    const bytes = readFileSync(backup)
    expect(await make(backup)).toMatch(/no backup is overwritten/)
    expect(readFileSync(backup).equals(bytes)).toBe(true)
    await expect(writeNewKey(keyFile)).rejects.toThrow(/no key is overwritten/)
    expect(await make(join(folder, 'missing', 'x.backup'))).toMatch(/does not exist/)
    expect(await make(fileOf(), { BACKUP_RECIPIENTS: '' })).toMatch(/^BACKUP_RECIPIENTS is needed/)
    expect(await tunjo(['backup'])).toMatchObject({ status: 2, output: expect.stringContaining("'--to <path>'") })
  })

  it.skipIf(process.platform === 'win32')('that does not fit on the disk leaves nothing', () => {
    const file = fileOf()
    const program = programOf(COMMAND_LINE)
      .map((word) => `'${word}'`)
      .join(' ')
    const script = `trap '' XFSZ; ulimit -f 16; exec '${process.execPath}' ${program} backup --by copy --to '${file}'`
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      SECRETS_KEY,
      BACKUP_RECIPIENTS: recipient,
      DATABASE_URL: addressOf(database.ownerConnection),
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' })
    expect({ status, output: stdout + stderr }).toMatchObject({
      status: 1,
      output: expect.stringContaining('nothing was kept of the backup'),
    })
    expect(leftOf(file)).toEqual([])
  })

  it.each(['backup.half_written', 'backup.database_copied', 'backup.written'])(
    'killed at %s leaves nothing that looks whole',
    async (point) => {
      const file = fileOf()
      const killed = await tunjo(['backup', '--by', 'copy', '--to', file], makeEnv({ FAULT_AT: point }))
      expect(killed).toMatchObject({ signal: 'SIGKILL' })
      expect(existsSync(file)).toBe(false)
      expect(leftOf(file)).toHaveLength(1)
      expect(await make(file)).toBe(0)
      expect(leftOf(file)).toEqual([file.slice(folder.length + 1)])
    },
  )
})

const leftOf = (file: string) => readdirSync(folder).filter((name) => join(folder, name).startsWith(file))

/** `npm run endurance` kills at the others too. */
const RESTORE_POINTS = [
  ...['restore.half_copied', 'restore.committed'],
  ...(process.env.ENDURANCE ? ['restore.begun', 'restore.file_written', 'restore.before_commit', 'restore.verified'] : []),
]

describe('G2 R41 a restore', () => {
  /** Nothing may be changed by a refusal. */
  async function refused(file: string, sentence: RegExp, env: Record<string, string | undefined> = {}): Promise<void> {
    const target = await newTarget()
    expect(await restore(file, target, env)).toMatch(sentence)
    expect(await target.database.relations()).toEqual([])
    expect(existsSync(target.dataDir) ? readdirSync(target.dataDir) : []).toEqual([])
  }
  const changed = (change: (file: string) => void): string => {
    const file = fileOf()
    copyFileSync(backup, file)
    change(file)
    return file
  }
  const flip = (file: string, at: number) => {
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.from([(readFileSync(file)[at] ?? 0) ^ 1]), 0, 1, at)
    closeSync(handle)
  }

  it('refuses another key of the backup, and other keys of the installation', async () => {
    const other = join(folder, 'other.key')
    await writeNewKey(other)
    await refused(backup, /^BACKUP_KEY does not open .*it was encrypted to another key/, { BACKUP_KEY_FILE: other })
    await refused(backup, /^SECRETS_KEY is not the one with which the backup was made/, {
      SECRETS_KEY: Buffer.alloc(32, 8).toString('base64'),
    })
    await refused(backup, /^SECRETS_KEY is needed/, { SECRETS_KEY: undefined })
    await refused(backup, /^BACKUP_KEY is needed/, { BACKUP_KEY_FILE: undefined })
  })

  it('wants the keys of ledger and audit trail, or newer ones with those retired', async () => {
    const [old, next] = [3, 4].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string]
    const file = fileOf()
    expect(await make(file, { AUDIT_KEY: old })).toBe(0)
    await refused(file, /^AUDIT_KEY is not the one with which the backup was made/)
    await refused(file, /^AUDIT_KEY is not/, { AUDIT_KEY: next })
    expect(await verify(file, { AUDIT_KEY: next, AUDIT_RETIRED_KEYS: old })).toBe(0)
    expect(await verify(file, { AUDIT_KEY: next })).toBe(1)
  })

  it('refuses a file that is cut short, at any place', async () => {
    const { size } = statSync(backup)
    for (const kept of [0, 100, 70_000, size - 1]) {
      const file = changed((name) => writeFileSync(name, readFileSync(name).subarray(0, kept)))
      await refused(file, /damaged|no backup/)
    }
  })

  it('refuses a file with one changed byte, at any place', async () => {
    const { size } = statSync(backup)
    for (const at of [150, 1_000, Math.floor(size / 2), size - 1])
      await refused(
        changed((file) => flip(file, at)),
        /damaged|no backup/,
      )
  })

  it('refuses an archive that lacks a part, has one more, or was not written by this installation', async () => {
    const entries: { name: string; content: Buffer }[] = []
    const { manifest, text } = await readArchive(backup, [identity()], async (entry) => void entries.push(entry))
    const written = async (parts: typeof entries, body: string, mac = macOf(platform.secrets, body)) => {
      const file = fileOf()
      const all = [...parts, { name: 'manifest.json', content: Buffer.from(body) }, { name: 'manifest.mac', content: Buffer.from(mac) }]
      await writeArchive(
        file,
        [recipient],
        (async function* () {
          yield* all
        })(),
      )
      return file
    }
    const [first] = entries
    await refused(await written(entries.slice(1), text), /damaged: the part files is missing/)
    await refused(await written([...entries, { name: 'files/x', content: Buffer.from('x') }], text), /damaged: the part files differs/)
    await refused(
      await written([...entries, { name: 'other', content: Buffer.from('x') }], text),
      /damaged: the part other is not in the manifest/,
    )
    const swapped = entries.map((entry) => (entry === first ? { ...entry, content: Buffer.from('other') } : entry))
    await refused(await written(swapped, text), /damaged: the part files differs/)
    const forged = createSecrets(Buffer.alloc(32, 9))
    await refused(await written(entries, text, macOf(forged, text)), /the backup is forged/)
    // An older program: it does not know the format, or a migration.
    await refused(await written(entries, text.replace('"format": 1', '"format": 2')), /made by a newer program \(format 2\)/)
    const newer = {
      ...manifest,
      database: {
        ...manifest.database,
        migrations: [...manifest.database.migrations, { name: 'ledger/0999_x.sql', hash: 'f'.repeat(64) }],
      },
    }
    await refused(await written(entries, JSON.stringify({ format: 1, ...newer })), /newer program .*1 migrations .* as ledger\/0999_x\.sql/)
  })

  it('restores a backup of an older version, and migrates it', async () => {
    const older = await createEmptyDatabase()
    const sources = migrationSources()
    await prepareDatabase({ owner: older.connection, application: null, signer: null }, sources, log)
    const last = await within(older.connection, async (db) => {
      const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM platform.migration WHERE name LIKE 'treasury/%'`.execute(
        db,
      )
      // As before the last migration of a module, whose tables no other one needs.
      await sql`DROP SCHEMA treasury CASCADE`.execute(db)
      await sql`DELETE FROM platform.migration WHERE name LIKE 'treasury/%'`.execute(db)
      return rows[0]?.name ?? ''
    })
    const file = fileOf()
    expect(await make(file, { DATABASE_URL: addressOf(older.connection), DATA_DIR: join(folder, newId()) })).toBe(0)
    await older.drop()
    const target = await newTarget()
    expect(await restore(file, target)).toBe(0)
    const found = await within(target.database.connection, (db) => sql`SELECT FROM platform.migration WHERE name = ${last}`.execute(db))
    expect(found.rows).toHaveLength(1)
  })

  it('refuses a database or a folder that is not empty', async () => {
    const target = await newTarget()
    await within(target.database.connection, (db) => sql`CREATE TABLE kept (id integer)`.execute(db))
    expect(await restore(backup, target)).toContain('The database is not empty (public.kept)')
    expect(await target.database.relations()).toEqual(['public.kept'])
    const full = await newTarget()
    mkdirSync(full.dataDir)
    writeFileSync(join(full.dataDir, 'embedded.json'), '{}')
    expect(await restore(backup, full)).toContain('is not empty (embedded.json)')
    expect(await full.database.relations()).toEqual([])
  })

  it('of two at once into one database or one folder, one is made and the other is refused', async () => {
    const [one, other] = [await newTarget(), await newTarget()]
    const intoDatabase = await Promise.all([restore(backup, one), restore(backup, { ...one, dataDir: join(folder, newId()) })])
    expect(intoDatabase.toSorted()).toEqual([0, 'Another restore into this database is running: wait until it has ended.'])
    const intoFolder = await Promise.all([restore(backup, other), restore(backup, { ...(await newTarget()), dataDir: other.dataDir })])
    expect(intoFolder).toHaveLength(2)
    expect(intoFolder).toEqual(expect.arrayContaining([0, expect.stringContaining(`${other.dataDir} is in use by process ${process.pid}`)]))
    expect(readdirSync(other.dataDir)).not.toContain('owner.json')
  })

  it.each(RESTORE_POINTS)('killed at %s leaves a database on which no process starts', async (point) => {
    const target = await newTarget()
    expect(await tunjo(['restore', backup], restoreEnv(target, { FAULT_AT: point }))).toMatchObject({ signal: 'SIGKILL' })
    const access = { owner: target.database.connection, application: null, signer: null }
    await expect(prepareDatabase(access, migrationSources(), log)).rejects.toThrow(/A restore into this database did not finish/)
    rmSync(target.dataDir, { recursive: true, force: true })
    expect(await restore(backup, target)).toContain('create the database anew')
  })
})
