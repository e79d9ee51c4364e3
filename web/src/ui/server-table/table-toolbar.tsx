/** Toolbar of a server table: search, filters, columns, download. */
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Dispatch, KeyboardEvent, ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './server-table.module.css'
import type { TableFilter } from './table-column.ts'
import { TableFilterField } from './table-filter-field.tsx'
import { TableOrder } from './table-order.tsx'
import { isNarrowed, type TableAction, type TableState } from './table-state.ts'

interface TableToolbarProps {
  state: TableState
  dispatch: Dispatch<TableAction>
  filters: readonly TableFilter[]
  /** Sortable columns, where a phone shows no headers. */
  sorts: readonly { key: string; header: string }[]
  searchLabel: string | undefined
  searchRef: Ref<HTMLInputElement>
  /** Moves from the search to the rows. */
  onLeaveSearch: () => void
  tools: ReactNode
}

export function TableToolbar({ state, dispatch, filters, sorts, searchLabel, searchRef, onLeaveSearch, tools }: TableToolbarProps) {
  const { t } = useTranslation('ui')

  function leaveSearch(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    onLeaveSearch()
  }

  return (
    <div className={classes.toolbar}>
      {searchLabel && (
        <TextInput
          ref={searchRef}
          type="search"
          size="xs"
          className={classes.search}
          label={searchLabel}
          placeholder={t('table.searchHint')}
          aria-keyshortcuts="/"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={state.search}
          onChange={(event) => dispatch({ type: 'search', text: event.currentTarget.value })}
          onKeyDown={leaveSearch}
          autoComplete="off"
        />
      )}
      {filters.map((filter) => (
        <TableFilterField
          key={filter.key}
          filter={filter}
          value={state.filters[filter.key] ?? ''}
          onChange={(value) => dispatch({ type: 'filter', key: filter.key, value })}
        />
      ))}
      {sorts.length > 0 && <TableOrder sorts={sorts} sort={state.sort} dispatch={dispatch} />}
      {isNarrowed(state) && (
        <Button size="xs" variant="subtle" onClick={() => dispatch({ type: 'clear' })}>
          {t('table.clear')}
        </Button>
      )}
      <div className={classes.tools}>{tools}</div>
    </div>
  )
}
