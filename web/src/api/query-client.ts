/** One cache of what the server said. Reads are tried again when the network or the server failed, never when they were refused. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { alertText } from './error-text.ts'
import { isCallFailed } from './failure.ts'

const STALE_AFTER_MS = 10_000
const MAXIMUM_RETRIES = 2

const isWorthRetrying = (error: unknown): boolean => isCallFailed(error) && (error.status === 0 || error.status >= 500)

export const queries = new QueryClient({
  // The screen says what it could not load; a server that is not there is also said once over the page.
  queryCache: new QueryCache({
    onError: (error) => {
      if (isCallFailed(error) && error.status === 0) toast.error(alertText(error), 'unreachable')
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      retry: (failures, error) => failures < MAXIMUM_RETRIES && isWorthRetrying(error),
    },
  },
})
