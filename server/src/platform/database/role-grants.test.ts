/**
 * Rights of the production roles in a real database, compared with decision 74 and the declarations of the modules (R13): each right of
 * each role on each table, view, sequence and schema and on the database itself, as the database reports it for that role.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import type { Log } from '../observability/log.ts'
import { type ConnectionSettings, databaseErrorCode, type OpenDatabase, openDatabase } from './database.ts'
import { newId } from './ids.ts'
import { prepareDatabase } from './prepare-database.ts'
import { type AppendOnlyTable, appendOnlyTables, ownersTables, signerRights } from './rights.ts'

const ROLES = ['application', 'signer', 'outsider'] as const
type Role = (typeof ROLES)[number]
const sources = migrationSources()
const modules = sources.map(({ module }) => module)
const INSUFFICIENT_PRIVILEGE = '42501'
const PRODUCT_SCHEMAS = sql`nspname !~ '^pg_' AND nspname <> 'information_schema'`

let database: TestDatabase
const names = Object.fromEntries(ROLES.map((role) => [role, `${role}_${newId().replaceAll('-', '')}`])) as Record<Role, string>
const as: Partial<Record<Role, OpenDatabase>> = {}
const dbOf = (role: Role) => {
  const opened = as[role]
  if (!opened) throw new Error(`no connection of the role ${role}`)
  return opened.db
}
const codeOf = (role: Role, statement: string) =>
  sql
    .raw(statement)
    .execute(dbOf(role))
    .then(() => 'done', databaseErrorCode)

/** Set-up of production: three logins of the operator, of which the owner migrates and grants the two others their rights. */
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 2 })
  for (const role of ROLES) await database.pool.query(`CREATE ROLE ${names[role]} LOGIN`)
  const connection = (role: Role): ConnectionSettings => ({ ...database.ownerConnection, user: names[role] })
  await grantEverything('application')
  await grantEverything('signer')
  await prepareDatabase(
    { owner: database.ownerConnection, application: connection('application'), signer: connection('signer') },
    sources,
    { warn: (facts: object) => expect(facts).toBeNull() } as unknown as Log,
  )
  for (const role of ROLES) as[role] = openDatabase(connection(role), { maxConnections: 1 })
})
afterAll(async () => {
  for (const role of ROLES) await as[role]?.close()
  for (const role of ROLES) await database?.pool.query(`DROP OWNED BY ${names[role]}; DROP ROLE ${names[role]}`)
  await database?.drop()
})

/** Grant everything an operator may have granted a role manually before the product started. */
async function grantEverything(role: Role): Promise<void> {
  for (const module of modules)
    await database.pool.query(
      `GRANT ALL ON SCHEMA ${module} TO ${names[role]}; GRANT ALL ON ALL TABLES IN SCHEMA ${module} TO ${names[role]};
      GRANT ALL ON ALL SEQUENCES IN SCHEMA ${module} TO ${names[role]}`,
    )
  await database.pool.query(`GRANT UPDATE (id), REFERENCES (id) ON ledger.transfer TO ${names[role]}`)
}

interface Rights {
  reads: boolean
  adds: boolean
  removes: boolean
  /** Columns that may be changed. */
  changes: string[]
  /** TRUNCATE, REFERENCES, TRIGGER. */
  more: boolean
}

async function rightsOf(role: Role): Promise<Map<string, Rights>> {
  const { rows } = await sql<Rights & { name: string }>`SELECT nspname || '.' || relname AS name,
      has_table_privilege(pg_class.oid, 'SELECT') AS reads, has_table_privilege(pg_class.oid, 'INSERT') AS adds,
      has_table_privilege(pg_class.oid, 'DELETE') AS removes,
      has_table_privilege(pg_class.oid, 'TRUNCATE, TRIGGER') OR has_any_column_privilege(pg_class.oid, 'REFERENCES') AS more,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
        AND has_column_privilege(attrelid, attnum, 'UPDATE') ORDER BY attname) AS changes
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE ${PRODUCT_SCHEMAS} AND relkind IN ('r', 'p', 'v', 'm', 'f')`.execute(
    dbOf(role),
  )
  return new Map(rows.map(({ name, ...rights }) => [name, rights]))
}

