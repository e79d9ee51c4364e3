/**
 * Sessions as they were at most two seconds ago: every call asks, so the database must not answer each one, and a block, a
 * sign-out or a changed role must be felt within five seconds (R12). A call that writes forgets first, so an account that was closed
 * writes nothing from that moment on.
 */
import type { Database } from '../../../../platform/database.ts'
import { findLiveSession, type LiveSession } from './session-store.ts'

const FRESH_MS = 2_000
const SESSIONS_MAX = 20_000

export interface SessionCache {
  live(sessionId: string): Promise<LiveSession | undefined>
  /** After a change that this process made and committed, and before what must know the session as it is now. */
  forget(sessionId: string): void
}

export function createSessionCache(db: Database): SessionCache {
  const entries = new Map<string, { session: Promise<LiveSession | undefined>; staleAtMs: number }>()
  return {
    live(sessionId) {
      const nowMs = performance.now()
      const known = entries.get(sessionId)
      if (known && nowMs < known.staleAtMs) return known.session
      const session = findLiveSession(db, sessionId)
      session.catch(() => entries.delete(sessionId))
      entries.delete(sessionId)
      entries.set(sessionId, { session, staleAtMs: nowMs + FRESH_MS })
      dropStale(nowMs)
      return session
    },
    forget: (sessionId) => void entries.delete(sessionId),
  }

  /** The map keeps the order of loading: the oldest come first. */
  function dropStale(nowMs: number) {
    for (const [id, { staleAtMs }] of entries) {
      if (staleAtMs > nowMs && entries.size <= SESSIONS_MAX) return
      entries.delete(id)
    }
  }
}
