/** What the use cases of this module share. */
import type { Platform } from '../../platform/module.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Identity } from '../identity/index.ts'
import type { Parameters } from '../parameters/index.ts'

export interface AlertsDependencies {
  readonly identity: Pick<Identity, 'person'>
  readonly parameters: Pick<Parameters, 'alertType'>
}
export interface AlertsContext extends AlertsDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox'> {
  readonly rateLimit: RateLimit
}
