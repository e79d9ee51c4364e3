/**
 * Cache of sessions for two seconds: every call reads one, so the database must not answer each read. A block, a sign-out or a changed role
 * takes effect within five seconds (R12). A call that writes drops its entry first, so a closed account writes nothing from that moment on.
 */
import type { Database } from '../../../../../platform/database/database.ts'
import { findLiveSession, type LiveSession } from './session-store.ts'

const FRESH_MS = 2_000
const SESSIONS_MAX = 20_000

export interface SessionCache {
  live(sessionId: string): Promise<LiveSession | undefined>
  /** Drops the entry after a committed change of this process, and before a step that needs the present session. */
  invalidate(sessionId: string): void
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
    invalidate: (sessionId) => void entries.delete(sessionId),
  }

  /** The map keeps the order of loading: the oldest come first. */
  function dropStale(nowMs: number) {
    for (const [id, { staleAtMs }] of entries) {
      if (staleAtMs > nowMs && entries.size <= SESSIONS_MAX) return
      entries.delete(id)
    }
  }
}
