/** Composition of background checks: the calls of officers, the job, and the automatic first check of a customer. */
import * as z from 'zod'
import type { MountedModule, Platform } from '../../../../platform/module.ts'
import type { Gauges } from '../../../../platform/observability/gauges.ts'
import { readTusdatosSettings } from '../provider/settings.ts'
import { createTusdatos, keylessChecks } from '../provider/tusdatos.ts'
import { newestPdf } from './check-store.ts'
import { checkSummaryOf } from './check-summary.ts'
import type { CheckContext, CheckDependencies } from './context.ts'
import { DISMISS_APPROVAL, dismissApproval } from './dismiss-approval.ts'
import { checkFigures } from './figures.ts'
import { launchAutomatically } from './launch-automatically.ts'
import { CHECK_JOB } from './request-check.ts'
import { checkRoutes } from './routes.ts'
import { runCheck } from './run-check.ts'

export interface PersonChecks extends MountedModule {
  readonly figures: Gauges
  readonly summary: typeof checkSummaryOf
  /** PDF of the newest report. */
  readonly reportFile: typeof newestPdf
}

type CheckPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'files' | 'env'> & {
  readonly settings: Pick<Platform['settings'], 'profile'>
}

const Payload = z.object({ checkId: z.uuid(), round: z.int() })
/** Longer than a call with its time limit; renewed while a run continues. */
const LEASE_MS = 60_000
/** Concurrency limit: all checks wait for the same provider. */
const PLACES = 4

export function createBackgroundChecks(platform: CheckPlatform, dependencies: CheckDependencies): PersonChecks {
  const { db, clock, log, jobs, outbox, audit, files, env, settings } = platform
  const { limits, provider: tusdatos } = readTusdatosSettings(env, settings)
  const provider = tusdatos ? createTusdatos(tusdatos) : keylessChecks()
  const context: CheckContext = { ...dependencies, db, clock, log, jobs, outbox, audit, files, provider, limits }
  context.approvals.register(DISMISS_APPROVAL, dismissApproval(context))
  jobs.handle({
    name: CHECK_JOB,
    lane: 'background-checks',
    places: PLACES,
    leaseMs: LEASE_MS,
    // The check itself decides when it is lost: until then its customer gets no other check.
    maxAttempts: Number.POSITIVE_INFINITY,
    run: (payload, job) => runCheck({ ...context, log: job.log, lease: job.lease }, Payload.parse(payload)),
  })
  // Customers accepted before this feature get their check from officers.
  outbox.on(
    'kyc.documents_reviewed',
    'screening.checks',
    async ({ accountId, outcome }) => {
      if (outcome === 'accepted') await launchAutomatically(context, accountId)
    },
    { from: 'now' },
  )
  return {
    name: 'screening',
    routes: checkRoutes(context),
    figures: checkFigures(context),
    summary: checkSummaryOf,
    reportFile: newestPdf,
  }
}
