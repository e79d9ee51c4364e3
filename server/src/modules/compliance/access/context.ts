/** Shared dependencies of this folder. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Alerts } from '../../alerts/index.ts'
import type { Identity } from '../../identity/index.ts'
import type { Kyc } from '../../kyc/index.ts'

export interface AccessDependencies {
  readonly identity: Pick<Identity, 'person' | 'access' | 'staff'>
  readonly kyc: Pick<Kyc, 'person'>
  readonly alerts: Pick<Alerts, 'openFacts'>
  readonly approvals: Approvals
}
export interface AccessContext extends AccessDependencies, Pick<Platform, 'db' | 'clock' | 'audit'> {}
