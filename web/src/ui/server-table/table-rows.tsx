/** Rows of a server table with a roving tab index: the arrows move it, Enter opens. */
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { rowAfterKey } from './row-keys.ts'
import classes from './server-table.module.css'
import type { TableColumn } from './table-column.ts'

interface TableRowsProps<Row> {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Rows before the first one, over all pages. */
  offset: number
  onOpen?: ((row: Row) => void) | undefined
}

export function TableRows<Row>({ columns, rows, rowKey, offset, onOpen }: TableRowsProps<Row>) {
  const [place, setPlace] = useState(0)
  const current = Math.min(place, rows.length - 1)

  function move(event: KeyboardEvent<HTMLTableRowElement>, row: Row): void {
    // Keys of a button or a select inside the row belong to it.
    if (event.target !== event.currentTarget) return
    const next = rowAfterKey(event.key, current, rows.length)
    if (event.key !== 'Enter' && next === null) return
    event.preventDefault()
    if (next === null) {
      onOpen?.(row)
      return
    }
    const target = event.currentTarget.parentElement?.children[next]
    if (target instanceof HTMLElement) target.focus()
  }

  function open(event: MouseEvent<HTMLTableRowElement>, row: Row): void {
    // A dialog of a cell is a child of the row in React, but not in the DOM.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, select, label')
    // Selecting text is not a click.
    if (!isControl && window.getSelection()?.isCollapsed !== false) onOpen?.(row)
  }

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: the cards of a phone are drawn without the display of a table, which drops its roles
    // biome-ignore-start lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
    // biome-ignore-start lint/a11y/useFocusableInteractive: its rows take the keyboard, its cells do not
    <tbody role="rowgroup">
      {rows.map((row, position) => (
        <tr
          key={rowKey(row)}
          role="row"
          aria-rowindex={offset + position + 2}
          tabIndex={position === current ? 0 : -1}
          className={classes.row}
          data-opens={onOpen ? true : undefined}
          onFocus={() => setPlace(position)}
          onKeyDown={(event) => move(event, row)}
          onClick={(event) => open(event, row)}
        >
          {columns.map(({ key, header, align, hiddenHeader, isLead, isLong, render }) => (
            <td
              key={key}
              role="gridcell"
              data-align={align}
              data-lead={isLead || undefined}
              data-label={hiddenHeader || isLead ? undefined : header}
            >
              {isLong ? <span className={classes.long}>{render(row)}</span> : render(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
    // biome-ignore-end lint/a11y/noNoninteractiveElementToInteractiveRole: see above
    // biome-ignore-end lint/a11y/useFocusableInteractive: see above
  )
}
