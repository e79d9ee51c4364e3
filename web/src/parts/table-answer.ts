/** Props of a `ServerTable` from a list query: its rows, the loading state, or the error with a retry. */
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'

export const tableAnswer = <Row>(answer: UseQueryResult<{ results: readonly Row[]; total: number }>) => ({
  page: answer.data && { rows: answer.data.results, total: answer.data.total },
  isLoading: answer.isFetching,
  error: answer.isError ? errorText(answer.error) : undefined,
  onRetry: () => void answer.refetch(),
})
