/** Views of versions that follow each other, in a schema of their own. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { memoryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { sha256 } from '../database/ids.ts'
import type { MigrationSource } from '../database/migration-files.ts'
import { migrate, missingMigrations } from '../database/migrations.ts'
import { readViews } from './view-files.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  // The versions of this test have no module but this one.
  await sql`TRUNCATE platform.migration`.execute(database.owner)
})
afterAll(() => database?.drop())
beforeEach(async () => {
  folder = memoryFolder('views')
  await sql`DROP SCHEMA IF EXISTS sample CASCADE`.execute(database.owner)
  await sql`TRUNCATE platform.migration`.execute(database.owner)
})
afterEach(() => rmSync(folder, { recursive: true }))

type Files = Readonly<Record<string, string>>
/** Sources of a version: migrations by file, texts of a view from the first to that of today. */
function version(name: string, tables: Files, views: Readonly<Record<string, readonly string[]>>): MigrationSource[] {
  const own = join(folder, name)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(own, path)), { recursive: true })
    writeFileSync(join(own, path), text)
  }
  for (const [file, text] of Object.entries(tables)) write(`migrations/${file}`, text)
  for (const [view, texts] of Object.entries(views)) write(`views/${view}.sql`, texts.at(-1) ?? '')
  const history = Object.entries(views).flatMap(([view, texts]) => texts.map((text) => `sample.${view}\t${sha256(text)}\n`))
  write('views/history.tsv', history.join(''))
  return [{ module: 'sample', folder: join(own, 'migrations'), views: join(own, 'views') }]
}
const run = (sources: MigrationSource[]) => migrate(database.owner, sources)
const rowsOf = async (view: string) => (await sql`SELECT * FROM ${sql.id('sample', view)}`.execute(database.owner)).rows
const rightsOf = async (view: string) =>
  (
    await sql<{
      rights: string
    }>`SELECT concat(relacl, (SELECT string_agg(attacl::text, '') FROM pg_attribute WHERE attrelid = pg_class.oid))
      AS rights FROM pg_class WHERE oid = ${`sample.${view}`}::regclass`.execute(database.owner)
  ).rows[0]?.rights
/** Whether each exclusive lock of the view is granted. */
const locksOf = async (view: string) =>
  (
    await sql<{ granted: boolean }>`SELECT granted FROM pg_locks
      WHERE relation = ${`sample.${view}`}::regclass AND mode = 'AccessExclusiveLock' ORDER BY granted`.execute(database.owner)
  ).rows.map(({ granted }) => granted)
const TABLE = {
  '0001_table.sql': 'CREATE SCHEMA sample; CREATE TABLE sample.t (a integer, b integer); INSERT INTO sample.t VALUES (1, 2);',
}
const A = 'CREATE OR REPLACE VIEW sample.z AS SELECT a FROM sample.t;'
/** Comes after the view that it uses, although its name is first. */
const USER = 'CREATE OR REPLACE VIEW sample.about_z AS SELECT a AS found FROM sample.z;'

it('creates views after what they use, replaces one whose text changed, and leaves the others alone', async () => {
  const first = version('1', TABLE, { about_z: [USER], z: [A] })
  expect(await missingMigrations(database.owner, first)).toEqual([
    'sample/0001_table.sql',
    'views/sample/z.sql',
    'views/sample/about_z.sql',
  ])
  expect(await run(first)).toEqual(['0001_table.sql'])
  expect(await missingMigrations(database.owner, first)).toEqual([])
  expect(await rowsOf('about_z')).toEqual([{ found: 1 }])
  const before = await sql`SELECT xmin::text FROM pg_class WHERE oid = 'sample.about_z'::regclass`.execute(database.owner)
  const wider = 'CREATE OR REPLACE VIEW sample.z AS SELECT a, b FROM sample.t;'
  await run(version('2', TABLE, { about_z: [USER], z: [A, wider] }))
  expect(await rowsOf('z')).toEqual([{ a: 1, b: 2 }])
  expect((await sql`SELECT xmin::text FROM pg_class WHERE oid = 'sample.about_z'::regclass`.execute(database.owner)).rows).toEqual(
    before.rows,
  )
})

