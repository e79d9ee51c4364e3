/** What the use cases of this module share. */
import type { Connection } from '../../platform/database.ts'
import type { Platform } from '../../platform/module.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Configuration } from '../configuration/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Parameters } from '../parameters/index.ts'
import type { FieldLists } from './evidence/field-changes.ts'

/** What enhanced due diligence says: the module that keeps it is built from others that know alerts. */
export interface DiligencePort {
  isInForce(connection: Connection, accountId: string): Promise<boolean>
}
export interface AlertsDependencies {
  readonly diligence: DiligencePort
  readonly identity: Pick<Identity, 'person'>
  readonly parameters: Pick<Parameters, 'alertType'> & FieldLists
  readonly configuration: Pick<Configuration, 'at'>
}
export interface AlertsContext extends AlertsDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox'> {
  readonly rateLimit: RateLimit
}
