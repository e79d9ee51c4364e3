/** Composition of requests about personal data: the calls of people and officers, and the job that ends uncompleted ones. */

import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import { customerRoutes } from './customer-routes.ts'
import { desistOverdue } from './desist.ts'
import { privacyMetrics } from './metrics.ts'
import { officerRoutes } from './officer-routes.ts'
import type { PrivacyContext, PrivacyDependencies } from './types.ts'
import { eraseFileNames } from './write-entry.ts'

const LOOK_EVERY_MS = 15 * 60_000

type Parts = Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'log'>

export interface Privacy extends MountedModule {
  readonly figures: Gauges
  /** One run; the scheduler calls it, and tests do too. */
  desistOverdue(): Promise<void>
}

export function createPrivacy({ db, clock, files, audit, jobs, log }: Parts, dependencies: PrivacyDependencies): Privacy {
  const context: PrivacyContext = { db, clock, files, audit, ...dependencies, rateLimit: createRateLimit({ db, clock }) }
  jobs.schedule({ name: 'privacy.desist', everyMs: LOOK_EVERY_MS, run: (job) => desistOverdue(context, job.log) })
  files.namesAreCopiedBy(eraseFileNames)
  return {
    name: 'privacy',
    routes: [...customerRoutes(context), ...officerRoutes(context)],
    figures: privacyMetrics(context),
    desistOverdue: () => desistOverdue(context, log),
  }
}
