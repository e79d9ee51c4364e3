/** What configuration offers other modules. */

import type { ConfigurationEffect } from '@tunjo/contract/configuration'
import type { CONFIGURATION, ListName, ListValues, SetName } from '@tunjo/contract/configuration-catalogue'
import type { NumberValues, TypedNumbers } from '@tunjo/contract/versioned-numbers'
import type { Connection } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { Decision, Version } from '../../platform/versions/effective.ts'

export interface ConfigurationVersion extends Version {
  readonly numbers: NumberValues
  readonly lists: ListValues
}
export interface DecidedVersion extends ConfigurationVersion {
  /** Null of the first. */
  readonly decision: Decision | null
}

/** A set as it holds at a moment. */
export interface InForce<S extends SetName> {
  readonly version: number
  readonly numbers: TypedNumbers<(typeof CONFIGURATION)[S]['numbers']>
  readonly lists: Readonly<Record<ListName<S>, ReadonlySet<string>>>
}

/** Counts what a change would do at this moment, from what is kept anyway. */
export type CountEffect = (connection: Connection, numbers: NumberValues, now: Date) => Promise<readonly ConfigurationEffect[]>

export interface Configuration extends MountedModule {
  readonly figures: Figures
  /** In the caller's transaction: whatever it decides by, it decides by one version. */
  at<S extends SetName>(connection: Connection, set: S, at: Date): Promise<InForce<S>>
  /** The same for many moments: read once. */
  history<S extends SetName>(connection: Connection, set: S): Promise<(at: Date) => InForce<S>>
  /** The module that uses a set says what a change of it would do. */
  countsEffect(set: SetName, count: CountEffect): void
}
