/** Dependencies of screening. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Alerts } from '../../customers/alerts/index.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Risk } from '../../customers/risk/index.ts'
import type { Configuration } from '../../reference/configuration/index.ts'
import type { ListSources } from './lists/source-settings.ts'

export interface ScreeningDependencies {
  readonly kyc: Pick<Kyc, 'reviewFacts'>
  readonly identity: Pick<Identity, 'person'>
  readonly risk: Pick<Risk, 'flagList' | 'flagPep' | 'profile' | 'reassess'>
  readonly alerts: Pick<Alerts, 'raise' | 'close' | 'isOpen'>
  readonly configuration: Pick<Configuration, 'at' | 'countsEffect'>
  readonly approvals: Approvals
}
/** Dependencies of the code that finds and stores hits. */
export type HitContext = Pick<ScreeningContext, 'db' | 'clock' | 'log' | 'risk' | 'alerts' | 'configuration'>
export interface ScreeningContext extends ScreeningDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'outbox' | 'log'> {
  readonly listSources: ListSources
}
