/** Column definition of a server table, and the choices of a filter. */
import type { ReactNode } from 'react'

export interface TableColumn<Row> {
  key: string
  header: string
  render: (row: Row) => ReactNode
  align?: 'left' | 'right'
  /** Action of its header: sort by it, or toggle its filter (`filters[key]`). */
  headerAction?: 'sort' | 'toggle'
  /** Text of any length: it wraps instead of widening its column. */
  isLong?: boolean
  /** Visually hidden header: for columns of buttons. */
  hiddenHeader?: boolean
  /** Never offered in the column picker. */
  isFixed?: boolean
  /** Hidden until the person picks it. */
  isExtra?: boolean
  /** Where rows are cards on a phone, this cell is the heading of its card. */
  isLead?: boolean
}

/** Choices of a select; without them a day (`yyyy-mm-dd`) or, with `isText`, text that applies once the field is left. */
export interface TableFilter {
  key: string
  label: string
  options?: readonly { value: string; label: string }[]
  isText?: boolean
}
