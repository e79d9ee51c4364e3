/** Composition of reports: read models over the views that modules publish. */
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { reportRoutes } from './routes.ts'

export function createReports(platform: Platform): MountedModule {
  return { name: 'reports', routes: reportRoutes({ ...platform, rateLimit: createRateLimit(platform) }) }
}