it('an older version leaves a newer text, and misses nothing', async () => {
  const texts = [A, 'CREATE OR REPLACE VIEW sample.z AS SELECT a + 1 AS a FROM sample.t;']
  const old = version('1', TABLE, { z: texts.slice(0, 1) })
  await run(old)
  const newer = version('2', TABLE, { z: texts })
  expect(await missingMigrations(database.owner, newer)).toEqual(['views/sample/z.sql'])
  await run(newer)
  await run(old)
  expect(await rowsOf('z')).toEqual([{ a: 2 }])
  expect(await missingMigrations(database.owner, old)).toEqual([])
  // A text that comes back is the third one.
  await run(version('3', TABLE, { z: [...texts, A] }))
  await run(newer)
  expect(await rowsOf('z')).toEqual([{ a: 1 }])
})

it('a version before a contraction creates no view again that the contraction dropped', async () => {
  const tables = { ...TABLE, '0002_without.sql': '-- contracts: sample/0001_table.sql\nDROP VIEW IF EXISTS sample.z;' }
  const old = version('1', TABLE, { z: [A] })
  await run(old)
  await run(version('2', tables, {}))
  expect(await missingMigrations(database.owner, old)).toEqual([])
  await run(old)
  await expect(rowsOf('z')).rejects.toThrow('does not exist')
})

it('a view with other columns is created again with all that use it, with their owner and rights', async () => {
  const { rows } = await sql<{ role: string }>`SELECT current_user::text AS role`.execute(database.db)
  const role = sql.id(rows[0]?.role ?? '')
  await run(version('1', TABLE, { about_z: [USER], z: [A] }))
  await sql`GRANT SELECT ON sample.about_z TO ${role} WITH GRANT OPTION; GRANT SELECT (a) ON sample.z TO PUBLIC`.execute(database.owner)
  const before = [await rightsOf('about_z'), await rightsOf('z')]
  const renamed = 'CREATE OR REPLACE VIEW sample.z AS SELECT b, a FROM sample.t;'
  await run(version('2', TABLE, { about_z: [USER], z: [A, renamed] }))
  expect(await rowsOf('z')).toEqual([{ b: 2, a: 1 }])
  expect(await rowsOf('about_z')).toEqual([{ found: 1 }])
  expect([await rightsOf('about_z'), await rightsOf('z')]).toEqual(before)
})

it('a view that the product does not have and that uses one stops the change with a sentence, and nothing is changed', async () => {
  await run(version('1', TABLE, { z: [A] }))
  await sql`CREATE VIEW sample.of_an_analyst AS SELECT a FROM sample.z`.execute(database.owner)
  const other = 'CREATE OR REPLACE VIEW sample.z AS SELECT b FROM sample.t;'
  await expect(run(version('2', TABLE, { z: [A, other] }))).rejects.toThrow('sample.of_an_analyst uses a view that must be created again')
  expect(await rowsOf('of_an_analyst')).toEqual([{ a: 1 }])
})

it('a migration that changes a column of a view works, and no other session sees the database without the view', async () => {
  await run(version('1', TABLE, { about_z: [USER], z: [A] }))
  const tables = {
    ...TABLE,
    '0002_type.sql': 'ALTER TABLE sample.t ALTER COLUMN a TYPE bigint;',
    '0003_new.sql': 'ALTER TABLE sample.t ADD COLUMN c integer DEFAULT 3;',
    '0004_slow.sql': 'SELECT pg_sleep(1);',
  }
  const text = 'CREATE OR REPLACE VIEW sample.z AS SELECT a, c FROM sample.t;'
  let isOver = false
  let reads = 0
  const reading = (async () => {
    while (!isOver) {
      expect(await rowsOf('about_z')).toHaveLength(1)
      reads++
    }
  })()
  const running = run(version('2', tables, { about_z: [USER], z: [A, text] })).finally(() => {
    isOver = true
  })
  const [applied] = await Promise.all([running, reading])
  expect(applied).toEqual(['0002_type.sql', '0003_new.sql', '0004_slow.sql'])
  expect(reads).toBeGreaterThan(0)
  expect(await rowsOf('z')).toEqual([{ a: 1n, c: 3 }])
})

