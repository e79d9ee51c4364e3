/** What the use cases of this module share. */
import type { Platform } from '../../platform/module.ts'
import type { Alerts } from '../alerts/index.ts'

export interface MonitoringDependencies {
  readonly alerts: Pick<Alerts, 'raise' | 'close' | 'open'>
}
export interface MonitoringContext extends MonitoringDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'log'> {}
