/** What the use cases of this module share. */
import type { Platform } from '../../platform/module.ts'
import type { Alerts } from '../alerts/index.ts'
import type { Limits } from '../limits/index.ts'

export interface MonitoringDependencies {
  readonly alerts: Pick<Alerts, 'raise' | 'close' | 'open'>
  readonly limits: Pick<Limits, 'monthlyMaximum'>
}
export interface MonitoringContext extends MonitoringDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'log'> {}
