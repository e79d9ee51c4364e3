/** A program of an earlier version on a database that a newer one has migrated. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { addressOf } from '../../../../dev/testing/operator-command.ts'
import { memoryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { checkDatabase, withConnections } from '../../commands/check/database-findings.ts'
import { processesOf } from '../../commands/check/processes.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import { createLog } from '../observability/log.ts'
import type { MigrationSource } from './migration-files.ts'
import { migrate } from './migrations.ts'
import { newerMigrations } from './newer-migrations.ts'
import { prepareDatabase } from './prepare-database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = memoryFolder('newer')
})
afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true, force: true })
  await database?.drop()
})

const log = createLog({ level: 'silent', pretty: false })
const FILES = {
  '0001_table.sql': 'CREATE SCHEMA sample; CREATE TABLE sample.t (a integer);',
  '0002_new_name.sql': 'ALTER TABLE sample.t ADD COLUMN b integer;',
  '0003_without_a.sql': '-- contracts: sample/0002_new_name.sql\nALTER TABLE sample.t DROP COLUMN a;',
}
/** Sources of the version that has the first files of the sample module. */
function version(count: number): MigrationSource[] {
  const own = join(folder, String(count))
  mkdirSync(own, { recursive: true })
  for (const [name, text] of Object.entries(FILES).slice(0, count)) writeFileSync(join(own, name), text)
  return [...migrationSources(), { module: 'sample', folder: own }]
}
const startCore = (count: number) => prepareDatabase({ owner: null, application: database.connection, signer: null }, version(count), log)
const startWorker = (count: number) =>
  prepareDatabase({ owner: database.ownerConnection, application: database.connection, signer: null }, version(count), log)

it('an earlier version works until something is removed that it uses; then it does not start, and says why', async () => {
  await startWorker(1)
  await startWorker(2)
  await expect(startCore(1)).resolves.toBeDefined()
  await expect(startWorker(1)).resolves.toBeDefined()
  expect(await newerMigrations(database.db, version(1))).toEqual([{ name: 'sample/0002_new_name.sql', isContracting: false }])
  await startWorker(3)
  const sentence = 'The database belongs to a newer version: its migration sample/0003_without_a.sql removed what this version uses.'
  await expect(startCore(1)).rejects.toThrow(sentence)
  await expect(startWorker(1)).rejects.toThrow(sentence)
  // The version that brought the new column no longer uses the old one.
  await expect(startCore(2)).resolves.toBeDefined()
  await expect(startWorker(2)).resolves.toBeDefined()
  expect(await newerMigrations(database.db, version(3))).toEqual([])
  const urls = { databaseUrl: addressOf(database.connection), databaseMigrationUrl: null, databaseSignerUrl: null }
  const settings = { profile: 'production', ...urls } as const
  const findings = await withConnections(
    settings,
    () => new Date(),
    async (open) => {
      return (await checkDatabase(open, settings, processesOf(undefined))).findings
    },
  )
  expect(findings.find(({ check, state }) => check === 'migrations' && state === 'fault')?.found).toContain('sample/')
})

it('an earlier version that migrates leaves the rights of newer tables as they are', async () => {
  await migrate(database.owner, [...version(3), { module: 'sample', folder: grownFolder() }])
  const { rows } = await sql<{ user: string }>`SELECT current_user::text AS user`.execute(database.db)
  const role = sql.id(rows[0]?.user ?? '')
  await sql`GRANT SELECT, INSERT ON sample.grown TO ${role}`.execute(database.owner)
  await startWorker(3)
  const change = sql`UPDATE sample.grown SET a = 2`.execute(database.db)
  await expect(change).rejects.toThrow('permission denied')
})

/** A newer table that only grows, in a schema of the earlier version. */
function grownFolder(): string {
  const own = join(folder, 'grown')
  mkdirSync(own)
  writeFileSync(join(own, '0004_grown.sql'), 'CREATE TABLE sample.grown (a integer);')
  return own
}

it('migrations that an earlier version had and this one no longer has do not make the database newer', async () => {
  const name = 'sample/0000_retired.sql'
  await sql`INSERT INTO platform.migration (name, hash, applied_at, contracts) VALUES (${name}, 'x', '2020-01-01', 'sample/0000_gone.sql')`.execute(
    database.owner,
  )
  expect((await newerMigrations(database.db, version(3))).map((newer) => newer.name)).toEqual(['sample/0004_grown.sql'])
})
