/** Privilege escalation by an attacker with the product's own role (R35). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { migrationSources } from '../../composition/migration-sources.ts'
import { databaseErrorCode } from './database.ts'
import { grantRights } from './rights.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const codeOf = (statement: string) =>
  sql
    .raw(statement)
    .execute(database.db)
    .then(() => 'done', databaseErrorCode)
const nameOf = async (db: TestDatabase['db']) =>
  (await sql<{ name: string }>`SELECT current_user::text AS name`.execute(db)).rows[0]?.name ?? ''

describe('R35 the product’s role', () => {
  it('has no attribute, membership or definer’s function that leads to more', async () => {
    const { rows: roles } = await sql`SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        (SELECT count(*)::integer FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships
      FROM pg_roles WHERE rolname = current_user`.execute(database.db)
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false }
    expect(roles).toEqual([{ ...none, memberships: 0 }])
    const { rows: functions } = await sql`SELECT proname FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
      WHERE prosecdef AND nspname NOT IN ('pg_catalog', 'information_schema')`.execute(database.owner)
    expect(functions).toEqual([])
    const { rows: owned } = await sql`SELECT relname FROM pg_class WHERE relowner = current_user::regrole`.execute(database.db)
    expect(owned).toEqual([])
  })

  it('is refused when it asks for more', async () => {
    const [role, owner] = [await nameOf(database.db), await nameOf(database.owner)]
    const statements = [
      `SET ROLE ${owner}`,
      `SET SESSION AUTHORIZATION ${owner}`,
      `GRANT ${owner} TO ${role}`,
      `ALTER ROLE ${role} SUPERUSER`,
      'CREATE ROLE helper SUPERUSER',
      'ALTER TABLE ledger.transfer OWNER TO current_user',
      'ALTER TABLE ledger.transfer DISABLE TRIGGER ALL',
      `SET session_replication_role = 'replica'`,
      'ALTER SYSTEM SET fsync = off',
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      `COPY (SELECT 1) TO '/tmp/tunjo-rights'`,
      `SELECT pg_read_file('PG_VERSION')`,
      `SELECT lo_import('/etc/passwd')`,
      'SELECT rolpassword FROM pg_authid',
      'CREATE EXTENSION dblink',
      'CREATE FUNCTION ledger.more() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE FUNCTION public.more() RETURNS int LANGUAGE c AS $$ more $$',
      'CREATE TRIGGER more BEFORE INSERT ON ledger.transfer FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
      'CREATE RULE more AS ON INSERT TO ledger.transfer DO INSTEAD NOTHING',
    ]
    for (const statement of statements) expect(await codeOf(statement), statement).toBe(INSUFFICIENT_PRIVILEGE)
    // Only a warning: a role cannot grant what it does not own, not even to itself.
    expect(await codeOf('GRANT ALL ON ledger.transfer TO PUBLIC')).toBe('done')
    expect(await codeOf('DELETE FROM ledger.transfer')).toBe(INSUFFICIENT_PRIVILEGE)
    expect(await nameOf(database.db)).toBe(role)
  })

  it('gets no right on a table of a later migration before the owner grants it, and then no more than on the others', async () => {
    await sql.raw('CREATE TABLE ledger.later (n int); CREATE TABLE platform.later (n int)').execute(database.owner)
    for (const table of ['ledger.later', 'platform.later'])
      for (const statement of [`SELECT * FROM ${table}`, `INSERT INTO ${table} VALUES (1)`, `DELETE FROM ${table}`])
        expect(await codeOf(statement), statement).toBe(INSUFFICIENT_PRIVILEGE)
    await grantRights(database.owner, migrationSources(), await nameOf(database.db))
    expect(await codeOf('INSERT INTO ledger.later VALUES (1)')).toBe('done')
    expect(await codeOf('TRUNCATE ledger.later')).toBe(INSUFFICIENT_PRIVILEGE)
    expect(await codeOf('DROP TABLE ledger.later')).toBe(INSUFFICIENT_PRIVILEGE)
    expect(await codeOf('DELETE FROM ledger.transfer')).toBe(INSUFFICIENT_PRIVILEGE)
  })
})
