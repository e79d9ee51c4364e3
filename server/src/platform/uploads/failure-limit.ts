/**
 * Rate limit on files that cost an inspection and were refused. No customer photographs thirty broken pictures in ten minutes; an attacker
 * who probes the filter does. Counted in the process, like the work that it saves.
 */
import { ERRORS } from '@tunjo/contract/errors'
import { Refused, refuse } from '../http/refusal.ts'

const FAILURES_MAX = 30
const WINDOW_MS = 600_000
const ACCOUNTS_MAX = 10_000

type FailureLimit = <T>(account: string, work: () => Promise<T>) => Promise<T>

/** @throws Refused `files.too_many_refused` */
export function createFailureLimit(nowMs: () => number = () => performance.now()): FailureLimit {
  const failures = new Map<string, readonly number[]>()
  const recent = (account: string) => (failures.get(account) ?? []).filter((at) => nowMs() - at < WINDOW_MS)
  return async (account, work) => {
    if (recent(account).length >= FAILURES_MAX) refuse('files.too_many_refused')
    try {
      return await work()
    } catch (error) {
      // Faults that are not the sender's do not count.
      if (error instanceof Refused && ERRORS[error.refusal.code] < 429) remember(account)
      throw error
    }
  }

  function remember(account: string): void {
    const own = [...recent(account), nowMs()]
    // The account that failed last is the last to be evicted.
    failures.delete(account)
    failures.set(account, own)
    const [oldest] = failures.keys()
    if (failures.size > ACCOUNTS_MAX && oldest !== undefined) failures.delete(oldest)
  }
}
