/** Shared dependencies of the use cases of this module. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Alerts } from '../../customers/alerts/index.ts'
import type { Limits } from '../../customers/limits/index.ts'

export interface MonitoringDependencies {
  readonly alerts: Pick<Alerts, 'raiseBatch' | 'close' | 'openOf'>
  readonly limits: Pick<Limits, 'monthlyMaximums' | 'maximumHistory'>
}
export interface CatalogueContext extends Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs'> {
  readonly approvals: Pick<Approvals, 'register' | 'perform' | 'waitingTargets'>
}
export interface MonitoringContext extends MonitoringDependencies, Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'log'> {}
