/** Shared dependencies of the use cases of this module. */
import type { Platform } from '../../../platform/module.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Configuration } from '../../reference/configuration/index.ts'
import type { Notifications } from '../../reference/notifications/index.ts'

export interface DeadlinesDependencies {
  readonly configuration: Pick<Configuration, 'at'>
  readonly identity: Pick<Identity, 'person'> & { readonly staff: Pick<Identity['staff'], 'officersWith'> }
  readonly notifications: Pick<Notifications, 'notify'>
}
export interface DeadlinesContext extends DeadlinesDependencies, Pick<Platform, 'db' | 'clock'> {}
