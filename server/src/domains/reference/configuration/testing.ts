/** Configuration for tests of modules that use it: over their database, without approvals by HTTP. */
import type { SetName } from '@tunjo/contract/configuration-catalogue'
import { createApprovals } from '../../../platform/approvals/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Platform } from '../../../platform/module.ts'
import { createParameters, type Parameters } from '../parameters/index.ts'
import { type Configuration, createConfiguration } from './index.ts'
import type { ConfigurationVersion } from './types.ts'
import { versionSeals } from './version-seals.ts'
import { firstVersion, insertVersion, nextNumber, versionsOf } from './version-store.ts'

export function testConfiguration(platform: Platform, parameters: Parameters = createParameters()): Configuration {
  const staff = { permissionsOf: async () => [], officersWith: async () => [], emailOf: async () => '' }
  const approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  return createConfiguration(platform, { parameters, approvals })
}

/** Insert a version as two officers would decide it, in force from `from`: values that are not named stay unchanged. */
export async function decideVersion(
  platform: Pick<Platform, 'db' | 'clock' | 'secrets'>,
  set: SetName,
  changes: Partial<Pick<ConfigurationVersion, 'numbers' | 'lists'>>,
  from?: Date,
): Promise<void> {
  const seals = versionSeals(platform.secrets)
  const at = platform.clock.now()
  await inTransaction(platform.db, async (tx) => {
    const newest = (await versionsOf(tx, seals, set)).at(-1) ?? firstVersion(set)
    const [numbers, lists] = [
      { ...newest.numbers, ...changes.numbers },
      { ...newest.lists, ...changes.lists },
    ]
    const decision = { at, makerId: newId(), checkerId: newId(), reason: 'Lo aprobó el comité.' }
    await insertVersion(tx, seals, set, { version: await nextNumber(tx, set), numbers, lists, from: from ?? at, decision })
  })
}
