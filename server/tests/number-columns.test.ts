/**
 * Every column of numbers in every schema refuses NaN and both infinities. PostgreSQL counts NaN as greater than every number, so that
 * `CHECK (amount > 0)` admits it, and each sum over the column is NaN from then on.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { type Database, databaseErrorCode, inTransaction } from '../src/platform/database/database.ts'

const NO_NUMBERS = ['NaN', 'Infinity', '-Infinity']
/** check_violation, and numeric_value_out_of_range of a type with a precision */
const REFUSED = new Set(['23514', '22003'])

interface NumberColumn {
  /** `schema.table` */
  readonly table: string
  readonly column: string
  readonly isArray: boolean
  /** Every check that reads the column. */
  readonly checks: readonly string[]
}

/** Arrays and domains of numbers too. */
async function numberColumns(db: Database): Promise<NumberColumn[]> {
  const { rows } = await sql<NumberColumn>`SELECT format('%I.%I', nspname, relname) AS table, attname::text AS column,
      pg_type.typcategory = 'A' AS "isArray",
      ARRAY(SELECT pg_get_constraintdef(c.oid) FROM pg_constraint AS c
        WHERE contype = 'c' AND conrelid = attrelid AND attnum = ANY(conkey)) AS checks
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
      JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_type AS element ON element.oid = pg_type.typelem AND pg_type.typcategory = 'A'
    WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
      AND coalesce(nullif(element.typbasetype, 0), element.oid, nullif(pg_type.typbasetype, 0), atttypid) =
        ANY(ARRAY['numeric', 'float4', 'float8']::regtype[])
    ORDER BY 1, 2`.execute(db)
  return rows
}

class Undone extends Error {}

/** Whether the column takes the value under these checks, in a table where every other column is null. */
function isTaken(db: Database, { table, column, isArray }: NumberColumn, checks: readonly string[], value: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`CREATE TEMPORARY TABLE probe ON COMMIT DROP AS SELECT * FROM ${sql.raw(table)} WITH NO DATA`.execute(tx)
    for (const check of checks) await sql`ALTER TABLE probe ADD ${sql.raw(check)}`.execute(tx)
    await sql`INSERT INTO probe (${sql.id(column)}) VALUES (${isArray ? `{${value}}` : value})`.execute(tx)
    throw new Undone()
  }).catch((error) => {
    if (error instanceof Undone) return true
    if (REFUSED.has(databaseErrorCode(error) ?? '')) return false
    throw error
  })
}

/** Columns that take a value that is no number, with the values. */
async function admitting(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const number of await numberColumns(db)) {
    // A check that refuses 1 as well does not decide about the value: it needs another column.
    const checks: string[] = []
    for (const check of number.checks) if (await isTaken(db, number, [check], '1')) checks.push(check)
    for (const value of NO_NUMBERS) if (await isTaken(db, number, checks, value)) found.push(`${number.table}.${number.column} ${value}`)
  }
  return found
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('NaN and the infinities', () => {
  it('are refused by every column of numbers', async () => {
    expect((await numberColumns(database.owner)).length).toBeGreaterThan(60)
    expect(await admitting(database.owner)).toEqual([])
  })

  it('are found in a new column without a check, and not in one with it', async () => {
    await sql`CREATE DOMAIN limits.plain AS numeric`.execute(database.owner)
    await sql`ALTER TABLE limits.refusal ADD COLUMN new_amount numeric(78,0) CHECK (new_amount > 0), ADD COLUMN new_rate numeric,
      ADD COLUMN new_score real, ADD COLUMN new_scores double precision[], ADD COLUMN new_domain limits.plain,
      ADD COLUMN new_right numeric(78,0) CHECK (new_right <> 'NaN')`.execute(database.owner)
    const all = (column: string) => NO_NUMBERS.map((value) => `limits.refusal.${column} ${value}`)
    expect(await admitting(database.owner)).toEqual([
      'limits.refusal.new_amount NaN',
      ...['new_domain', 'new_rate', 'new_score', 'new_scores'].flatMap(all),
    ])
  })
})
