/**
 * Dense table of the back-office with server-side filters, sorting and paging. Keys: `/` search, arrows, Enter. On a narrow
 * screen its rows are cards. For a short list of a customer use `DataTable`.
 */
import { VisuallyHidden } from '@mantine/core'
import { type Dispatch, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { RowsSkeleton } from '../skeletons.tsx'
import { ColumnPicker } from './column-picker.tsx'
import { CsvButton } from './csv-button.tsx'
import type { CsvSource } from './csv-download.tsx'
import { useHiddenColumns } from './hidden-columns.ts'
import classes from './server-table.module.css'
import type { TableColumn, TableFilter } from './table-column.ts'
import { TableFooter } from './table-footer.tsx'
import { TableHead } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import { isNarrowed, PAGE_SIZES, type TableAction, type TableState } from './table-state.ts'
import { TableToolbar } from './table-toolbar.tsx'
import { useSlashKey } from './use-slash-key.ts'

export interface ServerTableProps<Row> {
  /** Storage name of the hidden columns: `user-information`. */
  name: string
  /** Name of the table for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  /** From `useTableState`, or from `useTableAddress` for a table that a link can show. */
  state: TableState
  dispatch: Dispatch<TableAction>
  /** The last answer of the server; undefined before the first one. */
  page: { rows: readonly Row[]; total: number } | undefined
  isLoading?: boolean
  /** Error text, in Spanish. */
  error?: string
  onRetry?: () => void
  /** Enables the search box. */
  searchLabel?: string
  filters?: readonly TableFilter[]
  csv?: CsvSource
  /** More buttons above the table, in place of `csv` where a list may be too long for it. */
  tools?: ReactNode
  /** Page sizes to choose from. */
  pageSizes?: readonly number[]
  /** Empty state without filters. */
  empty?: ReactNode
  /** For customers: higher rows. */
  isRoomy?: boolean
  /** Matrix of yes-or-no columns whose headers are filters, too many for a card: it scrolls on every screen, with a shadow as a hint. */
  isMatrix?: boolean
}

export function ServerTable<Row>(props: ServerTableProps<Row>) {
  const { name, label, columns, state, dispatch, page, isLoading = false, error, searchLabel, filters = [], csv, tools } = props
  const { pageSizes = PAGE_SIZES, isRoomy = false, isMatrix = false } = props
  const { t } = useTranslation('ui')
  const search = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { hidden, toggle, reset } = useHiddenColumns(name, columns)
  useSlashKey(search)
  const focusRows = () => body.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
  return (
    <div className={classes.frame} data-roomy={isRoomy || undefined} data-matrix={isMatrix || undefined}>
      <TableToolbar
        state={state}
        dispatch={dispatch}
        filters={filters}
        sorts={columns.filter(({ headerAction }) => headerAction === 'sort')}
        searchLabel={searchLabel}
        searchRef={search}
        onLeaveSearch={focusRows}
        tools={
          <>
            <ColumnPicker columns={columns} hidden={hidden} onToggle={toggle} onReset={reset} />
            {tools}
            {csv && <CsvButton {...csv} total={page?.total ?? 0} />}
          </>
        }
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section ref={body} className={classes.scroll} tabIndex={0} aria-label={t('table.scroll', { label })} aria-busy={isLoading}>
        <TableBody {...props} columns={columns.filter(({ key }) => !hidden.has(key))} />
      </section>
      {page && !error && <TableFooter state={state} dispatch={dispatch} total={page.total} pageSizes={pageSizes} isLoading={isLoading} />}
    </div>
  )
}

function TableBody<Row>({ label, columns, rowKey, onOpen, state, dispatch, page, error, onRetry, empty }: ServerTableProps<Row>) {
  const { t } = useTranslation('ui')
  const keysId = useId()
  if (error) return <ErrorState message={error} onRetry={onRetry} />
  if (!page) return <RowsSkeleton rows={8} />
  return (
    <>
      <VisuallyHidden id={keysId}>{t('table.keys')}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the keyboard, which makes the table a grid */}
      <table className={classes.table} aria-label={label} aria-describedby={keysId} aria-rowcount={page.total + 1} role="grid">
        <TableHead columns={columns} state={state} dispatch={dispatch} />
        <TableRows columns={columns} rows={page.rows} rowKey={rowKey} offset={(state.page - 1) * state.pageSize} onOpen={onOpen} />
      </table>
      {page.rows.length === 0 &&
        (isNarrowed(state) ? (
          <EmptyState title={t('table.emptyFilteredTitle')} text={t('table.emptyFilteredText')} />
        ) : (
          (empty ?? <EmptyState title={t('table.emptyTitle')} />)
        ))}
    </>
  )
}
