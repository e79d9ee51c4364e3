/** Composition of the configuration: the interface of other modules, the calls of officers, and the approval kind. */
import { CONFIGURATION, type ListName, type SetName } from '@tunjo/contract/configuration-catalogue'
import { type TypedNumbers, typedNumbers } from '@tunjo/contract/versioned-numbers'
import type { Platform } from '../../../platform/module.ts'
import { declareMeasures } from '../../../platform/observability/gauges.ts'
import { inForce } from '../../../platform/versions/effective.ts'
import { CHANGE_APPROVAL, changeApproval } from './change-approval.ts'
import type { ConfigurationContext, ConfigurationDependencies } from './context.ts'
import { configurationRoutes } from './routes.ts'
import type { Configuration, ConfigurationVersion, CountEffect, InForce } from './types.ts'
import { versionSeals } from './version-seals.ts'
import { countUnsealed, firstVersion, versionAt, versionFact, versionsOf } from './version-store.ts'

const MEASURES = declareMeasures('configuration', {
  unproved: {
    help: 'Versions of the configuration that two officers did not decide, and that are ignored',
    rules: [
      {
        alert: 'ConfigurationUnproved',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} versions of the configuration were written directly into the database',
      },
    ],
  },
})

type Parts = Pick<Platform, 'db' | 'clock' | 'audit' | 'secrets'>

export function createConfiguration({ secrets, ...platform }: Parts, dependencies: ConfigurationDependencies): Configuration {
  const seals = versionSeals(secrets)
  const effects = new Map<SetName, CountEffect>()
  const context: ConfigurationContext = { ...platform, ...dependencies, seals, effects }
  dependencies.approvals.register(CHANGE_APPROVAL, changeApproval(context))
  return {
    name: 'configuration',
    routes: configurationRoutes(context),
    at: async (connection, set, at) => typed(set, await versionAt(connection, seals, set, at)),
    inGroups: {
      at(set, now) {
        const { text, read } = versionFact(seals, set, now)
        return { text, read: (json) => typed(set, read(json)) }
      },
    },
    async history(connection, set) {
      const versions = (await versionsOf(connection, seals, set)).map((version) => ({ ...version, typed: typed(set, version) }))
      const first = typed(set, firstVersion(set))
      return (at) => inForce(versions, at)?.typed ?? first
    },
    countsEffect: (set, count) => void effects.set(set, count),
    figures: {
      measures: MEASURES,
      read: async () => ({ unproved: await countUnsealed(platform.db, seals) }),
    },
  }
}

function typed<S extends SetName>(set: S, { version, numbers, lists }: ConfigurationVersion): InForce<S> {
  const known = Object.entries(firstVersion(set).lists).map(([name, first]) => [name, new Set(lists[name] ?? first)])
  return {
    version,
    // Every name of the set has a value.
    numbers: typedNumbers(CONFIGURATION[set].numbers, numbers) as TypedNumbers<(typeof CONFIGURATION)[S]['numbers']>,
    lists: Object.fromEntries(known) as Record<ListName<S>, ReadonlySet<string>>,
  }
}
