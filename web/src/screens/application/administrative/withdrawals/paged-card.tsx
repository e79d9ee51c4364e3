/** Card with one page of a list over which officers decide. A page that became empty gives way to the last one. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { errorText } from '../../../../api/error-text.ts'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Pages } from '../../../../ui/pages.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import classes from './withdrawals.module.css'

/** Rows of one page. */
export const PAGE_SIZE = 20

export interface PagedRows<Row> {
  readonly results: Row[]
  readonly pagesNumber: number
}

export interface PagedCardProps<Row> {
  title: string
  text: string
  empty: string
  answer: UseQueryResult<PagedRows<Row>>
  /** From 0. */
  pageIndex: number
  onPage: (pageIndex: number) => void
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  /** The dialog of one row. */
  children?: ReactNode
}

export function PagedCard<Row>({ title, text, empty, answer, pageIndex, onPage, columns, rowKey, children }: PagedCardProps<Row>) {
  const { data } = answer
  const last = data && Math.max(0, data.pagesNumber - 1)
  useEffect(() => {
    if (last !== undefined && pageIndex > last) onPage(last)
  }, [last, pageIndex, onPage])
  return (
    <Card title={title}>
      <p className={classes.text}>{text}</p>
      {answer.isPending && <RowsSkeleton rows={3} />}
      {answer.isLoadingError && <ErrorState message={errorText(answer.error)} onRetry={() => void answer.refetch()} />}
      {data?.pagesNumber === 0 && <EmptyState title={empty} />}
      {data && data.results.length > 0 && <DataTable label={title} columns={columns} rows={data.results} rowKey={rowKey} />}
      {data && <Pages current={pageIndex + 1} total={data.pagesNumber} onChange={(page) => onPage(page - 1)} />}
      {children}
    </Card>
  )
}
