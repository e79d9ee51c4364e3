/** Dependencies of the officers' side of the blocklist. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Alerts } from '../../customers/alerts/index.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Risk } from '../../customers/risk/index.ts'
import type { Blocklist } from './blocklist.ts'

export interface OfficeDependencies {
  readonly blackList: Blocklist
  readonly kyc: Pick<Kyc, 'reviewFacts'>
  readonly risk: Pick<Risk, 'flagList'>
  readonly alerts: Pick<Alerts, 'raise' | 'isOpen'>
  readonly approvals: Pick<Approvals, 'register' | 'perform' | 'waitingTargets'>
}
export interface OfficeContext extends OfficeDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs'> {}
