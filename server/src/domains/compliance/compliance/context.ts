/** Shared dependencies of the use cases of this module. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Exports } from '../../../platform/exports/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Alerts } from '../../customers/alerts/index.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Limits } from '../../customers/limits/index.ts'
import type { Risk } from '../../customers/risk/index.ts'
import type { Configuration } from '../../reference/configuration/index.ts'
import type { Notifications } from '../../reference/notifications/index.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { CheckSummary, Lists } from './person/information.ts'

/** Port to the results of background checks, as shown in the panels of a customer. */
export interface BackgroundCheckPort {
  summary(connection: Connection, accountId: string): Promise<CheckSummary>
  /** Id of the file with the newest report; null when there is none. */
  reportFile(connection: Connection, accountId: string): Promise<string | null>
}
export interface ComplianceDependencies {
  readonly kyc: Pick<
    Kyc,
    | 'lock'
    | 'listReviewItems'
    | 'accept'
    | 'decline'
    | 'levelFacts'
    | 'changeLevel'
    | 'reviewFacts'
    | 'duplicatesOf'
    | 'earlierAccounts'
    | 'slotsOf'
    | 'levelChoices'
    | 'readProof'
    | 'lastProofReading'
    | 'renewals'
    | 'renewable'
    | 'requestRenewal'
    | 'writeRepresentatives'
    | 'representativeLists'
    | 'companyOwnershipFacts'
    | 'taxCertifications'
  >
  readonly identity: Pick<Identity, 'person'> & { readonly staff: Pick<Identity['staff'], 'officersWith'> }
  readonly notifications: Pick<Notifications, 'notify'>
  readonly limits: Pick<Limits, 'volume' | 'monthlyMaximums'>
  readonly parameters: Lists & Pick<Parameters, 'natureLabel' | 'alertType'>
  readonly risk: Pick<Risk, 'profile' | 'flagList' | 'flagPep' | 'carryLevel'>
  readonly alerts: Pick<Alerts, 'openFacts'>
  readonly approvals: Approvals
  readonly checks: BackgroundCheckPort
  readonly exports: Exports
  readonly configuration: Pick<Configuration, 'at'>
}
export interface ComplianceContext extends ComplianceDependencies, Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'secrets' | 'log'> {}
