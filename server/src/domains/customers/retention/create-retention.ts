/** Composition of retention: erases daily the documents that no law requires to keep. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import { readRetentionSettings } from './config.ts'
import { holdDocuments } from './hold-documents.ts'
import { LIFT_APPROVAL, liftApproval } from './legal-holds/lift-approval.ts'
import { type KeepsDocuments, purgeExpired, type RetentionContext } from './purge-expired.ts'
import { retentionRoutes } from './routes.ts'

const DAY_MS = 86_400_000

interface RetentionDependencies extends Pick<RetentionContext, 'identity'> {
  readonly approvals: Approvals
}

export interface Retention extends MountedModule {
  /** For modules whose own law keeps a person's documents for longer: asked before any are destroyed. */
  keepWhile(isKept: KeepsDocuments): void
  /**
   * Prevents the destruction of this person's documents until the end of the transaction. @throws Refused `request.not_found`,
   * `retention.already_destroyed`
   */
  holdDocuments(tx: Transaction, accountId: string): Promise<void>
}

export function createRetention(
  { db, clock, files, audit, jobs, env }: Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'env'>,
  { identity, approvals }: RetentionDependencies,
): Retention {
  const keepers: KeepsDocuments[] = []
  const context: RetentionContext = { db, clock, files, audit, identity, years: readRetentionSettings(env).years, keepers }
  jobs.schedule({ name: 'retention.forget_papers', everyMs: DAY_MS, run: () => purgeExpired(context) })
  approvals.register(LIFT_APPROVAL, liftApproval({ clock, audit }))
  return {
    name: 'retention',
    routes: retentionRoutes(context, approvals),
    keepWhile: (isKept) => void keepers.push(isKept),
    holdDocuments: (tx, accountId) => holdDocuments(context, tx, accountId),
  }
}
