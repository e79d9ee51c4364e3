/** Retry policy: exponential backoff, and giving up to let the person decide. */
import { isCallFailed } from '../../../api/failure.ts'
import type { UploadControls } from '../../../ui/file-drop/use-file-uploads.ts'
import { onTryNow } from '../pending-uploads.ts'

const FIRST_WAIT_MS = 1_000
const WAIT_MAX_MS = 30_000
/** Time without any piece that arrived: a tunnel, a bus without a signal, a lift. */
const ABANDON_MS = 600_000
/** The server was not reached, or reports that a retry is possible. */
const PASSING_STATUSES = new Set([0, 408, 429, 502, 503, 504])

export interface RetryPolicy {
  /** Wait for the next attempt, or throw the error when it is permanent or lasts too long. */
  after(error: unknown): Promise<void>
  /** Reset after a piece that arrived. */
  renew(): void
  /** Retry until there is an answer. */
  during<T>(work: () => Promise<T>): Promise<T>
}

export function createRetryPolicy(signal: AbortSignal, onPhase: UploadControls['onPhase']): RetryPolicy {
  let waitMs = FIRST_WAIT_MS
  let endsAtMs = performance.now() + ABANDON_MS
  const policy: RetryPolicy = {
    async after(error) {
      signal.throwIfAborted()
      if (!isPassing(error) || performance.now() > endsAtMs) throw error
      onPhase('waiting')
      await pause(waitMs, signal)
      waitMs = Math.min(waitMs * 2, WAIT_MAX_MS)
      onPhase('resuming')
    },
    renew() {
      waitMs = FIRST_WAIT_MS
      endsAtMs = performance.now() + ABANDON_MS
    },
    async during(work) {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          await policy.after(error)
        }
      }
    },
  }
  return policy
}

/** True for a temporary error; a piece that took too long aborted itself. */
function isPassing(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  return isCallFailed(error) && PASSING_STATUSES.has(error.status)
}

/** Ends early when the connection returns, or when the person requests a retry. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (finish: () => void) => () => {
      over.abort()
      clearTimeout(timer)
      finish()
    }
    const goOn = end(resolve)
    const timer = setTimeout(goOn, milliseconds)
    window.addEventListener('online', goOn, { signal: over.signal })
    onTryNow(goOn, over.signal)
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: over.signal },
    )
  })
}
