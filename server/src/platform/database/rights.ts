/**
 * Rights of the product's role in the database: it works with rows and owns nothing. Append-only tables are declared by their module in
 * `migrations/append-only.json`, with the columns that may still change: `{ "transfer": [], "intent": ["refused"] }`. There the database
 * itself refuses everything else, whatever a bug or an injected statement asks for (R35).
 *
 * The signer has a separate role, which may do only what `migrations/signer.json` of the modules declares. The product's role reads what it
 * `owns`, and changes only the columns named there (R13).
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { type Database, inTransaction, type Transaction } from './database.ts'
import type { MigrationSource } from './migration-files.ts'

export interface AppendOnlyTable {
  readonly schema: string
  readonly name: string
  readonly changeable: readonly string[]
}

/** Names are `schema.table`. */
export interface SignerRights {
  /** Tables and views. */
  readonly reads: readonly string[]
  readonly adds: readonly string[]
  /** Columns of tables that the product's role adds to. */
  readonly changes: Readonly<Record<string, readonly string[]>>
  /** Tables that only the signer adds to, with the columns that the product's role may change in them. */
  readonly owns: Readonly<Record<string, readonly string[]>>
}

interface Relation {
  schema: string
  name: string
  isView: boolean
}

const declaration = z.record(z.string(), z.array(z.string()))
const signerDeclaration = z.strictObject({
  reads: z.array(z.string()).default([]),
  adds: z.array(z.string()).default([]),
  changes: declaration.default({}),
  owns: declaration.default({}),
})
/** Only the owner writes to it. */
const OWNERS_TABLE = 'platform.migration'
const APPEND_ONLY_FILE = 'append-only.json'
/** Tables to which only the owner adds, by an operator's command, with the columns that the product's role may change in them. */
const OWNER_FILE = 'owner.json'

export const appendOnlyTables = (sources: readonly MigrationSource[]): Promise<AppendOnlyTable[]> => declaredIn(APPEND_ONLY_FILE, sources)
export const ownersTables = (sources: readonly MigrationSource[]): Promise<AppendOnlyTable[]> => declaredIn(OWNER_FILE, sources)

async function declaredIn(name: string, sources: readonly MigrationSource[]): Promise<AppendOnlyTable[]> {
  const tables: AppendOnlyTable[] = []
  for (const { module, folder } of sources) {
    const file = join(folder, name)
    if (!existsSync(file)) continue
    const declared = declaration.parse(JSON.parse(await readFile(file, 'utf8')))
    for (const [name, changeable] of Object.entries(declared)) tables.push({ schema: module, name, changeable })
  }
  return tables
}

/** Declarations of all modules together. */
export async function signerRights(sources: readonly MigrationSource[]): Promise<SignerRights> {
  const all: { reads: string[]; adds: string[]; changes: Record<string, string[]>; owns: Record<string, string[]> } = {
    reads: [],
    adds: [],
    changes: {},
    owns: {},
  }
  for (const { folder } of sources) {
    const file = join(folder, 'signer.json')
    if (!existsSync(file)) continue
    const declared = signerDeclaration.parse(JSON.parse(await readFile(file, 'utf8')))
    all.reads.push(...declared.reads)
    all.adds.push(...declared.adds)
    Object.assign(all.changes, declared.changes)
    Object.assign(all.owns, declared.owns)
  }
  return all
}

