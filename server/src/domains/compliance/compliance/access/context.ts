/** Shared dependencies of this folder. */
import type { Approvals } from '../../../../platform/approvals/index.ts'
import type { Platform } from '../../../../platform/module.ts'
import type { Alerts } from '../../../customers/alerts/index.ts'
import type { Identity } from '../../../customers/identity/index.ts'
import type { Kyc } from '../../../customers/kyc/index.ts'

export interface AccessDependencies {
  readonly identity: Pick<Identity, 'person' | 'access' | 'staff'>
  readonly kyc: Pick<Kyc, 'person'>
  readonly alerts: Pick<Alerts, 'openFacts'>
  readonly approvals: Approvals
}
export interface AccessContext extends AccessDependencies, Pick<Platform, 'db' | 'clock' | 'audit'> {}
