/** Dependencies of regulatory reports. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Alerts } from '../../customers/alerts/index.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Retention } from '../../customers/retention/index.ts'
import type { Movements } from '../../money/movements/index.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { Company } from './carf/company.ts'

export interface RegulatoryDependencies {
  readonly identity: Pick<Identity, 'closedAccounts'>
  readonly kyc: Pick<Kyc, 'person'>
  readonly alerts: Pick<Alerts, 'during'>
  readonly movements: Pick<Movements, 'find'>
  readonly retention: Pick<Retention, 'keepWhile' | 'holdDocuments'>
  readonly parameters: Pick<Parameters, 'city'>
  readonly approvals: Approvals
}
export interface RegulatoryContext extends RegulatoryDependencies, Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'secrets'> {
  /** Null when it is not set. */
  readonly entityCode: string | null
  /** The platform in the yearly report. Null when a part of it is not set. */
  readonly company: Company | null
}
