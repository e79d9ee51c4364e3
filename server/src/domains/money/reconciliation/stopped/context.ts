/** Dependencies of the list of late operations. */
import type { Platform } from '../../../../platform/module.ts'
import type { RateLimit } from '../../../../platform/rate-limit/rate-limit.ts'
import type { StuckSource } from '../../../../platform/security/stopped-operations.ts'
import type { Identity } from '../../../customers/identity/index.ts'

export interface StoppedDependencies {
  /** One source of each kind. */
  readonly sources: readonly StuckSource[]
  readonly identity: Pick<Identity, 'person'>
}
export interface StoppedContext extends StoppedDependencies, Pick<Platform, 'db' | 'log' | 'audit'> {
  readonly rateLimit: RateLimit
}
