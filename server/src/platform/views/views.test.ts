/** The views of the product: the same from their files as from the migrations that created them before there were files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '../../../../dev/testing/database.ts'
import { viewHistories } from '../../../build/view-histories.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import { type Database, inTransaction, openDatabase } from '../database/database.ts'
import { migrate, missingMigrations } from '../database/migrations.ts'
import { isFromTimeOfViews } from '../database/migrations-with-views.ts'
import { grantRights } from '../database/rights.ts'
import { dropViews, syncViews } from './sync-views.ts'
import { readViews } from './view-files.ts'

interface ViewRow {
  readonly name: string
  readonly definition: string
  readonly owner: string
  readonly rights: string | null
  readonly options: string | null
  readonly columns: readonly unknown[]
}

/** Definition, columns, owner, rights and options of each view, by its name. */
async function viewsOf(db: Database): Promise<Map<string, ViewRow>> {
  const found = await sql<ViewRow>`SELECT nspname || '.' || relname AS name, pg_get_viewdef(pg_class.oid) AS definition,
      relowner::regrole::text AS owner, relacl::text AS rights, reloptions::text AS options,
      (SELECT json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attacl::text) ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0) AS columns
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('v', 'm') AND nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`.execute(db)
  return new Map(found.rows.map((row) => [row.name, row]))
}

/** Sources as a version had them that knew no files of views. */
const withoutFiles = () => migrationSources().map(({ module, folder }) => ({ module, folder }))

it('a database of before gets the files: owner, rights and options remain, and the definition too while the file is the first text', async () => {
  const empty = await createEmptyDatabase()
  const { db, close } = openDatabase(empty.connection, { maxConnections: 2 })
  try {
    await migrate(db, withoutFiles())
    await grantRights(db, migrationSources(), 'tunjo_application')
    const before = await viewsOf(db)
    expect(before.size).toBeGreaterThan(100)
    expect(JSON.stringify([...before.values()])).toContain('tunjo_application=r')
    expect((await missingMigrations(db, migrationSources())).length).toBe((await readViews(migrationSources())).length)
    expect(await migrate(db, migrationSources())).toEqual([])
    expect(await missingMigrations(db, migrationSources())).toEqual([])
    const after = await viewsOf(db)
    const changed = new Set((await readViews(migrationSources())).filter(({ revision }) => revision > 1).map(({ name }) => name))
    expect(before.size - changed.size).toBeGreaterThan(80)
    for (const [name, view] of before) {
      const { definition, columns } = view
      const now = after.get(name)
      // Processes of the version before read the columns that they know.
      expect(now?.columns.slice(0, columns.length), name).toEqual(columns)
      const text = changed.has(name) ? now?.definition : definition
      expect(now, name).toEqual({ ...view, definition: text, columns: changed.has(name) ? now?.columns : columns })
    }
  } finally {
    await close()
    await empty.drop()
  }
})

it('every view has a file; all are dropped and created again in their order, with the rights that they had', async () => {
  const database = await createTestDatabase()
  try {
    const views = await readViews(migrationSources())
    const before = await viewsOf(database.owner)
    expect([...before.keys()]).toEqual(views.map(({ name }) => name).sort())
    await inTransaction(database.owner, async (tx) => {
      const rights = await dropViews(tx, views)
      expect(rights.size).toBe(views.length)
      expect(await syncViews(tx, views, rights)).toHaveLength(views.length)
    })
    expect(await viewsOf(database.owner)).toEqual(before)
  } finally {
    await database.drop()
  }
})

it('the history of each view ends with its text of today', async () => {
  const stale = [...(await viewHistories())].filter(([file, text]) => readFileSync(file, 'utf8') !== text).map(([file]) => file)
  expect(stale, 'npm run map').toEqual([])
})

/** Statements of a migration about views, without comments, strings and the bodies of functions. */
const aboutViews = (text: string): string[] =>
  text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .match(/\b(CREATE|DROP|ALTER)\s+(OR\s+REPLACE\s+)?(TEMP\w*\s+|RECURSIVE\s+|MATERIALIZED\s+)*VIEW\b|\bDROP\b[^;]*\bCASCADE\b/gi) ?? []

it.each([
  ['CREATE VIEW a.b AS SELECT 1', 1],
  ['create or replace view a.b AS SELECT 1; DROP VIEW a.c', 2],
  ['ALTER VIEW a.b RENAME TO c', 1],
  ['ALTER TABLE a.b DROP COLUMN c CASCADE', 1],
  ['CREATE TABLE a.review (b text REFERENCES a.c ON DELETE CASCADE) -- no DROP VIEW', 0],
])('%s says %i times something of views', (text, count) => {
  expect(aboutViews(text)).toHaveLength(count)
})

it('a migration creates and changes no view; it drops one only as a contraction, after the file was removed', async () => {
  const views = new Set((await readViews(migrationSources())).map(({ name }) => name))
  const refused = migrationSources().flatMap(({ module, folder }) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql') && !isFromTimeOfViews(module, file))
      .filter((file) => {
        const text = readFileSync(join(folder, file), 'utf8')
        const said = aboutViews(text)
        const dropped = [...text.matchAll(/^DROP VIEW IF EXISTS (\S+);$/gm)].map(([, name = '']) => name)
        const isContraction = /^-- contracts: /m.test(text) && dropped.length === said.length && !dropped.some((name) => views.has(name))
        return said.length > 0 && !isContraction
      })
      .map((file) => `${module}/${file}`),
  )
  expect(refused, 'server/views holds the views (docs/decisions/0103-views-are-files.md)').toEqual([])
})
