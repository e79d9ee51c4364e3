/** Composition of requests about personal data: the calls of people and officers, and the job that ends uncompleted ones. */
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { customerRoutes } from './customer-routes.ts'
import { desistOverdue } from './desist.ts'
import { privacyFigures } from './figures.ts'
import { officerRoutes } from './officer-routes.ts'
import type { PrivacyContext, PrivacyDependencies } from './types.ts'
import { forgetNames } from './write-entry.ts'

const LOOK_EVERY_MS = 15 * 60_000

type Parts = Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'log'>

export interface Privacy extends MountedModule {
  readonly figures: Figures
  /** One run; the scheduler calls it, and tests do too. */
  desistOverdue(): Promise<void>
}

export function createPrivacy({ db, clock, files, audit, jobs, log }: Parts, dependencies: PrivacyDependencies): Privacy {
  const context: PrivacyContext = { db, clock, files, audit, ...dependencies, rateLimit: createRateLimit({ db, clock }) }
  jobs.schedule({ name: 'privacy.desist', everyMs: LOOK_EVERY_MS, run: (job) => desistOverdue(context, job.log) })
  files.namesAreCopiedBy(forgetNames)
  return {
    name: 'privacy',
    routes: [...customerRoutes(context), ...officerRoutes(context)],
    figures: privacyFigures(context),
    desistOverdue: () => desistOverdue(context, log),
  }
}
