/** Query cache of server data. Reads are retried when the network or the server failed, never when they were refused. */
import { MutationCache, QueryCache, QueryClient, type QueryMeta } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { alertText } from './alerts.ts'
import { hasCode } from './error-text.ts'
import { isCallFailed, isStepUpCancelled, NO_ANSWER } from './failure.ts'

const STALE_AFTER_MS = 10_000
const MAXIMUM_RETRIES = 2

/** Longer waits are shown to the person instead. */
const RETRY_AFTER_MAX_SECONDS = 10

/** A read that timed out is not retried silently: its screen reports it and offers a retry. */
function isWorthRetrying(error: unknown): boolean {
  if (!isCallFailed(error) || error.message === NO_ANSWER) return false
  if (error.status === 429) return error.retryAfterSeconds !== null && error.retryAfterSeconds <= RETRY_AFTER_MAX_SECONDS
  return error.status === 0 || error.status >= 500
}

function retryDelay(failures: number, error: unknown): number {
  const asked = isCallFailed(error) ? error.retryAfterSeconds : null
  return 1_000 * (asked === null ? 2 ** failures : Math.min(asked, RETRY_AFTER_MAX_SECONDS))
}

/** The end of a session is shown on the sign-in page. */
const isEndOfSession = (error: unknown): boolean => isCallFailed(error) && error.status === 401

/** The calling screen explains this refusal, or (`true`) every refusal; a missing permission is shown in place of the answer. */
function isExplained(error: unknown, meta: QueryMeta | undefined): boolean {
  if (hasCode(error, 'access.permission_missing')) return true
  if (meta?.explains === true) return isCallFailed(error) && error.problem !== null
  return typeof meta?.explains === 'string' && hasCode(error, meta.explains)
}

/** Failing reads: a list that polls every few seconds reports its failure once. */
const failing = new Set<string>()

function alertOf(error: unknown): void {
  const text = alertText(error)
  toast.error(text, text)
}

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryHash, meta }) => {
      if (failing.has(queryHash) || isEndOfSession(error) || isExplained(error, meta)) return
      failing.add(queryHash)
      alertOf(error)
    },
    onSuccess: (_data, { queryHash }) => void failing.delete(queryHash),
  }),
  mutationCache: new MutationCache({
    // A refusal is shown next to the form that caused it; one that no form explains is shown over the page.
    onError: (error) => {
      if (isStepUpCancelled(error)) return
      if (!isCallFailed(error) || error.problem === null) alertOf(error)
    },
  }),
  defaultOptions: {
    // Without a network a call fails immediately and reports it. Waiting would show skeletons without limit, and would send money later,
    // unseen.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: STALE_AFTER_MS,
      retry: (failures, error) => failures < MAXIMUM_RETRIES && isWorthRetrying(error),
      retryDelay,
    },
  },
})
