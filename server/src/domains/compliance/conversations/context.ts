/** Shared dependencies of the use cases of this module. */
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/module.ts'
import type { RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { Alerts } from '../../customers/alerts/index.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Risk } from '../../customers/risk/index.ts'
import type { Configuration } from '../../reference/configuration/index.ts'
import type { Notifications } from '../../reference/notifications/index.ts'

export interface ConversationsDependencies {
  readonly identity: Pick<Identity, 'person' | 'appeals'>
  readonly kyc: Pick<Kyc, 'person' | 'listReviewItems'>
  readonly risk: Pick<Risk, 'mayTransact'> & {
    profile(connection: Connection, accountId: string): Promise<{ readonly isListed: boolean | null }>
  }
  readonly alerts: Pick<Alerts, 'open'>
  readonly configuration: Pick<Configuration, 'at'>
  readonly notifications: Pick<Notifications, 'notify'>
}
export interface ConversationsContext extends ConversationsDependencies, Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'outbox'> {
  readonly rateLimit: RateLimit
}
