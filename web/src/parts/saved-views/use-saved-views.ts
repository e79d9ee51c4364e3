/**
 * Saved views over a table whose state lives in the address: which one it is, whether it was changed since, and the one that opens first.
 * The address has the filters themselves beside the view, so that a link shows the same rows to somebody who may not see the view.
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
    /** Words and ids of people are no part of a view. */
    hasSearch: query.search !== '' || 'idUser' in query.filters,
    show: (view: SavedView) => dispatch(viewAction(view)),
    named: (id: string) => dispatch({ type: 'named', view: id }),
    leave: () => dispatch({ type: 'clear' }),
  }
}
export type SavedViewsOfTable = ReturnType<typeof useSavedViews>

/** Only on arrival: whoever comes with filters, begins with some, or takes them all away later, means it. */
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
