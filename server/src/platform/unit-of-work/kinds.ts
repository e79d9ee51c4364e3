/** Kinds of changes that most use cases have. */
import type { Columns, Guard, Kind } from './types.ts'

const namesOf = (columns: Columns<never>): string => columns.map(([name]) => name).join(', ')
const cteName = (table: string, what: string): string => `${table.replace('.', '_')}_${what}`

/** New rows. `otherwise`: clause for a conflict. */
export const inserted = <Row>(table: string, columns: Columns<Row>, otherwise = ''): Kind<Row> => ({
  name: cteName(table, 'inserted'),
  columns,
  write: (rows) => `INSERT INTO ${table} (${namesOf(columns)}) SELECT ${namesOf(columns)} FROM ${rows} AS r ${otherwise} RETURNING 1`,
})

interface Update<Row> {
  readonly key: Columns<Row>
  /** Columns that must have the values that were read; in the rows their names begin with `old_`. */
  readonly unchanged: Columns<Row>
  readonly set: Columns<Row>
}

/** Update of rows that must be unchanged since the read. */
export function updated<Row>(table: string, { key, unchanged, set }: Update<Row>): Kind<Row> {
  const before = unchanged.map(([name, type, value]) => [`old_${name}`, type, value] as const)
  const isKey = key.map(([name]) => `t.${name} = r.${name}`).join(' AND ')
  const isUnchanged = unchanged.map(([name]) => `t.${name} = r.old_${name}`).join(' AND ')
  return {
    name: cteName(table, 'updated'),
    columns: [...key, ...before, ...set],
    guard: { from: `${table} AS t WHERE ${isKey} AND ${isUnchanged}`, lock: 'NO KEY UPDATE' },
    write: (rows) =>
      `UPDATE ${table} AS t SET ${set.map(([name]) => `${name} = r.${name}`).join(', ')} FROM ${rows} AS r WHERE ${isKey} AND ${isUnchanged} RETURNING 1`,
  }
}

/** Rows that must be unchanged since the read, and stay so until the commit. */
export const held = <Row>(name: string, columns: Columns<Row>, from: string, more: Omit<Guard, 'from' | 'lock'> = {}): Kind<Row> => ({
  name,
  columns,
  guard: { from, lock: 'SHARE', ...more },
})
