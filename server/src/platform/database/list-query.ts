/** Query parts of lists that people filter, sort and page (SEC-58): no text of a caller is ever SQL. */
import { type RawBuilder, sql } from 'kysely'

export type Condition = RawBuilder<unknown> | null

/** Conjunction of all given conditions; true without any. */
export function allOf(conditions: readonly Condition[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== null)
  return given.length === 0 ? sql`true` : sql.join(given, sql` AND `)
}

/** `columns` is the list of allowed sorts. The id completes the order, so that no row is on two pages. */
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

/** Place of a page, from the nearer end of the list. */
export interface PagePlace {
  readonly isReversed: boolean
  readonly limit: number
  readonly offset: number
}

/**
 * One page with the total number of rows. A far page is read from the nearer end of the order, so that no more than half of the list is
 * skipped. `read` selects the rows in the order of its place, and returns them in the order of the list.
 */
export async function readPage<R>(
  { index, size }: { readonly index: number; readonly size: number },
  count: () => Promise<number>,
  read: (place: PagePlace) => Promise<R[]>,
): Promise<{ rows: R[]; total: number }> {
  const offset = index * size
  const forwards = { isReversed: false, limit: size, offset }
  if (index === 0) {
    const [rows, total] = await Promise.all([read(forwards), count()])
    return { rows, total }
  }
  const total = await count()
  if (offset >= total) return { rows: [], total }
  const limit = Math.min(size, total - offset)
  const behind = total - offset - limit
  return { rows: await read(behind < offset ? { isReversed: true, limit, offset: behind } : forwards), total }
}
