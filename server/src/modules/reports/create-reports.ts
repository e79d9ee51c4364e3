/** Composition of reports: read models over the views that modules publish. */
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { Parameters } from '../parameters/index.ts'
import { moneyRoutes, tradeRoutes } from './money/routes.ts'
import { reportRoutes } from './routes.ts'

export function createReports(platform: Platform, { parameters }: { readonly parameters: Pick<Parameters, 'bank'> }): MountedModule {
  const context = { ...platform, rateLimit: createRateLimit(platform), parameters }
  return { name: 'reports', routes: [...reportRoutes(context), ...moneyRoutes(context), ...tradeRoutes(context)] }
}
