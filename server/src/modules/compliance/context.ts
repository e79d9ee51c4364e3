/** What the use cases of this module share. */
import type { Approvals } from '../../platform/approvals/index.ts'
import type { Exports } from '../../platform/exports/index.ts'
import type { Platform } from '../../platform/module.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc } from '../kyc/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Parameters } from '../parameters/index.ts'
import type { Risk } from '../risk/index.ts'
import type { Lists } from './person/information.ts'

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
  >
  readonly identity: Pick<Identity, 'person'> & { readonly staff: Pick<Identity['staff'], 'officersWith'> }
  readonly notifications: Pick<Notifications, 'notify'>
  readonly limits: Pick<Limits, 'volume' | 'monthlyMaximum'>
  readonly parameters: Lists & Pick<Parameters, 'natureLabel'>
  readonly risk: Pick<Risk, 'standing'>
  readonly approvals: Approvals
  readonly exports: Exports
}
export interface ComplianceContext extends ComplianceDependencies, Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'secrets'> {
  readonly rateLimit: RateLimit
}
