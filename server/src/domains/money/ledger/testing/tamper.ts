/** Change rows of a ledger in the database, and return what `verify` names. */

import type { TestDatabase } from '../../../../../../dev/testing/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Ledger } from '../index.ts'

interface Books {
  readonly database: TestDatabase
  readonly ledger: Pick<Ledger, 'verify'>
}

/** Drop the constraints, as an attacker with the right to change rows can do: only the chain is left to detect the change. */
export async function dropConstraints({ pool }: TestDatabase): Promise<void> {
  const text = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement
    FROM pg_constraint WHERE connamespace = 'ledger'::regnamespace AND contype IN ('c', 'u')`
  for (const { statement } of (await pool.query(text)).rows) await pool.query(statement)
}

/** Run the statements, call the function, and restore everything. */
export async function whileChanged<Found>(
  { pool }: TestDatabase,
  statements: readonly string[],
  ask: () => Promise<Found>,
): Promise<Found> {
  const tables = ['account', 'transfer', 'hold', 'batch', 'head']
  const all = (make: (table: string) => string) => pool.query(tables.map(make).join(';'))
  await all((table) => `CREATE TABLE kept_${table} AS TABLE ledger.${table}`)
  try {
    await pool.query(statements.join(';'))
    return await ask()
  } finally {
    await all((table) => `DELETE FROM ledger.${table}; INSERT INTO ledger.${table} TABLE kept_${table}; DROP TABLE kept_${table}`)
  }
}

export const faultsAfter = ({ database, ledger }: Books, ...statements: string[]): Promise<string[]> =>
  whileChanged(database, statements, async () => (await ledger.verify()).faults.map(({ table, id }) => `${table} ${id}`))

/** Another value of the same type, with as small a difference as possible. */
const CHANGED: Record<string, string> = {
  boolean: 'NOT %',
  smallint: '% + 1',
  integer: '% + 1',
  bigint: '% + 1',
  numeric: '% + 1',
  uuid: `coalesce(overlay(%::text placing CASE WHEN right(%::text, 1) = '0' THEN '1' ELSE '0' END from 36)::uuid, '${newId()}')`,
  text: `overlay(% placing 'x' from length(%))`,
  bytea: 'set_byte(%, 31, (get_byte(%, 31) + 1) & 255)',
  'timestamp with time zone': `coalesce(% + interval '1 millisecond', '2030-01-01')`,
}

/** Columns of transfers and batches whose change does not name the row. Constraints are dropped. */
export async function columnsMissed(books: Books): Promise<string[]> {
  const { pool } = books.database
  const missed: string[] = []
  for (const table of ['transfer', 'batch']) {
    const key = table === 'transfer' ? 'id' : 'seq'
    const rows = (await pool.query(`SELECT * FROM ledger.${table}`)).rows
    for (const { column, type } of await columnsOf(books.database, table)) {
      const change = column === 'seq' ? '% + 1000' : CHANGED[type]
      if (!change) throw new Error(`no way to change a ${type}`)
      for (const row of rows.filter((one) => one[column] !== null)) {
        const id = String(row[key])
        const faults = await faultsAfter(
          books,
          `UPDATE ledger.${table} SET ${column} = ${change.replaceAll('%', column)} WHERE ${key} = '${id}'`,
        )
        const isNamed = column === key ? faults.some((fault) => fault.startsWith(table)) : faults.includes(`${table} ${id}`)
        if (!isNamed) missed.push(`${table}.${column} of ${id}: ${faults.join(', ') || 'nothing'}`)
      }
    }
  }
  return missed
}

async function columnsOf({ pool }: TestDatabase, table: string): Promise<{ column: string; type: string }[]> {
  const text = `SELECT column_name AS column, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'ledger' AND table_name = $1 ORDER BY ordinal_position`
  return (await pool.query(text, [table])).rows
}