interface Relation {
  name: string
  isView: boolean
  columns: string[]
}

async function relations(): Promise<Relation[]> {
  const { rows } = await sql<Relation>`SELECT nspname || '.' || relname AS name, relkind IN ('v', 'm') AS "isView",
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped ORDER BY attname) AS columns
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE ${PRODUCT_SCHEMAS} AND relkind IN ('r', 'p', 'v', 'm', 'f')`.execute(database.owner)
  return rows
}

const NONE: Rights = { reads: false, adds: false, removes: false, changes: [], more: false }
const sorted = (columns: readonly string[]) => [...columns].sort()
const declared = (names: readonly string[] | undefined) =>
  names ? { isDeclared: true, columns: sorted(names) } : { isDeclared: false, columns: [] }

const byName = (tables: readonly AppendOnlyTable[]) =>
  new Map(tables.map(({ schema, name, changeable }) => [`${schema}.${name}`, changeable]))

async function expectedOfApplication(): Promise<Map<string, Rights>> {
  const [grows, owners] = [byName(await appendOnlyTables(sources)), byName(await ownersTables(sources))]
  const { owns } = await signerRights(sources)
  const rightsOn = ({ name, isView, columns }: Relation): Rights => {
    const ofSigner = declared(owns[name])
    if (isView || name === 'platform.migration') return { ...NONE, reads: true }
    const ofOwner = declared(owners.get(name))
    if (ofOwner.isDeclared) return { ...NONE, reads: true, changes: ofOwner.columns }
    if (ofSigner.isDeclared) return { ...NONE, reads: true, changes: ofSigner.columns }
    const growing = declared(grows.get(name))
    if (growing.isDeclared) return { ...NONE, reads: true, adds: true, changes: growing.columns }
    return { ...NONE, reads: true, adds: true, removes: true, changes: sorted(columns) }
  }
  return new Map((await relations()).map((relation) => [relation.name, rightsOn(relation)]))
}

async function expectedOfSigner(): Promise<Map<string, Rights>> {
  const { reads, adds, changes, owns } = await signerRights(sources)
  const named = new Set([...reads, ...adds, ...Object.keys(changes), ...Object.keys(owns)])
  const rightsOn = ({ name, columns }: Relation): Rights => {
    if (!named.has(name)) return NONE
    const isOwn = name in owns
    return { ...NONE, reads: true, adds: isOwn || adds.includes(name), changes: isOwn ? sorted(columns) : sorted(changes[name] ?? []) }
  }
  return new Map((await relations()).map((relation) => [relation.name, rightsOn(relation)]))
}

const differing = (got: Map<string, Rights>, expected: Map<string, Rights>) =>
  [...expected].flatMap(([name, rights]) =>
    JSON.stringify(rights) === JSON.stringify(inOrder(got.get(name))) ? [] : [{ name, ...got.get(name) }],
  )
const inOrder = (rights: Rights = NONE): Rights => ({
  reads: rights.reads,
  adds: rights.adds,
  removes: rights.removes,
  changes: sorted(rights.changes),
  more: rights.more,
})

describe('R13 decision 74: rights on tables and views, also when a role had more before', () => {
  it('the application has exactly the rights of its rows of the table on every relation', async () => {
    const expected = await expectedOfApplication()
    expect(expected.size).toBeGreaterThan(100)
    expect(differing(await rightsOf('application'), expected)).toEqual([])
  })

  it('the signer has what signer.json says, and nothing on any other relation', async () => {
    const expected = await expectedOfSigner()
    const without = [...expected].filter(([, rights]) => rights === NONE).map(([name]) => name)
    expect(without).toEqual(
      expect.arrayContaining([
        'identity.account',
        'identity.refresh_token',
        'payments.withdrawal',
        'platform.file_key',
        'platform.migration',
      ]),
    )
    expect(differing(await rightsOf('signer'), expected)).toEqual([])
  })

  it('a login without grants, as the one of a web role without a database would be, has nothing', async () => {
    expect(differing(await rightsOf('outsider'), new Map((await relations()).map(({ name }) => [name, NONE])))).toEqual([])
  })
})

