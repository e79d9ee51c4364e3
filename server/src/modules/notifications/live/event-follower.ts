/**
 * Deliver the outbox's events to the open streams of this process. Any number of processes: each polls the event table itself, and only
 * while a stream is open.
 */
import type { Database } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { recentEvents, type StoredEvent } from '../../../platform/outbox.ts'

const POLL_MS = 250
/** An event's time is the beginning of its transaction: one that commits later than this is not seen live. */
const WINDOW_MS = 10_000

export interface Listener {
  readonly accountId: string
  receive(event: StoredEvent): void
}
export interface EventFollower {
  /** Returns the function that stops listening. The listener may also receive events of the seconds before it was added. */
  listen(listener: Listener): () => void
}

export function createEventFollower({ db, log }: { db: Database; log: Log }): EventFollower {
  const listeners = new Set<Listener>()
  /** Event id → when it may be evicted. */
  const seen = new Map<string, number>()
  let isFollowing = false

  async function look(): Promise<void> {
    const accountIds = [...new Set([...listeners].map(({ accountId }) => accountId))]
    const events = await recentEvents(db, { withinMs: WINDOW_MS, accountIds })
    const nowMs = performance.now()
    for (const event of events) {
      if (seen.has(event.id)) continue
      seen.set(event.id, nowMs + 2 * WINDOW_MS)
      for (const listener of listeners) listener.receive(event)
    }
    for (const [id, untilMs] of seen) if (untilMs < nowMs) seen.delete(id)
  }

  async function follow(): Promise<void> {
    while (listeners.size > 0) {
      await look().catch((error) => log.warn({ err: error }, 'live events could not be read, will be tried again'))
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    isFollowing = false
  }

  return {
    listen(listener) {
      listeners.add(listener)
      if (!isFollowing) {
        isFollowing = true
        void follow()
      }
      return () => void listeners.delete(listener)
    },
  }
}
