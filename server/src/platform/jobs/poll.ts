/** Polling: finds due work when it is announced or due, and periodically as the safety net, until it is stopped. */
import type { Log } from '../observability/log.ts'
import { onWork, type Wakeups } from './wakeups.ts'

/** Interval without announcements of other processes. */
const POLL_MS = 150
/** Shortest time between two polls, however much is announced or found. */
const BUSY_POLL_MS = 10

export interface PollResult {
  /** Time until the next known due work: 0 when there may be more than one poll could take. Null when nothing is known. */
  readonly nextInMs: number | null
}

export interface PollingOptions {
  readonly log: Log
  readonly wakeups: Wakeups | undefined
  /** Interval with announcements of other processes: the longest that work waits whose announcement was lost. */
  readonly safetyNetMs: number
}

export function createPolling({ log, wakeups, safetyNetMs }: PollingOptions, look: () => Promise<PollResult>) {
  let timer: NodeJS.Timeout | null = null
  let polling: Promise<void> = Promise.resolve()
  let isLooking = false
  let isWoken = false
  let isStopping = false
  let stopListening = () => {}

  async function poll(): Promise<void> {
    isLooking = true
    isWoken = false
    const longestMs = wakeups?.isListening() ? safetyNetMs : POLL_MS
    let waitMs = longestMs
    try {
      const { nextInMs } = await look()
      waitMs = Math.min(nextInMs ?? longestMs, longestMs)
    } catch (error) {
      if (!isStopping) log.error({ err: error }, 'job poll failed')
    }
    isLooking = false
    if (!isStopping) timer = setTimeout(start, isWoken ? BUSY_POLL_MS : Math.max(waitMs, BUSY_POLL_MS))
  }
  const start = () => {
    polling = poll()
  }
  /** An announcement during a poll may have come too late for it. */
  function wake(): void {
    if (isWoken || isStopping) return
    isWoken = true
    if (isLooking) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(start, BUSY_POLL_MS)
  }

  return {
    start() {
      stopListening = onWork(wake)
      start()
    },
    wake,
    /** Resolves when no poll is running. */
    async stop(): Promise<void> {
      isStopping = true
      stopListening()
      if (timer) clearTimeout(timer)
      await polling
    },
  }
}
