/** State of a server table in the address of the page. Unknown values are ignored. */
import { ALL_ROWS, INITIAL_TABLE, SEARCH_LENGTH_MAX, type TableState } from './table-state.ts'

export interface TableShape {
  /** Values of each filter, or the pattern that they must match. */
  filters: Readonly<Record<string, readonly string[] | RegExp>>
  sorts: readonly string[]
  /** The first is the default. */
  pageSizes: readonly [number, ...number[]]
  hasViews?: true
  /** Parameters of the page around the table, which are kept. */
  kept?: readonly string[]
}

export const DAY = /^[2-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const VIEW_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const LAST_PAGE = 10_000

export function readTable(address: object, { filters, sorts, pageSizes, hasViews }: TableShape): TableState {
  const said = (key: string) => textOf(Object.entries(address).find(([name]) => name === key)?.[1])
  const chosen = Object.entries(filters).flatMap(([key, allowed]) => {
    const value = said(key)
    const isKnown = allowed instanceof RegExp ? allowed.test(value) : allowed.includes(value)
    return isKnown ? [[key, value] as const] : []
  })
  const sort = sorts.find((key) => key === said('sort'))
  const page = Number(said('page'))
  const view = said('view')
  return {
    ...INITIAL_TABLE,
    search: said('text').slice(0, SEARCH_LENGTH_MAX),
    filters: Object.fromEntries(chosen),
    sort: sort ? { key: sort, direction: said('order') === 'asc' ? 'asc' : 'desc' } : null,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    pageSize: pageSizes.find((size) => size === Number(said('size'))) ?? pageSizes[0],
    view: hasViews && (view === ALL_ROWS || VIEW_ID.test(view)) ? view : null,
  }
}

/** Only what differs from the first view, so that a plain address stays plain. */
export function writeTable(
  { search, filters, sort, page, pageSize, view }: TableState,
  { pageSizes }: TableShape,
): Record<string, string | number> {
  return {
    ...(view && { view }),
    ...(search && { text: search }),
    ...Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, plain(value)])),
    ...(sort && { sort: sort.key, order: sort.direction }),
    ...(page > 1 && { page }),
    ...(pageSize !== pageSizes[0] && { size: pageSize }),
  }
}

/** Parameters of the address that do not belong to the table. */
export const keptOf = (address: object, { kept = [] }: TableShape): Record<string, unknown> =>
  Object.fromEntries(Object.entries(address).filter(([key]) => kept.includes(key)))

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The router writes the text `2` with quotes and the number 2 without. */
const plain = (value: string): string | number => (/^[1-9]\d{0,8}$/.test(value) ? Number(value) : value)
