/** State of a server query: search, filters, order and page. Every change of the result returns to its first page. */
export interface TableSort {
  key: string
  direction: 'asc' | 'desc'
}

export interface TableState {
  search: string
  /** Chosen value by filter; a filter without a choice is absent. */
  filters: Readonly<Record<string, string>>
  sort: TableSort | null
  /** One-based. */
  page: number
  pageSize: number
  /** The saved view it started from, or `ALL_ROWS`. */
  view: string | null
}

export type TableAction =
  | { type: 'search'; text: string }
  | { type: 'filter'; key: string; value: string }
  | { type: 'toggle'; key: string }
  | { type: 'sort'; key: string }
  | { type: 'order'; sort: TableSort | null }
  | { type: 'page'; page: number }
  | { type: 'pageSize'; pageSize: number }
  | { type: 'view'; view: string; filters: TableState['filters']; pageSize: number; isFirst?: boolean }
  /** The current state was saved with a name. */
  | { type: 'named'; view: string }
  | { type: 'clear' }

export const PAGE_SIZES: readonly number[] = [25, 50, 100]
export const INITIAL_TABLE: TableState = { search: '', filters: {}, sort: null, page: 1, pageSize: 50, view: null }
/** The officer left a saved view for all rows: Back returns here, and not to the default view. */
export const ALL_ROWS = 'todas'
/** Value of a filter that is toggled on from its column header. */
export const TOGGLED = '1'
export const SEARCH_LENGTH_MAX = 100

export function tableReducer(state: TableState, action: TableAction): TableState {
  switch (action.type) {
    case 'search':
      return { ...state, search: action.text.slice(0, SEARCH_LENGTH_MAX), page: 1 }
    case 'filter':
      return { ...state, filters: withFilter(state.filters, action.key, action.value), page: 1 }
    case 'toggle':
      return { ...state, filters: withFilter(state.filters, action.key, state.filters[action.key] ? '' : TOGGLED), page: 1 }
    case 'sort':
      return { ...state, sort: nextSort(state.sort, action.key), page: 1 }
    case 'order':
      return { ...state, sort: action.sort, page: 1 }
    case 'page':
      return { ...state, page: Math.max(1, action.page) }
    case 'pageSize':
      return { ...state, pageSize: action.pageSize, page: 1 }
    case 'view':
      // The default view may arrive when the officer is already typing.
      if (action.isFirst && state.search !== '') return state
      return { ...INITIAL_TABLE, view: action.view, filters: action.filters, pageSize: action.pageSize }
    case 'named':
      return { ...state, view: action.view }
    case 'clear':
      return { ...state, search: '', filters: {}, page: 1, view: state.view && ALL_ROWS }
  }
}

/** Page and size as the calls take them. */
export const pageParams = ({ page, pageSize }: TableState) => ({ pageIndex: page - 1, size: pageSize })

export const isNarrowed = ({ search, filters }: TableState): boolean => search !== '' || Object.keys(filters).length > 0

/** First and last row shown, one-based; both 0 without rows. */
export function visibleRange({ page, pageSize }: TableState, total: number): { from: number; to: number } {
  const from = Math.min(total, (page - 1) * pageSize + 1)
  return { from, to: Math.min(total, page * pageSize) }
}

function withFilter(filters: TableState['filters'], key: string, value: string): TableState['filters'] {
  const { [key]: _, ...others } = filters
  return value === '' ? others : { ...others, [key]: value }
}

/** Ascending, descending, and back to the server's order. */
function nextSort(sort: TableSort | null, key: string): TableSort | null {
  if (sort?.key !== key) return { key, direction: 'asc' }
  return sort.direction === 'asc' ? { key, direction: 'desc' } : null
}
