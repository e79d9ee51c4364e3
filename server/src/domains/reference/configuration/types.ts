/** Public interface of the configuration. */

import type { ConfigurationEffect } from '@tunjo/contract/configuration'
import type { CONFIGURATION, ListName, ListValues, SetName } from '@tunjo/contract/configuration-catalogue'
import type { NumberValues, TypedNumbers } from '@tunjo/contract/versioned-numbers'
import type { Connection } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { Fact } from '../../../platform/unit-of-work/index.ts'
import type { Decision, Version } from '../../../platform/versions/effective.ts'

export interface ConfigurationVersion extends Version {
  readonly numbers: NumberValues
  readonly lists: ListValues
}
export interface DecidedVersion extends ConfigurationVersion {
  /** Null of the first version. */
  readonly decision: Decision | null
}

/** Set as it is in force at a moment. */
export interface InForce<S extends SetName> {
  readonly version: number
  readonly numbers: TypedNumbers<(typeof CONFIGURATION)[S]['numbers']>
  readonly lists: Readonly<Record<ListName<S>, ReadonlySet<string>>>
}

/** Count the effect of a change at this moment, from data that is stored anyway. */
export type CountEffect = (connection: Connection, numbers: NumberValues, now: Date) => Promise<readonly ConfigurationEffect[]>

/** For use cases that run in groups (platform/unit-of-work). */
interface ConfigurationInGroups {
  /** `now`: name of the key that is the moment of the decision. */
  at<S extends SetName>(set: S, now: string): Fact<InForce<S>>
}

export interface Configuration extends MountedModule {
  readonly figures: Gauges
  readonly inGroups: ConfigurationInGroups
  /** In the caller's transaction, so that all its decisions use one version. */
  at<S extends SetName>(connection: Connection, set: S, at: Date): Promise<InForce<S>>
  /** The same for many moments: read once. */
  history<S extends SetName>(connection: Connection, set: S): Promise<(at: Date) => InForce<S>>
  /** Registers the count of a change's effect, made by the module that uses the set. */
  countsEffect(set: SetName, count: CountEffect): void
}
