/** Work queue for officers: filter, rows, the four states, and paging. */
import { Button, Group, SegmentedControl } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../api/error-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import classes from './work-queue.module.css'

interface WorkQueueProps<S extends string, R extends { id: string }> {
  place: QueuePlace<S>
  answer: UseQueryResult<{ results: R[]; hasMore: boolean }>
  words: {
    title: string
    show: string
    part: (shown: S) => string
    none: string
    noneText?: string | undefined
    before: string
    next: string
  }
  /** Content of a row's `li`. */
  row: (row: R) => ReactNode
}

export interface QueuePlace<S extends string> {
  readonly parts: readonly S[]
  readonly show: S
  readonly page: number
  readonly choose: (value: string) => void
  readonly turn: (page: number) => void
}

/** `first` is the initial filter; another filter starts at its first page. */
export function useQueuePlace<S extends string>(parts: readonly S[], first: S): QueuePlace<S> {
  const [show, setShow] = useState(first)
  const [page, turn] = useState(0)
  function choose(value: string): void {
    setShow(parts.find((one) => one === value) ?? first)
    turn(0)
  }
  return { parts, show, page, choose, turn }
}

export function WorkQueue<S extends string, R extends { id: string }>({ place, answer, words, row }: WorkQueueProps<S, R>) {
  const { parts, show, page, choose, turn } = place
  const { data, error, isPending, refetch } = answer
  const rows = data?.results ?? []
  return (
    <>
      <SegmentedControl
        value={show}
        onChange={choose}
        data={parts.map((value) => ({ value, label: words.part(value) }))}
        aria-label={words.show}
        mb="md"
      />
      {error && !data && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {isPending && <RowsSkeleton rows={4} />}
      {data && rows.length === 0 && <EmptyState title={words.none} text={words.noneText} />}
      {rows.length > 0 && (
        <ol className={classes.list} aria-label={words.title}>
          {rows.map((one) => (
            <li key={one.id} className={classes.row}>
              {row(one)}
            </li>
          ))}
        </ol>
      )}
      {(page > 0 || data?.hasMore) && (
        <Group mt="md">
          <Button variant="default" size="sm" disabled={page === 0} onClick={() => turn(page - 1)}>
            {words.before}
          </Button>
          <Button variant="default" size="sm" disabled={!data?.hasMore} onClick={() => turn(page + 1)}>
            {words.next}
          </Button>
        </Group>
      )}
    </>
  )
}
