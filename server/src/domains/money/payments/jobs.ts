/** Jobs of payments: provider checks, payouts, processing of events. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import * as z from 'zod'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { compareRecords } from './anomalies/compare-records.ts'
import type { PaymentsContext } from './context.ts'
import { followDeposit } from './deposits/follow-deposit.ts'
import { compareWithProviders } from './events/daily-report.ts'
import { askAboutDeposit, askAboutPayout } from './events/provider-inquiry.ts'
import { reconcileStatement } from './transfers/reconcile-statement.ts'
import { payWithdrawal } from './withdrawals/pay-withdrawal.ts'
import { PROVE_JOB, proveForCore } from './withdrawals/prove-unpaid.ts'

const depositJob = z.object({ depositId: z.uuid() })
const withdrawalJob = z.object({ withdrawalId: z.uuid() })
const statementJob = z.object({ statementId: z.uuid() })
const reportJob = z.object({ day: z.iso.date() })
const eventJob = z.object({ eventId: z.uuid(), subjectId: z.string() })

/** Longer than one call to a provider with its time-out; renewed during a run. */
const LEASE_MS = 60_000
/** A job of a movement is never abandoned: at the longest pause this is more than three days of retries. */
const MAX_ATTEMPTS = 1_000

const HOUR_MS = 3_600_000
/** A page each time. */
const COMPARE_EVERY_MS = 60_000

export function handleJobs(jobs: Jobs, context: PaymentsContext): void {
  const common = { leaseMs: LEASE_MS, maxAttempts: MAX_ATTEMPTS }
  // A separate lane for each external party, so that payouts whose provider answers slowly delay no payment of another customer.
  const payments = { ...common, lane: 'payments.pse' }
  const payouts = { ...common, lane: 'payments.payouts' }
  // It queries both providers for lists of days.
  const reports = { ...common, lane: 'payments.reports' }
  const statements = { ...common, lane: 'payments.statements' }
  jobs.handle({ ...payments, name: 'payments.follow-deposit', run: async (job) => followDeposit(context, depositJob.parse(job).depositId) })
  jobs.handle({
    ...payouts,
    name: 'payments.pay-withdrawal',
    run: async (job, { lease }) => payWithdrawal({ ...context, lease }, withdrawalJob.parse(job).withdrawalId),
  })
  jobs.handle({
    ...payouts,
    name: PROVE_JOB,
    run: async (job) => void (await proveForCore(context, withdrawalJob.parse(job).withdrawalId)),
  })
  jobs.handle({ ...payments, name: 'payments.ask-about-deposit', run: async (job) => askAboutDeposit(context, eventJob.parse(job)) })
  jobs.handle({ ...reports, name: 'payments.daily-report', run: async (job) => compareWithProviders(context, reportJob.parse(job).day) })
  jobs.handle({
    ...statements,
    name: 'payments.reconcile-statement',
    run: async (job) => void (await reconcileStatement(context, statementJob.parse(job).statementId)),
  })
  jobs.schedule({ name: 'payments.compare_records', everyMs: COMPARE_EVERY_MS, run: () => compareRecords(context) })
  jobs.schedule({ name: 'payments.daily_report', everyMs: HOUR_MS, run: () => enqueueDailyReport(context) })
  jobs.handle({
    ...payouts,
    name: 'payments.ask-about-payout',
    run: async (job, { lease }) => askAboutPayout({ ...context, lease }, eventJob.parse(job)),
  })
}

/** Enqueue the report of the last complete day in Bogotá, once. */
async function enqueueDailyReport({ clock, db, jobs }: PaymentsContext): Promise<void> {
  const day = bogotaDay(new Date(clock.now().getTime() - 24 * HOUR_MS))
  await jobs.enqueue(db, { name: 'payments.daily-report', key: day, payload: { day } })
}
