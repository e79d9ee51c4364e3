/**
 * What the product's role may do in the database: it works with rows and owns nothing. Tables that only grow are declared by their
 * module in `migrations/append-only.json`, with the columns that may change all the same: `{ "transfer": [], "intent": ["refused"] }`.
 * There the database itself refuses everything else, whatever a bug or an injected statement asks for (R35).
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { type Database, inTransaction, type Transaction } from './database.ts'
import type { MigrationSource } from './migrations.ts'

export interface AppendOnlyTable {
  readonly schema: string
  readonly name: string
  readonly changeable: readonly string[]
}

interface Relation {
  schema: string
  name: string
  isView: boolean
}

const declaration = z.record(z.string(), z.array(z.string()))
/** Only the owner migrates. */
const OWNERS_TABLE = 'platform.migration'

export async function appendOnlyTables(sources: readonly MigrationSource[]): Promise<AppendOnlyTable[]> {
  const tables: AppendOnlyTable[] = []
  for (const { module, folder } of sources) {
    const file = join(folder, 'append-only.json')
    if (!existsSync(file)) continue
    const declared = declaration.parse(JSON.parse(await readFile(file, 'utf8')))
    for (const [name, changeable] of Object.entries(declared)) tables.push({ schema: module, name, changeable })
  }
  return tables
}

/** After the migrations and by their owner. Replaces what the role had, in one transaction: others never see it without its rights. */
export async function grantRights(owner: Database, sources: readonly MigrationSource[], role: string): Promise<void> {
  const appendOnly = new Map((await appendOnlyTables(sources)).map((table) => [nameOf(table), table]))
  await inTransaction(owner, async (tx) => {
    // Processes that start at once would meet in the catalogue.
    await sql`LOCK TABLE platform.migration IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
    const relations = await relationsOf(tx, sources)
    const known = new Set(relations.map(nameOf))
    const unknown = [...appendOnly.keys()].filter((name) => !known.has(name))
    if (unknown.length > 0) throw new Error(`append-only.json names tables that do not exist: ${unknown.join(', ')}`)
    const to = sql.id(role)
    const schemas = new Set(relations.map(({ schema }) => schema))
    const usages = [...schemas].map((schema) => sql`GRANT USAGE ON SCHEMA ${sql.id(schema)} TO ${to}`)
    const rights = relations.flatMap((relation) => rightsOn(relation, appendOnly.get(nameOf(relation)), to))
    await sql`${sql.join([...usages, ...rights], sql`; `)}`.execute(tx)
  })
}

/** Append-only tables that the one who asks may change all the same. */
export async function unprotectedTables(db: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  const names = (await appendOnlyTables(sources)).map(nameOf)
  const found = await sql<{ name: string }>`SELECT name FROM unnest(${names}::text[]) AS name
    WHERE has_table_privilege(name, 'UPDATE') OR has_table_privilege(name, 'DELETE') OR has_table_privilege(name, 'TRUNCATE')`.execute(db)
  return found.rows.map(({ name }) => name)
}

async function relationsOf(tx: Transaction, sources: readonly MigrationSource[]): Promise<Relation[]> {
  const schemas = sources.map(({ module }) => module)
  const found = await sql<Relation>`SELECT nspname AS schema, relname AS name, relkind NOT IN ('r', 'p') AS "isView"
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = ANY(${schemas}::text[]) AND relkind IN ('r', 'p', 'v', 'm') ORDER BY nspname, relname`.execute(tx)
  return found.rows
}

function rightsOn(relation: Relation, appendOnly: AppendOnlyTable | undefined, to: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const on = sql.id(relation.schema, relation.name)
  const grant = (rights: RawBuilder<unknown>) => sql`GRANT ${rights} ON ${on} TO ${to}`
  const none = sql`REVOKE ALL ON ${on} FROM ${to}`
  if (nameOf(relation) === OWNERS_TABLE) return [none]
  // A simple view can be written to, with the rights of its owner.
  if (relation.isView) return [none, grant(sql`SELECT`)]
  if (!appendOnly) return [none, grant(sql`SELECT, INSERT, UPDATE, DELETE`)]
  const columns = appendOnly.changeable.map((column) => sql.id(column))
  return [none, grant(sql`SELECT, INSERT`), ...(columns.length > 0 ? [grant(sql`UPDATE (${sql.join(columns)})`)] : [])]
}

const nameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`