describe.each(ROLES)('R13 decision 74: the role %s beyond tables', (role) => {
  it('uses the schemas of the modules and makes nothing in any schema', async () => {
    const { rows } = await sql<{ name: string; uses: boolean; makes: boolean }>`SELECT nspname::text AS name,
      has_schema_privilege(oid, 'USAGE') AS uses, has_schema_privilege(oid, 'CREATE') AS makes FROM pg_namespace WHERE ${PRODUCT_SCHEMAS}`.execute(
      dbOf(role),
    )
    expect(rows.filter(({ makes }) => makes)).toEqual([])
    const used = rows.filter(({ name, uses }) => uses && modules.includes(name)).map(({ name }) => name)
    if (role === 'outsider') expect(used).toEqual([])
    const { rows: rights } = await sql`SELECT has_database_privilege(current_database(), 'CREATE') AS makes`.execute(dbOf(role))
    expect(rights).toEqual([{ makes: false }])
  })

  it('sets no sequence, and has no attribute, membership or owned object that leads to more', async () => {
    const { rows: sequences } = await sql`SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE ${PRODUCT_SCHEMAS} AND CASE WHEN relkind = 'S' THEN has_sequence_privilege(pg_class.oid, 'UPDATE, USAGE') END`.execute(
      dbOf(role),
    )
    expect(sequences).toEqual([])
    const { rows } = await sql`SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS more,
        EXISTS (SELECT 1 FROM pg_auth_members WHERE member = pg_roles.oid) AS "isMember",
        EXISTS (SELECT 1 FROM pg_class WHERE relowner = pg_roles.oid) AS owns
      FROM pg_roles WHERE rolname = current_user`.execute(dbOf(role))
    expect(rows).toEqual([{ more: false, isMember: false, owns: false }])
  })
})

describe('R13 decision 74: statements that the database refuses', () => {
  it.each([
    ['application', `INSERT INTO blockchain.chain_transaction SELECT * FROM blockchain.chain_transaction LIMIT 0`],
    ['application', `UPDATE blockchain.chain_transaction SET signed = signed`],
    ['application', `INSERT INTO blockchain.wallet SELECT * FROM blockchain.wallet LIMIT 0`],
    ['application', `UPDATE ledger.transfer SET id = id`],
    ['application', `DELETE FROM platform.migration`],
    ['signer', `SELECT * FROM identity.account LIMIT 1`],
    ['signer', `SELECT * FROM payments.withdrawal LIMIT 1`],
    ['signer', `SELECT * FROM platform.migration LIMIT 1`],
    ['signer', `INSERT INTO ledger.transfer SELECT * FROM ledger.transfer LIMIT 0`],
    ['signer', `UPDATE ledger.account SET id = id`],
    ['signer', `DELETE FROM blockchain.chain_transaction`],
    ['outsider', `SELECT * FROM ledger.account LIMIT 1`],
    ['outsider', `SELECT * FROM platform.file LIMIT 1`],
  ] as const)('%s: %s', async (role, statement) => {
    expect(await codeOf(role, statement)).toBe(INSUFFICIENT_PRIVILEGE)
  })

  it.each([
    ['application', 'SELECT * FROM blockchain.chain_transaction LIMIT 1'],
    ['application', 'INSERT INTO ledger.transfer SELECT * FROM ledger.transfer LIMIT 0'],
    ['signer', 'SELECT * FROM ledger.account LIMIT 1'],
    ['signer', 'INSERT INTO blockchain.wallet SELECT * FROM blockchain.wallet LIMIT 0'],
  ] as const)('and one that it does not refuse: %s: %s', async (role, statement) => {
    expect(await codeOf(role, statement)).toBe('done')
  })
})