/** Run by the owner, after `grantRights`, which checked that the tables exist. */
export async function grantSignerRights(owner: Database, sources: readonly MigrationSource[], role: string): Promise<void> {
  const { reads, adds, changes, owns } = await signerRights(sources)
  const to = sql.id(role)
  const on = (name: string) => sql.id(...name.split('.'))
  const named = [...new Set([...reads, ...adds, ...Object.keys(changes), ...Object.keys(owns)])]
  await inTransaction(owner, async (tx) => {
    await sql`LOCK TABLE platform.migration IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
    const relations = await relationsOf(tx, sources)
    const rights = [
      ...schemaRights(relations, to),
      ...relations.map(({ schema, name }) => sql`REVOKE ALL ON ${sql.id(schema, name)} FROM ${to}`),
      ...named.map((name) => sql`GRANT SELECT ON ${on(name)} TO ${to}`),
      ...adds.map((name) => sql`GRANT INSERT ON ${on(name)} TO ${to}`),
      ...Object.entries(changes).map(([name, columns]) => sql`GRANT UPDATE (${columnList(columns)}) ON ${on(name)} TO ${to}`),
      ...Object.keys(owns).map((name) => sql`GRANT INSERT, UPDATE ON ${on(name)} TO ${to}`),
    ]
    await sql`${sql.join(rights, sql`; `)}`.execute(tx)
  })
}

const columnList = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.id(column)))

/**
 * Run after the migrations and by their owner. Replaces the rights of the role in one transaction: other sessions never see it without its
 * rights.
 */
export async function grantRights(owner: Database, sources: readonly MigrationSource[], role: string): Promise<void> {
  const appendOnly = new Map((await appendOnlyTables(sources)).map((table) => [nameOf(table), table]))
  const { owns: signers } = await signerRights(sources)
  const owners = (await ownersTables(sources)).map((table) => [nameOf(table), table.changeable] as const)
  const owns = { ...signers, ...Object.fromEntries(owners) }
  await inTransaction(owner, async (tx) => {
    // Processes that start concurrently would conflict in the catalogue.
    await sql`LOCK TABLE platform.migration IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
    const relations = await relationsOf(tx, sources)
    const known = new Set(relations.map(nameOf))
    const unknown = [...appendOnly.keys(), ...Object.keys(owns)].filter((name) => !known.has(name))
    if (unknown.length > 0)
      throw new Error(`append-only.json, owner.json or signer.json name tables that do not exist: ${unknown.join(', ')}`)
    const to = sql.id(role)
    const rights = relations.flatMap((relation) =>
      rightsOn(relation, { appendOnly: appendOnly.get(nameOf(relation)), others: owns[nameOf(relation)] }, to),
    )
    await sql`${sql.join([...schemaRights(relations, to), ...rights], sql`; `)}`.execute(tx)
  })
}

/** Append-only tables that the current role may change nevertheless. */
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

/**
 * The role uses the schemas and creates nothing in them, whatever rights it was granted manually before. Identity columns need no right on
 * their sequence.
 */
function schemaRights(relations: readonly Relation[], to: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const schemas = [...new Set(relations.map(({ schema }) => schema))].map((schema) => sql.id(schema))
  return schemas.flatMap((schema) => [
    sql`REVOKE ALL ON SCHEMA ${schema} FROM ${to}`,
    sql`REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${to}`,
    sql`GRANT USAGE ON SCHEMA ${schema} TO ${to}`,
  ])
}

function rightsOn(
  relation: Relation,
  { appendOnly, others }: { appendOnly: AppendOnlyTable | undefined; others: readonly string[] | undefined },
  to: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const on = sql.id(relation.schema, relation.name)
  const grant = (rights: RawBuilder<unknown>) => sql`GRANT ${rights} ON ${on} TO ${to}`
  const none = sql`REVOKE ALL ON ${on} FROM ${to}`
  // Processes that do not migrate check that all migrations are applied.
  if (nameOf(relation) === OWNERS_TABLE) return [none, grant(sql`SELECT`)]
  // A simple view can be written to, with the rights of its owner.
  if (relation.isView) return [none, grant(sql`SELECT`)]
  if (!appendOnly && !others) return [none, grant(sql`SELECT, INSERT, UPDATE, DELETE`)]
  const changeable = others ?? appendOnly?.changeable ?? []
  const reading = others ? sql`SELECT` : sql`SELECT, INSERT`
  return [none, grant(reading), ...(changeable.length > 0 ? [grant(sql`UPDATE (${columnList(changeable)})`)] : [])]
}

const nameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`
