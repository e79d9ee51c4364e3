/** What the use cases of this module share. */
import type { Approvals } from '../../platform/approvals/index.ts'
import type { Connection } from '../../platform/database.ts'
import type { Exports } from '../../platform/exports/index.ts'
import type { Platform } from '../../platform/module.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc } from '../kyc/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Parameters } from '../parameters/index.ts'
import type { Risk } from '../risk/index.ts'
import type { CheckStanding, Lists } from './person/information.ts'

/** What the provider of background checks said, as far as the panels of a person show it. */
export interface BackgroundCheckPort {
  standing(connection: Connection, accountId: string): Promise<CheckStanding>
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
    | 'twinsOf'
    | 'slotsOf'
    | 'levelChoices'
    | 'readProof'
    | 'lastProofReading'
  >
  readonly identity: Pick<Identity, 'person'> & { readonly staff: Pick<Identity['staff'], 'officersWith'> }
  readonly notifications: Pick<Notifications, 'notify'>
  readonly limits: Pick<Limits, 'volume' | 'monthlyMaximum'>
  readonly parameters: Lists & Pick<Parameters, 'natureLabel'>
  readonly risk: Pick<Risk, 'standing'>
  readonly approvals: Approvals
  readonly checks: BackgroundCheckPort
  readonly exports: Exports
}
export interface ComplianceContext extends ComplianceDependencies, Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'secrets'> {
  readonly rateLimit: RateLimit
}
