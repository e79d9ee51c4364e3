/** Composition of retention: forgets what no law asks to keep, every day. */
import type { Approvals } from '../../platform/approvals/index.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { readRetentionSettings } from './config.ts'
import { forgetPapers, type RetentionContext } from './forget-papers.ts'
import { LIFT_APPROVAL, liftApproval } from './legal-holds/lift-approval.ts'
import { retentionRoutes } from './routes.ts'

const DAY_MS = 86_400_000

interface RetentionDependencies extends Pick<RetentionContext, 'identity'> {
  readonly approvals: Approvals
}

export function createRetention(
  { db, clock, files, audit, jobs, env }: Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'env'>,
  { identity, approvals }: RetentionDependencies,
): MountedModule {
  const context: RetentionContext = { db, clock, files, audit, identity, years: readRetentionSettings(env).years }
  jobs.schedule({ name: 'retention.forget_papers', everyMs: DAY_MS, run: () => forgetPapers(context) })
  approvals.register(LIFT_APPROVAL, liftApproval({ clock, audit }))
  return { name: 'retention', routes: retentionRoutes(context, approvals) }
}
