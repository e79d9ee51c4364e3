/**
 * Records which refresh tokens reached the browser: the first call with the access token that was issued together with one proves it. An
 * answer that was lost (a closed tab, a broken connection) leaves the browser with the token before; presenting that one is no reuse.
 */
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../../../platform/database/database.ts'
import type { Clock } from '../../../../../platform/time/clock.ts'
import { markRefreshTokenReceived } from './session-store.ts'

const RECORDED_MAX = 20_000

export interface ReceivedTokens {
  /** Writes once for each token and process. */
  record(refreshHash: string): Promise<void>
}

export function createReceivedTokens({ db, clock }: { db: Database; clock: Clock }): ReceivedTokens {
  const recorded = new LRUCache<string, true>({ max: RECORDED_MAX })
  return {
    async record(refreshHash) {
      if (recorded.has(refreshHash)) return
      await markRefreshTokenReceived(db, refreshHash, clock.now())
      recorded.set(refreshHash, true)
    },
  }
}
