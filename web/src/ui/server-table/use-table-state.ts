/** State of a server table. `query` is the debounced server query. */
import { useDebouncedValue } from '@mantine/hooks'
import { useReducer } from 'react'
import { INITIAL_TABLE, type TableState, tableReducer } from './table-state.ts'

const TYPING_PAUSE_MS = 300

export function useTableState(initial: Partial<TableState> = {}) {
  const [state, dispatch] = useReducer(tableReducer, { ...INITIAL_TABLE, ...initial })
  const [search] = useDebouncedValue(state.search, TYPING_PAUSE_MS)
  return { state, dispatch, query: { ...state, search } }
}
