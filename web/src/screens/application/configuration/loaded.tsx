/** Loading and error states of a query. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  rows?: number
  children: (data: T) => ReactNode
}

export function Loaded<T>({ query, rows = 2, children }: LoadedProps<T>) {
  if (query.isPending) return <RowsSkeleton rows={rows} />
  if (query.isLoadingError) return <ErrorState message={errorText(query.error)} onRetry={() => void query.refetch()} />
  return children(query.data)
}