it.each([
  ['a text is replaced', {}, [A, 'CREATE OR REPLACE VIEW sample.z AS SELECT a, b FROM sample.t;']],
  ['columns are renamed', {}, [A, 'CREATE OR REPLACE VIEW sample.z AS SELECT b, a FROM sample.t;']],
  ['a migration changes a column', { '0002_type.sql': 'ALTER TABLE sample.t ALTER COLUMN a TYPE bigint;' }, [A]],
])('locks a view before what it uses, as a query does, so that neither waits for the other: %s', async (_what, tables, texts) => {
  await run(version('1', TABLE, { about_z: [USER], z: [A] }))
  const newer = version('2', { ...TABLE, ...tables }, { about_z: [USER], z: texts })
  let running: Promise<string[]> | undefined
  await database.owner.transaction().execute(async (tx) => {
    await sql`ALTER VIEW sample.z OWNER TO CURRENT_USER`.execute(tx)
    running = run(newer)
    running.catch(() => undefined)
    // It waits for sample.z, and has sample.about_z.
    await expect.poll(() => locksOf('z')).toContain(false)
    expect(await locksOf('about_z')).toEqual([true])
  })
  await running
  expect(await rowsOf('about_z')).toHaveLength(1)
})

it('leaves tables and views as they were when a text of the same run is wrong', async () => {
  await run(version('1', TABLE, { z: [A] }))
  const tables = { ...TABLE, '0002_drop.sql': 'ALTER TABLE sample.t DROP COLUMN a;' }
  await expect(run(version('2', tables, { z: [A, `${A}-- ${2}`] }))).rejects.toThrow(
    'The view sample.z cannot be created as its file says: column "a" does not exist',
  )
  expect(await rowsOf('z')).toEqual([{ a: 1 }])
})

it('several processes that start at the same moment create each view once', async () => {
  const sources = version('1', TABLE, { about_z: [USER], z: [A] })
  const applied = await Promise.all(Array.from({ length: 4 }, () => run(sources)))
  expect(applied.flat()).toEqual(['0001_table.sql'])
  expect(await rowsOf('about_z')).toEqual([{ found: 1 }])
})

it.each([
  [
    { z: [USER.replace('about_z', 'z').replace('FROM sample.z', 'FROM sample.y')], y: [A.replace('.z', '.y').replace('.t', '.z')] },
    /use each other: sample\.y → sample\.z → sample\.y/,
  ],
  [{ z: [`-- after: sample.nobody\n${A}`] }, 'sample.z is declared to come after sample.nobody, which is no view of this version'],
  [{ y: [A] }, 'The file of the view sample.y must be one statement CREATE OR REPLACE VIEW sample.y'],
  [{ z: [`${A} DROP TABLE sample.t;`] }, 'must be one statement'],
])('refuses files that are no views in an order: %j', async (views, sentence) => {
  await expect(readViews(version('1', TABLE, views))).rejects.toThrow(sentence)
})

it('an order that the text does not show is declared', async () => {
  const hidden = "-- after: sample.z\nCREATE OR REPLACE VIEW sample.about_z AS SELECT 'sample.z'::regclass::oid AS found;"
  const names = (await readViews(version('1', TABLE, { about_z: [hidden], z: [A] }))).map(({ name }) => name)
  expect(names).toEqual(['sample.z', 'sample.about_z'])
})
