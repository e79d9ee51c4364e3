/** Shared context of the use cases of this module. */
import type { SetName } from '@tunjo/contract/configuration-catalogue'
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Parameters } from '../parameters/index.ts'
import type { CountEffect } from './types.ts'
import type { VersionSeals } from './version-seals.ts'

export interface ConfigurationDependencies {
  readonly parameters: Pick<Parameters, 'economicActivityOfCode' | 'countryName'>
  readonly approvals: Pick<Approvals, 'register' | 'perform' | 'waitingTargets'>
}
export interface ConfigurationContext extends ConfigurationDependencies, Pick<Platform, 'db' | 'clock' | 'audit'> {
  readonly seals: VersionSeals
  readonly effects: ReadonlyMap<SetName, CountEffect>
}
