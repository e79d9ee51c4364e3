/** What a `ServerTable` shows of the answer to a list: its rows, that they are under way, or why there are none and another try. */
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'

export const tableAnswer = <Row>(answer: UseQueryResult<{ results: readonly Row[]; total: number }>) => ({
  page: answer.data && { rows: answer.data.results, total: answer.data.total },
  isLoading: answer.isFetching,
  error: answer.isError ? errorText(answer.error) : undefined,
  onRetry: () => void answer.refetch(),
})
