/** Dependencies of background checks. */

import type { Approvals } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { RunningJob } from '../../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../../platform/module.ts'
import type { Alerts } from '../../../customers/alerts/index.ts'
import type { Identity } from '../../../customers/identity/index.ts'
import type { Kyc } from '../../../customers/kyc/index.ts'
import type { Risk } from '../../../customers/risk/index.ts'
import type { Configuration } from '../../../reference/configuration/index.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import type { BackgroundChecks } from '../provider/background-checks.ts'
import type { CheckLimits } from '../provider/settings.ts'

export interface CheckDependencies {
  readonly kyc: Pick<Kyc, 'reviewFacts'>
  readonly identity: Pick<Identity, 'person'>
  readonly risk: Pick<Risk, 'flagList' | 'flagPep' | 'reassess'>
  readonly alerts: Pick<Alerts, 'raise' | 'isOpen'>
  readonly parameters: Pick<Parameters, 'identificationType'>
  readonly configuration: Pick<Configuration, 'at'>
  readonly approvals: Pick<Approvals, 'register' | 'perform' | 'waitingTargets'>
}
export interface CheckContext extends CheckDependencies, Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'files'> {
  readonly provider: BackgroundChecks
  readonly limits: CheckLimits
}
export type CheckJobContext = CheckContext & Pick<RunningJob, 'lease'>

/** Fenced by the lease: a process that was paused past its lease changes nothing that another process did meanwhile. @throws LeaseLost */
export const withFencedLease = <T>({ db, lease }: CheckJobContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lease.fence(tx)
    return work(tx)
  })
