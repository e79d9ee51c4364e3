/** Shared dependencies of the use cases of this module. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Configuration } from '../../reference/configuration/index.ts'
import type { Notifications } from '../../reference/notifications/index.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { Alerts } from '../alerts/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc } from '../kyc/index.ts'

/** Port to enhanced due diligence, whose module depends on modules that depend on risk. */
export interface DiligencePort {
  allowsTransactions(connection: Connection, accountId: string): Promise<boolean>
  isPepApprovedSince(connection: Connection, accountId: string, since: Date): Promise<boolean>
}
export interface RiskDependencies {
  readonly diligence: DiligencePort
  readonly identity: Pick<Identity, 'person'> & { readonly staff: Pick<Identity['staff'], 'officersWith'> }
  readonly kyc: Pick<Kyc, 'person' | 'reviewFacts' | 'lockSuccessor'>
  readonly alerts: Pick<Alerts, 'raise' | 'close' | 'isOpen' | 'openedAt' | 'lastFoundAt' | 'openFacts'>
  readonly notifications: Pick<Notifications, 'notify'>
  readonly parameters: Pick<Parameters, 'economicActivity' | 'economicActivityOfCode' | 'countryName' | 'alertType'>
  readonly configuration: Pick<Configuration, 'at' | 'countsEffect'>
  readonly approvals: Approvals
}
export interface RiskContext extends RiskDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox' | 'jobs' | 'log'> {}
