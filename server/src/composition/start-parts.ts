/** Parts of a process: those that the settings name in production, the embedded ones in a demo. */
import type { DatabaseAccess } from '../platform/database/prepare-database.ts'
import type { Log } from '../platform/observability/log.ts'
import type { PlatformSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import type { Clock } from '../platform/time/clock.ts'
import { databaseAccess } from './database-access.ts'
import { development } from './development.ts'
import type { ProductParts } from './product-parts.ts'

export async function startParts(settings: PlatformSettings, env: Environment, log: Log, clock: Clock): Promise<ProductParts> {
  if (settings.profile === 'production')
    return { database: productionDatabase(settings), env: {}, isKeeper: false, stop: async () => undefined }
  const { startEmbeddedParts } = await development()
  return startEmbeddedParts(settings, env, log, clock)
}

/** A process that answers calls has no connection of the owner. */
function productionDatabase(settings: PlatformSettings): DatabaseAccess {
  const access = databaseAccess(settings.databaseUrl ?? '', settings)
  return settings.roles.has('core') ? { ...access, owner: null, application: { connectionString: settings.databaseUrl ?? '' } } : access
}
