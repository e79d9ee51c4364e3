/** What a column of a server table is, and the choices of a filter over it. */
import type { ReactNode } from 'react'

export interface TableColumn<Row> {
  key: string
  header: string
  render: (row: Row) => ReactNode
  align?: 'left' | 'right'
  /** What its header does: orders by it, or switches its filter (`filters[key]`) on and off. */
  headerAction?: 'sort' | 'toggle'
  /** Text of any length: it goes on in a second line instead of making its column wide. */
  isLong?: boolean
  /** Header read aloud but not drawn: for columns of buttons. */
  hiddenHeader?: boolean
  /** Never offered in the column picker. */
  isFixed?: boolean
  /** Hidden until somebody picks it. */
  isExtra?: boolean
  /** Where rows are cards on a phone, this cell stands over the others, as the heading of its card. */
  isLead?: boolean
}

/** Choices to pick from; without them a day (`yyyy-mm-dd`) or, with `isText`, words that count once the field is left. */
export interface TableFilter {
  key: string
  label: string
  options?: readonly { value: string; label: string }[]
  isText?: boolean
}
