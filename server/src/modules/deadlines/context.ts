/** Shared dependencies of the use cases of this module. */
import type { Platform } from '../../platform/module.ts'
import type { Configuration } from '../configuration/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Notifications } from '../notifications/index.ts'

export interface DeadlinesDependencies {
  readonly configuration: Pick<Configuration, 'at'>
  readonly identity: Pick<Identity, 'person'> & { readonly staff: Pick<Identity['staff'], 'officersWith'> }
  readonly notifications: Pick<Notifications, 'notify'>
}
export interface DeadlinesContext extends DeadlinesDependencies, Pick<Platform, 'db' | 'clock'> {}
