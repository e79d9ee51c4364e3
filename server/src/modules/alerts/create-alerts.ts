/** Composition of alerts: the calls of officers, and where rules raise and close alerts. */
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { AlertsDependencies } from './context.ts'
import { openEpisodes } from './episode-store.ts'
import { close, isOpen, raise } from './episodes.ts'
import { alertRoutes } from './routes.ts'

export interface Alerts extends MountedModule {
  readonly raise: typeof raise
  readonly close: typeof close
  readonly isOpen: typeof isOpen
  /** Of one person. */
  readonly open: typeof openEpisodes
}

export function createAlerts(platform: Pick<Platform, 'db' | 'clock' | 'audit'>, dependencies: AlertsDependencies): Alerts {
  const context = { ...platform, ...dependencies, rateLimit: createRateLimit(platform) }
  return { name: 'alerts', routes: alertRoutes(context), raise, close, isOpen, open: openEpisodes }
}
