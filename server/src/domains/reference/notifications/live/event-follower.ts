/**
 * Deliver the outbox's events to the open streams of this process. Any number of processes: each reads the event table itself, when events
 * are announced and periodically as the safety net, and only while a stream is open.
 */
import type { Database } from '../../../../platform/database/database.ts'
import { recentEvents, type StoredEvent } from '../../../../platform/events/outbox.ts'
import { onWork } from '../../../../platform/jobs/wakeups.ts'
import type { Log } from '../../../../platform/observability/log.ts'

/** Shortest time between two looks, however much is announced. */
const LOOK_MS = 250
/** Longest time after that: an event waits so long whose announcement was lost, or which another process announced to no listener. */
const SAFETY_NET_MS = 1_000
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

interface Options {
  readonly db: Database
  readonly log: Log
  readonly safetyNetMs?: number
}

export function createEventFollower({ db, log, safetyNetMs = SAFETY_NET_MS }: Options): EventFollower {
  const listeners = new Set<Listener>()
  /** Event id → when it may be evicted. */
  const seen = new Map<string, number>()
  const alarm = createAlarm()
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
    const stopListening = onWork(alarm.ring)
    while (listeners.size > 0) {
      alarm.reset()
      await look().catch((error) => log.warn({ err: error }, 'live events could not be read, will be tried again'))
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      await alarm.rung(safetyNetMs)
    }
    stopListening()
    isFollowing = false
  }

  return {
    listen(listener) {
      listeners.add(listener)
      alarm.ring()
      if (!isFollowing) {
        isFollowing = true
        void follow()
      }
      return () => {
        listeners.delete(listener)
        alarm.ring()
      }
    },
  }
}

function createAlarm() {
  let isRung = false
  let onRing = () => {}
  return {
    ring(): void {
      isRung = true
      onRing()
    },
    reset(): void {
      isRung = false
    },
    /** Resolves when it rings, if it has not rung since the last reset, or after this time. */
    async rung(longestMs: number): Promise<void> {
      if (isRung) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs)
        onRing = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
