/** What the list of stopped operations needs. */
import type { Platform } from '../../../platform/module.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import type { StoppedSource } from '../../../platform/stopped-operations.ts'
import type { Identity } from '../../identity/index.ts'

export interface StoppedDependencies {
  /** Of each kind its own. */
  readonly sources: readonly StoppedSource[]
  readonly identity: Pick<Identity, 'person'>
}
export interface StoppedContext extends StoppedDependencies, Pick<Platform, 'db' | 'log' | 'audit'> {
  readonly rateLimit: RateLimit
}
