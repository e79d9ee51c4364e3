/** Shared dependencies of the identity use cases. */

import type { Platform } from '../../../../platform/module.ts'
import { createRateLimit, type RateLimit } from '../../../../platform/rate-limit/rate-limit.ts'
import type { Notifications } from '../../../reference/notifications/index.ts'
import type { Policies } from '../../policies/index.ts'
import { type IdentitySettings, readIdentitySettings } from './config.ts'
import type { EntryCheck } from './entry-check.ts'
import { type AccessTokens, createAccessTokens } from './sessions/access-token.ts'
import { createKeys, type Keys } from './sessions/keys.ts'
import { createReceivedTokens, type ReceivedTokens } from './sessions/received-tokens.ts'
import { createSessionCache, type SessionCache } from './sessions/session-cache.ts'

export type IdentityNotifications = Pick<Notifications, 'sendMail' | 'notify'>

export interface IdentityDependencies {
  readonly notifications: IdentityNotifications
  readonly policies: Pick<Policies, 'inForce' | 'upcoming'>
  readonly entry: EntryCheck
}

export interface IdentityContext
  extends Pick<Platform, 'settings' | 'db' | 'clock' | 'jobs' | 'outbox' | 'audit' | 'secrets'>,
    IdentityDependencies,
    IdentitySettings {
  readonly keys: () => Promise<Keys>
  readonly accessTokens: AccessTokens
  readonly sessions: SessionCache
  readonly receivedTokens: ReceivedTokens
  readonly rateLimit: RateLimit
}

export function createContext(platform: Platform, dependencies: IdentityDependencies): IdentityContext {
  const { settings, db, clock, jobs, outbox, audit, secrets } = platform
  const keys = createKeys({ db, secrets })
  return {
    settings,
    db,
    clock,
    jobs,
    outbox,
    audit,
    secrets,
    ...dependencies,
    ...readIdentitySettings(platform.env),
    keys,
    accessTokens: createAccessTokens({ keys, clock, origin: settings.publicUrl }),
    sessions: createSessionCache(db),
    receivedTokens: createReceivedTokens({ db, clock }),
    rateLimit: createRateLimit({ db, clock }),
  }
}
