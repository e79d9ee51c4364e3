import type { MountedModule, Platform } from '../../platform/module.ts'
import { createThrottle } from '../../platform/throttle.ts'
import { reportRoutes } from './routes.ts'

export function createReports(platform: Platform): MountedModule {
  return { name: 'reports', routes: reportRoutes({ ...platform, throttle: createThrottle(platform) }) }
}
