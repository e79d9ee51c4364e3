/** Reconciliation as a module: its runs, its hourly signed head, its approval to lift a freeze, its calls and signals. */
import type { Approvals } from '../../platform/approvals/index.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import type { ReconciliationContext, ReconciliationDependencies } from './context.ts'
import { isUnderWay } from './cut.ts'
import { LIFT_APPROVAL, liftApproval } from './lift-approval.ts'
import { openBooks } from './open-books.ts'
import { reconcile } from './reconcile.ts'
import { reconciliationRoutes } from './routes.ts'
import { signLedgerHead } from './sign-head.ts'
import { bookSignals } from './signals.ts'

/** Two passes and one late start are less than the minute in which a difference stops its asset (R5). */
const EVERY_MS = 15_000
const SIGN_EVERY_MS = 3_600_000

export interface Reconciliation extends MountedModule {
  /** Once in the life of a demo. */
  openBooks(): Promise<void>
  /** One pass, as the schedule makes it. */
  reconcile(): Promise<void>
  /** Whether the ledger has something that the chain has not yet, or the other way round. */
  isUnderWay(): Promise<boolean>
  signLedgerHead(): Promise<void>
  readonly figures: Figures
}

export function createReconciliation(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'secrets'>,
  { approvals, ...dependencies }: ReconciliationDependencies & { approvals: Approvals },
): Reconciliation {
  const context: ReconciliationContext = { ...platform, ...dependencies }
  approvals.register(LIFT_APPROVAL, liftApproval(context))
  context.jobs.schedule({ name: 'reconciliation.compare', everyMs: EVERY_MS, run: () => reconcile(context) })
  context.jobs.schedule({
    name: 'reconciliation.ledger_head',
    everyMs: SIGN_EVERY_MS,
    run: async () => void (await signLedgerHead(context)),
  })
  return {
    name: 'reconciliation',
    openBooks: () => openBooks(context),
    reconcile: () => reconcile(context),
    isUnderWay: () => isUnderWay(context),
    signLedgerHead: async () => void (await signLedgerHead(context)),
    figures: bookSignals(context),
    routes: reconciliationRoutes(context, approvals),
  }
}
