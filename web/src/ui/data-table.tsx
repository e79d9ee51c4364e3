/** Table that becomes a list of labelled rows on a phone. Roles are explicit because the phone layout drops the native ones. */
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export interface Column<Row> {
  key: string
  header: string
  render: (row: Row) => ReactNode
  align?: 'left' | 'right'
  /** Visually hidden header: for columns of buttons. */
  hiddenHeader?: boolean
  /** On a phone this cell is the heading of its row. */
  isLead?: boolean
  /** On a phone this cell is at the end of that heading: the main figure. */
  isFigure?: boolean
}

interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: display: block on a phone removes the native roles */}
      <table className={classes.table} aria-label={label} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} scope="col" role="columnheader" data-align={column.align}>
                {column.hiddenHeader ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-align={column.align}
                  data-lead={column.isLead || undefined}
                  data-figure={column.isFigure || undefined}
                  data-label={column.hiddenHeader || column.isLead || column.isFigure ? undefined : column.header}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </>
  )
}
