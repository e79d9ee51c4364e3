/** Headers of a server table: plain, sorting, or toggling a filter. */
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { Dispatch } from 'react'
import classes from './server-table.module.css'
import type { TableColumn } from './table-column.ts'
import type { TableAction, TableState } from './table-state.ts'

interface TableHeadProps<Row> {
  columns: readonly TableColumn<Row>[]
  state: TableState
  dispatch: Dispatch<TableAction>
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export function TableHead<Row>({ columns, state, dispatch }: TableHeadProps<Row>) {
  const directionOf = (key: string) => (state.sort?.key === key ? state.sort.direction : undefined)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: the cards of a phone are drawn without the display of a table, which drops its roles
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {columns.map((column) => {
          const { key, headerAction, align } = column
          const direction = directionOf(key)
          return (
            <th key={key} scope="col" role="columnheader" data-align={align} aria-sort={direction && ARIA_SORT[direction]}>
              <HeadCell
                column={column}
                direction={direction}
                isOn={state.filters[key] !== undefined}
                onAct={() => headerAction && dispatch({ type: headerAction, key })}
              />
            </th>
          )
        })}
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

interface HeadCellProps<Row> {
  column: TableColumn<Row>
  direction: 'asc' | 'desc' | undefined
  isOn: boolean
  onAct: () => void
}

function HeadCell<Row>({ column: { header, headerAction, hiddenHeader }, direction, isOn, onAct }: HeadCellProps<Row>) {
  if (hiddenHeader) return <VisuallyHidden>{header}</VisuallyHidden>
  if (!headerAction) return header
  const SortIcon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort
  const Icon = headerAction === 'sort' ? SortIcon : isOn ? IconFilterFilled : IconFilter
  return (
    <button
      type="button"
      className={classes.headButton}
      data-active={direction !== undefined || isOn || undefined}
      aria-pressed={headerAction === 'toggle' ? isOn : undefined}
      onClick={onAct}
    >
      {header}
      <Icon size={14} aria-hidden />
    </button>
  )
}
