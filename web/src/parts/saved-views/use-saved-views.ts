/**
 * Saved views of a table whose state is kept in the address: the current view, whether it was changed, and the default view.
 * The address contains the filters and the view, so that a link shows the same rows to a reader without access to the view.
 */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { knownFilters, type SavedView, ViewContent, type ViewList } from '@tunjo/contract/saved-views'
import { useEffect, useState } from 'react'
import { savedViewsQuery } from '../../api/saved-views.ts'
import type { TableAction, TableState } from '../../ui/server-table/table-state.ts'

export interface ViewedTable {
  readonly query: TableState
  readonly dispatch: (action: TableAction) => void
}

export function useSavedViews(list: ViewList, { query, dispatch }: ViewedTable) {
  const answer = useQuery(savedViewsQuery(list))
  useFirstView(answer.data, dispatch)
  const content = ViewContent.parse({ filters: knownFilters(list, query.filters), pageSize: query.pageSize })
  const active = answer.data?.find(({ id }) => id === query.view)
  return {
    list,
    answer,
    active,
    content,
    isChanged: active !== undefined && !isSame(active.content, content),
    /** Search terms and ids of people are not saved in a view. */
    hasSearch: query.search !== '' || 'idUser' in query.filters,
    show: (view: SavedView) => dispatch(viewAction(view)),
    named: (id: string) => dispatch({ type: 'named', view: id }),
    leave: () => dispatch({ type: 'clear' }),
  }
}
export type SavedViewsOfTable = ReturnType<typeof useSavedViews>

/** Only on arrival: filters present at the start, or removed later, are the officer's choice. */
function useFirstView(views: readonly SavedView[] | undefined, dispatch: ViewedTable['dispatch']): void {
  const isPlain = Object.keys(useSearch({ strict: false })).length === 0
  const [isArriving, setArriving] = useState(isPlain)
  useEffect(() => {
    if (!isArriving || (isPlain && !views)) return
    setArriving(false)
    const first = views?.find(({ isDefault }) => isDefault)
    if (isPlain && first) dispatch({ ...viewAction(first), isFirst: true })
  })
}

const viewAction = ({ id, content }: SavedView) => ({ type: 'view', view: id, ...content }) as const

function isSame(one: ViewContent, other: ViewContent): boolean {
  const [keys, others] = [Object.keys(one.filters), Object.keys(other.filters)]
  return one.pageSize === other.pageSize && keys.length === others.length && keys.every((key) => one.filters[key] === other.filters[key])
}
