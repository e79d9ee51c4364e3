/** Parts of the queries of lists that people filter, order and page (SEC-58): no text of theirs is ever SQL. */
import { type RawBuilder, sql } from 'kysely'

export type Condition = RawBuilder<unknown> | null

/** All that are given; true without any. */
export function allOf(conditions: readonly Condition[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== null)
  return given.length === 0 ? sql`true` : sql.join(given, sql` AND `)
}

/** `columns` is the list of allowed sorts. The id makes the order whole, so that no row is on two pages. */
export function orderBy<S extends string>(columns: Readonly<Record<S, string>>, sort: S, order: 'asc' | 'desc'): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`ASC NULLS FIRST` : sql`DESC NULLS LAST`
  return sql`ORDER BY ${sql.ref(columns[sort])} ${direction}, id ${direction}`
}

/** Accents and capitals do not count; for columns that are written this way. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export interface Page<R> {
  results: R[]
  total: number
  pagesNumber: number
}
export const pageOf = <R>(results: R[], total: number, size: number): Page<R> => ({ results, total, pagesNumber: Math.ceil(total / size) })
