import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { memoryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import { openDatabase } from './database.ts'
import { migrate, missingMigrations } from './migrations.ts'
import { newerMigrations } from './newer-migrations.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  folder = memoryFolder('migrations')
  await sql`DROP SCHEMA IF EXISTS sample CASCADE`.execute(database.owner)
  await sql`DELETE FROM platform.migration WHERE name LIKE 'sample/%'`.execute(database.owner)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}
const run = (db = database.owner) => migrate(db, [{ module: 'sample', folder }])
const rows = async () => (await sql<{ n: number }>`SELECT n FROM sample.t ORDER BY n`.execute(database.owner)).rows.map(({ n }) => n)

/** Two migrations that were added concurrently and are applied in every installation: their names are kept permanently. */
const SAME_NUMBER = ['platform/0007']

describe('migrations', () => {
  it('each has a separate number in its module', () => {
    const numbers = migrationSources().flatMap(({ module, folder }) =>
      readdirSync(folder).flatMap((name) => (name.endsWith('.sql') ? [`${module}/${name.slice(0, 4)}`] : [])),
    )
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual(SAME_NUMBER)
  })

  it('are recorded under the schema that they create, also where the folder has another name', () => {
    const created = migrationSources().map(({ module, folder }) => {
      const texts = readdirSync(folder).flatMap((name) => (name.endsWith('.sql') ? [readFileSync(join(folder, name), 'utf8')] : []))
      return [module, texts.some((text) => new RegExp(`CREATE SCHEMA (IF NOT EXISTS )?${module}\\b`).test(text))]
    })
    // The journal of migrations creates the schema of the platform before the first file runs.
    expect(created.filter(([, creates]) => !creates)).toEqual([['platform', false]])
    expect(created).toContainEqual(['blacklist', true])
  })

  it('are applied once, in the order of their names, and further files later', async () => {
    write('0002_rows.sql', 'INSERT INTO sample.t VALUES (1); INSERT INTO sample.t VALUES (2);')
    write('0001_table.sql', 'CREATE SCHEMA sample; CREATE TABLE sample.t (n integer PRIMARY KEY);')
    write('notes.md', 'not SQL')
    expect(await run()).toEqual(['0001_table.sql', '0002_rows.sql'])
    expect(await run()).toEqual([])
    write('0003_more.sql', 'INSERT INTO sample.t VALUES (3)')
    expect(await run()).toEqual(['0003_more.sql'])
    expect(await rows()).toEqual([1, 2, 3])
  })

  it('stop the boot when an applied file was changed', async () => {
    write('0001_table.sql', 'CREATE SCHEMA sample;')
    await run()
    write('0001_table.sql', 'CREATE SCHEMA sample; ')
    await expect(run()).rejects.toThrow('Migration sample/0001_table.sql was changed after it was applied.')
  })

  it('that were given another number are known by their content, where they ran under the old one', async () => {
    write('0001_table.sql', 'CREATE SCHEMA sample; CREATE TABLE sample.t (n integer);')
    write('0001_twin.sql', 'INSERT INTO sample.t VALUES (1)')
    await run()
    renameSync(join(folder, '0001_twin.sql'), join(folder, '0002_twin.sql'))
    // The same text again is another migration.
    write('0003_again.sql', 'INSERT INTO sample.t VALUES (1)')
    expect(await run()).toEqual(['0003_again.sql'])
    expect(await run()).toEqual([])
    expect(await rows()).toEqual([1, 1])
    // A file that was applied under the new number may not change either.
    write('0002_twin.sql', 'INSERT INTO sample.t VALUES (2)')
    await expect(run()).rejects.toThrow('Migration sample/0002_twin.sql was changed after it was applied.')
  })

  it('that were explained after they were applied are the same migrations, under their number and under another', async () => {
    const [table, row] = ['CREATE SCHEMA sample; CREATE TABLE sample.t (n integer);\n', 'INSERT INTO sample.t VALUES (1);\n']
    write('0001_table.sql', table)
    write('0002_row.sql', row)
    await run()
    const explanation = '-- compatible: the version before does not read this table\n'
    write('0001_table.sql', explanation + table)
    rmSync(join(folder, '0002_row.sql'))
    write('0003_row.sql', explanation + row)
    const sources = [{ module: 'sample', folder }]
    expect(await missingMigrations(database.owner, sources)).toEqual([])
    expect(await newerMigrations(database.owner, sources)).toEqual([])
    expect(await run()).toEqual([])
    expect(await rows()).toEqual([1])
    write('0001_table.sql', `${explanation}CREATE SCHEMA sample;`)
    await expect(run()).rejects.toThrow('Migration sample/0001_table.sql was changed after it was applied.')
  })

  it('leave nothing behind when one fails', async () => {
    write('0001_table.sql', 'CREATE SCHEMA sample; CREATE TABLE sample.t (n integer); INSERT INTO sample.t VALUES (1 / 0);')
    await expect(run()).rejects.toThrow('division by zero')
    const schemas = await sql`SELECT 1 FROM pg_namespace WHERE nspname = 'sample'`.execute(database.owner)
    expect(schemas.rows).toEqual([])
    write('0001_table.sql', 'CREATE SCHEMA sample; CREATE TABLE sample.t (n integer);')
    expect(await run()).toEqual(['0001_table.sql'])
  })

  it('are applied once when several processes start on an empty database at the same moment', async () => {
    write('0001_table.sql', 'CREATE SCHEMA sample; CREATE TABLE sample.t (n integer); INSERT INTO sample.t VALUES (1);')
    const name = `empty_${Date.now()}`
    await database.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    const processes = Array.from({ length: 4 }, () => openDatabase({ ...database.ownerConnection, database: name }))
    try {
      const applied = await Promise.all(processes.map(({ db }) => run(db)))
      expect(applied.flat()).toEqual(['0001_table.sql'])
    } finally {
      for (const { close } of processes) await close()
      await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
})
