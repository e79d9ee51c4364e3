/**
 * Seal open rows, once, after an upgrade from a version without seals, over the values that the owner of the database stored in the
 * migration (`before_seals`, which the product's role can neither change nor add to). A row that was changed since gets a seal that does
 * not fit it, and one that was inserted later gets none (docs/decisions/0045-sealed-rows.md).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'

export interface OldRows {
  readonly schema: string
  /** Name of the table, and of its stored values. */
  readonly table: string
  /** Null in a row without a seal; default `seal`. */
  readonly column?: string
  /** Values written into a row: its seal, and the columns that belong to it. */
  columnsOf(old: unknown): Readonly<Record<string, { readonly value: string | null; readonly type: 'text' | 'uuid' }>>
}

const AT_ONCE = 500

/** Returns how many were sealed. */
export async function sealOldRows(db: Connection, { schema, table, column = 'seal', columnsOf }: OldRows): Promise<number> {
  const target = { name: sql.table(`${schema}.${table}`), isOpen: sql`row.${sql.id(column)} IS NULL` }
  const found = await sql<{
    id: string
    old: unknown
  }>`SELECT row.id, old.value AS old FROM ${sql.table(`${schema}.before_seals`)} AS before
    CROSS JOIN LATERAL jsonb_array_elements(before.rows) AS old JOIN ${target.name} AS row ON row.id = (old.value ->> 'id')::uuid
    WHERE before.kind = ${table} AND ${target.isOpen}`.execute(db)
  for (let from = 0; from < found.rows.length; from += AT_ONCE)
    await writeSeals(
      db,
      target,
      found.rows.slice(from, from + AT_ONCE).map(({ id, old }) => ({ id, columns: columnsOf(old) })),
    )
  return found.rows.length
}

type Sealed = { readonly id: string; readonly columns: ReturnType<OldRows['columnsOf']> }

interface Target {
  readonly name: RawBuilder<unknown>
  readonly isOpen: RawBuilder<unknown>
}

async function writeSeals(db: Connection, { name, isOpen }: Target, sealed: readonly Sealed[]): Promise<void> {
  const columns = Object.entries(sealed[0]?.columns ?? {})
  const assignments = columns.map(([column]) => sql`${sql.id(column)} = given.${sql.id(column)}`)
  const types = columns.map(([column, { type }]) => sql`${sql.id(column)} ${sql.raw(type)}`)
  const values = sealed.map(({ id, columns: given }) => ({
    id,
    ...Object.fromEntries(Object.entries(given).map(([column, { value }]) => [column, value])),
  }))
  await sql`UPDATE ${name} AS row SET ${sql.join(assignments)}
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given (id uuid, ${sql.join(types)})
    WHERE row.id = given.id AND ${isOpen}`.execute(db)
}
