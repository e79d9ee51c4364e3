/** Shared dependencies of the invitations. */
import type { Platform } from '../../../../platform/module.ts'
import type { RateLimit } from '../../../../platform/rate-limit/rate-limit.ts'
import type { Identity } from '../../../customers/identity/index.ts'
import type { Notifications } from '../../../reference/notifications/index.ts'

export interface InvitationContext extends Pick<Platform, 'db' | 'clock' | 'audit' | 'secrets' | 'settings'> {
  readonly identity: Pick<Identity, 'staff' | 'person'>
  readonly notifications: Pick<Notifications, 'sendMail'>
  readonly rateLimit: RateLimit
}
