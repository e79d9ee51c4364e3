/**
 * State of a server table kept in the address of the page: a link shows the same rows and Back undoes. Like `useTableState`,
 * `query` is the debounced server query: the address is updated when the person stops typing.
 */
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { keptOf, readTable, type TableShape, writeTable } from './table-address.ts'
import { type TableAction, type TableState, tableReducer } from './table-state.ts'

const TYPING_PAUSE_MS = 300

/** @param shape the same object at every call */
export function useTableAddress(shape: TableShape) {
  const navigate = useNavigate()
  const query = readTable(useSearch({ strict: false }), shape)
  const [typed, setTyped] = useState(query.search)
  const written = useRef(query.search)
  const state: TableState = { ...query, search: typed }

  // Back, or a link: the search text comes from the address and not from the keyboard.
  useEffect(() => {
    if (query.search === written.current) return
    written.current = query.search
    setTyped(query.search)
  }, [query.search])

  /** Starts from the current address: a second choice may come before the page has rendered the first. */
  function go(action: TableAction, search: string): void {
    const after = (now: object) => tableReducer({ ...readTable(now, shape), search }, action)
    written.current = tableReducer({ ...state, search }, action).search
    // Neither single letters nor the default view are steps in the history.
    const replace = action.type === 'search' || 'isFirst' in action
    void navigate({
      to: '.',
      search: (now: object) => ({ ...keptOf(now, shape), ...writeTable(after(now), shape) }),
      replace,
      resetScroll: action.type === 'page',
    })
  }
  const goLater = useDebouncedCallback((text: string) => go({ type: 'search', text }, text), TYPING_PAUSE_MS)

  function dispatch(action: TableAction): void {
    const next = tableReducer(state, action)
    setTyped(next.search)
    if (action.type === 'search') {
      goLater(next.search)
      return
    }
    goLater.cancel()
    go(action, typed)
  }

  return { state, dispatch, query }
}
