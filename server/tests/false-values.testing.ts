/**
 * False values of the columns that the product's database role may change, for tests which write one on each of many movements and let the
 * product continue (SEC-76, docs/decisions/0075-destinations-of-money-are-sealed.md). The columns are read from the grants, so that a new one
 * is covered too.
 */
import { sql } from 'kysely'
import { seededRandom, shuffled } from '../../dev/testing/random.ts'
import type { Database } from '../src/platform/database/database.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** Words that a CHECK of the table allows in it. */
  readonly words: readonly string[]
}
export interface Change {
  readonly column: string
  /** SQL expressions: the first that the database accepts is written. */
  readonly values: readonly string[]
}
export interface FalseValues {
  /** Account to which a false value would give money. */
  readonly bystander: string
  /** SQL of more values, by the name of the column. */
  readonly more?: Readonly<Record<string, readonly string[]>>
}
export interface Place {
  readonly table: string
  /** The column that names the row. */
  readonly key?: string
  /** SQL of columns that must change with the state in some tables: each is tried until the database accepts one. */
  readonly withState?: readonly string[]
}

async function writableColumns(db: Database, table: string): Promise<Column[]> {
  const found = await sql<Column>`SELECT attname AS name, typname AS type, NOT attnotnull AS "isNullable",
      coalesce((SELECT array_agg(DISTINCT word[1]) FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Za-z_]+)''::text', 'g') AS word
        WHERE conrelid = attrelid AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%(' || attname || ' = ANY%'), '{}') AS words
    FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
      AND has_column_privilege(attrelid, attnum, 'UPDATE') ORDER BY attnum`.execute(db)
  return found.rows
}

function valuesOf(table: string, { name, type, isNullable, words }: Column, { bystander, more = {} }: FalseValues): string[] {
  const byType: Readonly<Record<string, readonly string[]>> = {
    uuid: name === 'id' ? ['gen_random_uuid()'] : [`'${bystander}'`, 'gen_random_uuid()'],
    numeric: [`${name} * 2`, `${name} - 1`],
    int4: [`${name} + 1`, '10'],
    int8: [`${name} + 1`],
    bool: [`NOT ${name}`],
    text: words.length > 0 ? words.map((word) => `'${word}'`) : [`'99999999'`, `'X'`],
    date: [`'2020-01-01'`],
    timestamptz: [`'2020-01-01'`, `'infinity'`],
    jsonb: [`'{}'`],
    _text: [`'{}'`],
  }
  // Also the true seal of another row.
  const values = name.endsWith('seal') ? [`'X'`, `(SELECT ${name} FROM ${table} WHERE ${name} IS NOT NULL LIMIT 1)`] : byType[type]
  if (!values) throw new Error(`no false values are known for ${name} ${type}`)
  return [...values, ...(more[name] ?? []), ...(isNullable ? ['NULL'] : [])]
}

/** One change for each value of each column. */
export async function everyChangeOf(db: Database, table: string, values: FalseValues): Promise<Change[]> {
  const columns = await writableColumns(db, table)
  return columns.flatMap((column) => valuesOf(table, column, values).map((value) => ({ column: column.name, values: [value] })))
}

/**
 * One change for each state and for each other column, whose values are in an order drawn from the run's seed; `npm run endurance` has one
 * for each value of each column.
 */
export async function changesOf(db: Database, table: string, values: FalseValues): Promise<Change[]> {
  const random = seededRandom(`false values of ${table}`)
  const columns = await writableColumns(db, table)
  return columns.flatMap((column) => {
    const all = valuesOf(table, column, values)
    const isWhole = column.name === 'state' || process.env.ENDURANCE
    return (isWhole ? all.map((value) => [value]) : [shuffled(all, random)]).map((each) => ({ column: column.name, values: each }))
  })
}

export const describeChange = (change: Change | null | undefined): string =>
  change ? `${change.column} = ${change.values.join(' or ')}` : 'no change'

/** In most tables a movement has ended when its end time is set. */
const ENDED = ['', ', ended_at = now()', ', ended_at = NULL']

/** False when the database itself refuses every value. */
export async function write(db: Database, place: Place, { column, values }: Change, rowId: string): Promise<boolean> {
  const { table, key = 'id', withState = ENDED } = place
  const ends = column === 'state' ? withState : ['']
  for (const [value, more] of values.flatMap((each) => ends.map((end) => [each, end] as const))) {
    const statement = sql.raw(`UPDATE ${table} SET ${column} = ${value}${more} WHERE ${key} = '${rowId}'`)
    const isWritten = await statement.execute(db).then(
      ({ numAffectedRows }) => numAffectedRows === 1n,
      () => false,
    )
    if (isWritten) return true
  }
  return false
}

const AT_ONCE = 8

export async function inTurns<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map((item) => run(item)))))
  return results
}
