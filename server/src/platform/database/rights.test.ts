/** Database role of the running product: it reads and writes rows, and cannot change protected ones (R35). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import type { Log } from '../observability/log.ts'
import { type ConnectionSettings, databaseErrorCode, openDatabase } from './database.ts'
import { newId } from './ids.ts'
import { prepareDatabase } from './prepare-database.ts'
import { appendOnlyTables, ownersTables, signerRights, unprotectedTables } from './rights.ts'

const sources = migrationSources()
const INSUFFICIENT_PRIVILEGE = '42501'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const codeOf = (statement: string, db = database.db) =>
  sql
    .raw(statement)
    .execute(db)
    .then(() => 'done', databaseErrorCode)
const columnsOf = async (schema: string, table: string) =>
  (
    await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = ${schema} AND table_name = ${table} AND is_generated = 'NEVER'`.execute(database.owner)
  ).rows.map(({ name }) => name)
const relationsOf = async (kinds: string) =>
  (
    await sql<{
      name: string
    }>`SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = ANY(${sources.map(({ module }) => module)}::text[]) AND relkind = ANY(${kinds.split('')}::"char"[])`.execute(
      database.owner,
    )
  ).rows.map(({ name }) => name)

describe('the product’s role', () => {
  it("R35 may add to the ledger and to people's actions, and neither change nor remove any of it", async () => {
    const tables = await appendOnlyTables(sources)
    const names = tables.map(({ schema, name }) => `${schema}.${name}`)
    expect(names).toEqual(
      expect.arrayContaining(['ledger.transfer', 'ledger.batch', 'platform.file_view', 'kyc.level_change', 'identity.sign_in']),
    )
    for (const { schema, name, changeable } of tables) {
      const table = `${schema}.${name}`
      for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table}`, `DROP TABLE ${table}`, `ALTER TABLE ${table} ADD COLUMN x int`])
        expect(await codeOf(statement), statement).toBe(INSUFFICIENT_PRIVILEGE)
      const allowed: string[] = []
      for (const column of await columnsOf(schema, name))
        if ((await codeOf(`UPDATE ${table} SET ${column} = ${column}`)) === 'done') allowed.push(column)
      expect(allowed.sort(), table).toEqual([...changeable].sort())
      expect(await codeOf(`SELECT * FROM ${table} LIMIT 1`), table).toBe('done')
      expect(await codeOf(`INSERT INTO ${table} SELECT * FROM ${table} LIMIT 0`), table).toBe('done')
    }
  })

  it('reads, adds, changes and removes rows in every other table, and nothing more', async () => {
    const appendOnly = new Set((await appendOnlyTables(sources)).map(({ schema, name }) => `${schema}.${name}`))
    const { owns } = await signerRights(sources)
    const ofOwner = new Set((await ownersTables(sources)).map(({ schema, name }) => `${schema}.${name}`))
    const others = (await relationsOf('rp')).filter(
      (name) => !appendOnly.has(name) && !ofOwner.has(name) && !owns[name] && name !== 'platform.migration',
    )
    expect(others.length).toBeGreaterThan(20)
    for (const table of others) {
      const [schema = '', name = ''] = table.replaceAll('"', '').split('.')
      const columns = await columnsOf(schema, name)
      const [column] = columns
      const all = columns.map((name) => `"${name}"`)
      const work = [
        `SELECT * FROM ${table} LIMIT 1`,
        `INSERT INTO ${table} (${all}) OVERRIDING SYSTEM VALUE SELECT ${all} FROM ${table} LIMIT 0`,
      ]
      for (const statement of [...work, `UPDATE ${table} SET ${column} = ${column} WHERE false`, `DELETE FROM ${table} WHERE false`])
        expect(await codeOf(statement), statement).toBe('done')
      expect(await codeOf(`TRUNCATE ${table}`), table).toBe(INSUFFICIENT_PRIVILEGE)
    }
  })

  it('R35 reads what only the owner adds to, and changes the columns that are named there', async () => {
    const tables = await ownersTables(sources)
    expect(tables).toEqual([
      { schema: 'platform', name: 'backup_run', changeable: [] },
      { schema: 'identity', name: 'administrator_link', changeable: ['ended_at', 'account_id'] },
      { schema: 'ledger', name: 'asset', changeable: [] },
    ])
    for (const { schema, name, changeable } of tables) {
      const table = `${schema}.${name}`
      for (const statement of [`INSERT INTO ${table} SELECT * FROM ${table} LIMIT 0`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
        expect(await codeOf(statement), statement).toBe(INSUFFICIENT_PRIVILEGE)
      const allowed: string[] = []
      for (const column of await columnsOf(schema, name))
        if ((await codeOf(`UPDATE ${table} SET ${column} = ${column}`)) === 'done') allowed.push(column)
      expect(allowed.sort(), table).toEqual([...changeable].sort())
    }
  })

  it('R35 reaches no table through a view, creates no table, and does not migrate', async () => {
    for (const view of await relationsOf('vm')) {
      expect(await codeOf(`SELECT * FROM ${view} LIMIT 1`), view).toBe('done')
      const { rows } = await sql<{ can: boolean }>`SELECT has_table_privilege(${view}, 'INSERT, UPDATE, DELETE') AS can`.execute(
        database.db,
      )
      expect(rows, view).toEqual([{ can: false }])
    }
    for (const statement of ['CREATE TABLE ledger.more (n int)', 'CREATE SCHEMA more', 'CREATE TABLE public.more (n int)'])
      expect(await codeOf(statement), statement).toBe(INSUFFICIENT_PRIVILEGE)
    expect(await codeOf('INSERT INTO platform.migration VALUES (1, 2)')).toBe(INSUFFICIENT_PRIVILEGE)
  })
})

describe('databases of others', () => {
  const warnings: { tables?: string[] }[] = []
  const log = { warn: (facts: object) => void warnings.push(facts) } as unknown as Log
  const prepare = async (owner: object, application: object | null) => {
    warnings.length = 0
    return prepareDatabase({ owner: { ...database.ownerConnection, ...owner }, application, signer: null }, sources, log)
  }
  const codeOfSigner = async (connection: ConnectionSettings) => {
    const { db, close } = openDatabase(connection)
    const codes = [await codeOf('SELECT 1 FROM blockchain.chain_transaction', db), await codeOf('SELECT 1 FROM identity.account', db)]
    await close()
    return codes
  }
  const roles: string[] = []
  const newRole = async (attributes: string) => {
    const role = `role_${newId().replaceAll('-', '')}`
    await database.pool.query(`CREATE ROLE ${role} LOGIN ${attributes}`)
    roles.push(role)
    return role
  }
  afterAll(async () => {
    for (const role of roles) await database.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
  })

  it('one connection: the product limits itself to a role of this database', async () => {
    const { application: connection, signer } = await prepare({}, null)
    expect(warnings).toEqual([])
    expect(await codeOfSigner(signer)).toEqual(['done', INSUFFICIENT_PRIVILEGE])
    const { db, close } = openDatabase(connection)
    expect(await codeOf('DELETE FROM ledger.transfer', db)).toBe(INSUFFICIENT_PRIVILEGE)
    expect(await codeOf("INSERT INTO platform.setting VALUES ('rights', '1')", db)).toBe('done')
    await close()
    const made = "SELECT rolname FROM pg_roles WHERE rolname IN (current_database() || '_application', current_database() || '_signer')"
    const { rows } = await database.pool.query(made)
    roles.push(...rows.map(({ rolname }) => rolname))
  })

  it('two connections: the one that owns nothing gets its rights from the owner', async () => {
    const application = { ...database.ownerConnection, user: await newRole('') }
    expect((await prepare({}, application)).application).toBe(application)
    expect(warnings).toEqual([{ role: null }])
    const { db, close } = openDatabase(application)
    expect(await codeOf('UPDATE ledger.batch SET seq = seq', db)).toBe(INSUFFICIENT_PRIVILEGE)
    expect(await codeOf('SELECT * FROM ledger.entry', db)).toBe('done')
    await close()
  })

  it('one connection that may create no roles works as the owner, and the log names the unprotected tables', async () => {
    const owner = await newRole('')
    const name = `managed_${newId().replaceAll('-', '')}`
    await database.pool.query(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0`)
    try {
      const { application: connection } = await prepare({ user: owner, database: name }, null)
      expect(warnings).toMatchObject([
        { refused: [expect.stringContaining('permission denied'), expect.anything(), expect.anything()] },
        {},
        { role: null },
      ])
      expect(warnings[1]?.tables).toContain('ledger.transfer')
      const { db, close } = openDatabase(connection)
      expect(await codeOf("INSERT INTO platform.setting VALUES ('rights', '1')", db)).toBe('done')
      expect(await unprotectedTables(db, sources)).toHaveLength((await appendOnlyTables(sources)).length)
      await close()
    } finally {
      await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
})
