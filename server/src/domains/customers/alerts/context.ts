/** Shared dependencies of the use cases of this module. */
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Catalogues } from '../../../platform/phrases/coded-text.ts'
import type { Configuration } from '../../reference/configuration/index.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { Identity } from '../identity/index.ts'
import type { FieldLists } from './evidence/field-changes.ts'

/** Port to enhanced due diligence, whose module depends on modules that depend on alerts. */
export interface DiligencePort {
  isInForce(connection: Connection, accountId: string): Promise<boolean>
}
export interface AlertsDependencies {
  readonly diligence: DiligencePort
  readonly identity: Pick<Identity, 'person'>
  readonly parameters: Pick<Parameters, 'alertType'> & FieldLists
  readonly configuration: Pick<Configuration, 'at'>
  /** Catalogues of the comments that rules write: the rules are in modules that depend on this one. */
  readonly commentWords: Catalogues
}
export interface AlertsContext extends AlertsDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox'> {}
