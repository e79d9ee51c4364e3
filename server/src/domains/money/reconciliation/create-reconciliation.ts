/** Reconciliation as a module: its runs, its hourly signed head, its approval to lift a freeze, its calls and metrics. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { CAPITAL_APPROVAL, capitalApproval } from './capital/capital-approval.ts'
import { capitalRoutes } from './capital/capital-routes.ts'
import { closeDays } from './closing/close-days.ts'
import { closingRoutes } from './closing/closing-routes.ts'
import type { ReconciliationContext, ReconciliationDependencies } from './context.ts'
import { LIFT_APPROVAL, liftApproval } from './lift-approval.ts'
import { reconciliationMetrics } from './metrics.ts'
import { openBooks } from './open-books.ts'
import { createPassMemory } from './pass-memory.ts'
import { type PassReport, passAndReport } from './pass-report.ts'
import { reconcile } from './reconcile.ts'
import { reconciliationRoutes } from './routes.ts'
import { signLedgerHead } from './sign-ledger-head.ts'
import { hasMovementsInFlight } from './snapshot.ts'

/** Two passes and one late start take less than the minute in which a difference freezes its asset (R5). */
const EVERY_MS = 15_000
const SIGN_EVERY_MS = 3_600_000
const CLOSE_EVERY_MS = 60_000

export interface Reconciliation extends MountedModule {
  /** Once in the life of a demo. */
  openBooks(): Promise<void>
  /** One pass, as the schedule runs it. */
  reconcile(): Promise<void>
  /** One pass for an operator, and what differs after it; none when the last one is younger than the schedule's time. */
  passAndReport(): Promise<PassReport>
  /** True while the ledger has a movement that the chain does not have yet, or the reverse. */
  hasMovementsInFlight(): Promise<boolean>
  signLedgerHead(): Promise<void>
  /** Closes every past day without a closing, as the schedule does. */
  closeDays(): Promise<void>
  readonly figures: Gauges
}

export function createReconciliation(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'secrets'>,
  { approvals, ...dependencies }: ReconciliationDependencies & { approvals: Approvals },
): Reconciliation {
  const context: ReconciliationContext = {
    ...platform,
    ...dependencies,
    seals: evidenceSeals(platform.secrets),
    memory: createPassMemory(),
  }
  approvals.register(LIFT_APPROVAL, liftApproval(context))
  approvals.register(CAPITAL_APPROVAL, capitalApproval(context))
  context.jobs.schedule({ name: 'reconciliation.compare', everyMs: EVERY_MS, run: () => reconcile(context) })
  context.jobs.schedule({
    name: 'reconciliation.ledger_head',
    everyMs: SIGN_EVERY_MS,
    run: async () => void (await signLedgerHead(context)),
  })
  context.jobs.schedule({ name: 'reconciliation.closing', everyMs: CLOSE_EVERY_MS, run: () => closeDays(context) })
  return {
    name: 'reconciliation',
    openBooks: () => openBooks(context),
    reconcile: () => reconcile(context),
    passAndReport: () => passAndReport(context, EVERY_MS),
    hasMovementsInFlight: () => hasMovementsInFlight(context),
    signLedgerHead: async () => void (await signLedgerHead(context)),
    closeDays: () => closeDays(context),
    figures: reconciliationMetrics(context),
    routes: [...reconciliationRoutes(context, approvals), ...closingRoutes(context), ...capitalRoutes(context, approvals)],
  }
}
