/** What the use cases of identity share. */

import type { Platform } from '../../platform/module.ts'
import { createThrottle, type Throttle } from '../../platform/throttle.ts'
import type { Notifications } from '../notifications/index.ts'
import { type AccessTokens, createAccessTokens } from './access-token.ts'
import { createKeys, type Keys } from './keys.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'

export interface IdentityContext extends Pick<Platform, 'settings' | 'db' | 'clock' | 'outbox'> {
  readonly notifications: Pick<Notifications, 'sendMail'>
  readonly keys: () => Promise<Keys>
  readonly accessTokens: AccessTokens
  readonly sessions: SessionCache
  readonly throttle: Throttle
}

export function createContext(platform: Platform, notifications: Pick<Notifications, 'sendMail'>): IdentityContext {
  const { settings, db, clock, outbox } = platform
  const keys = createKeys(db)
  return {
    settings,
    db,
    clock,
    outbox,
    notifications,
    keys,
    accessTokens: createAccessTokens({ keys, clock, origin: settings.publicUrl }),
    sessions: createSessionCache(db),
    throttle: createThrottle({ db, clock }),
  }
}
