/** What the use cases of this module share. */
import type { Approvals } from '../../platform/approvals/index.ts'
import type { Platform } from '../../platform/module.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Alerts } from '../alerts/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc } from '../kyc/index.ts'
import type { Notifications } from '../notifications/index.ts'

export interface RiskDependencies {
  readonly identity: Pick<Identity, 'person'>
  readonly kyc: Pick<Kyc, 'person' | 'reviewFacts'>
  readonly alerts: Pick<Alerts, 'raise' | 'close' | 'isOpen'>
  readonly notifications: Pick<Notifications, 'notify'>
  readonly approvals: Approvals
}
export interface RiskContext extends RiskDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox'> {
  readonly rateLimit: RateLimit
}
