/** Composition of payments: deposits, withdrawals, bank accounts, provider events. */

import { changesOnly } from '../../../platform/database/log-changes-only.ts'
import type { Platform } from '../../../platform/module.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { ensureAccount } from './accounts/ensure-account.ts'
import { BOOKING_APPROVAL, bookingApproval } from './anomalies/booking-approval.ts'
import { countUnbooked } from './anomalies/booking-store.ts'
import { compareRecords } from './anomalies/compare-records.ts'
import { listAnomalies } from './anomalies/list-anomalies.ts'
import { anomalyRoutes } from './anomalies/routes.ts'
import { awaitingBurn, collectionAtBank, paidForDeposit } from './books.ts'
import { readPaymentsSettings } from './config.ts'
import type { PaymentsContext, PaymentsDependencies } from './context.ts'
import { DEPOSIT_APPROVAL, depositApproval } from './deposits/deposit-approval.ts'
import { TAKEN_BACK_APPROVAL, takenBackApproval } from './deposits/taken-back-approval.ts'
import { listTakenBack } from './deposits/taken-back-store.ts'
import { hasOpenMovement } from './history-store.ts'
import { handleJobs } from './jobs.ts'
import { officerRoutes } from './officer-routes.ts'
import { paymentMetrics } from './payment-metrics.ts'
import { payoutSnapshot } from './payout-snapshot.ts'
import { createWompi } from './providers/wompi.ts'
import { createPayouts } from './providers/wompi-payouts.ts'
import { paymentsRoutes } from './routes.ts'
import { sealOldRows } from './seal-old-rows.ts'
import { stoppedPayments } from './stopped.ts'
import { IMPORT_APPROVAL, importApproval } from './transfers/import-approval.ts'
import { LINE_APPROVAL, lineApproval } from './transfers/line-approval.ts'
import { transferRoutes } from './transfers/routes.ts'
import type { FoundBurns, Payments } from './types.ts'
import { unprovedRows } from './unproved-rows.ts'
import { cancelHeldWithdrawals } from './withdrawals/cancel-withdrawal.ts'
import { PAYOUT_APPROVAL, payoutApproval } from './withdrawals/payout-approval.ts'
import { WITHDRAWAL_APPROVAL, withdrawalApproval } from './withdrawals/withdrawal-approval.ts'

export type PaymentsPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'units' | 'env' | 'secrets'> & {
  readonly settings: Pick<Platform['settings'], 'profile' | 'publicUrl'>
}

export function createPayments(platform: PaymentsPlatform, dependencies: PaymentsDependencies): Payments {
  const { db, clock, log, jobs, outbox, audit, units } = platform
  const settings = readPaymentsSettings(platform.env, platform.settings)
  const context = {
    ...dependencies,
    db,
    clock,
    log,
    jobs,
    outbox,
    audit,
    units,
    settings,
    seals: evidenceSeals(platform.secrets),
    isNews: changesOnly(),
    publicUrl: platform.settings.publicUrl,
    pse: createWompi(settings.wompi),
    payouts: createPayouts(settings.payouts, () => clock.now()),
    foundBurns: lateFoundBurns(),
  } satisfies PaymentsContext
  handleJobs(jobs, context)
  registerApprovals(context)
  stopWithdrawals(context)
  return {
    name: 'payments',
    ensureAccount: (account) => ensureAccount(context, account),
    hasOpenMovement,
    useFoundBurns: context.foundBurns.use,
    paidForDeposit: (depositId) => paidForDeposit(context, depositId),
    fundsAtProvider: payoutSnapshot(context),
    collectionAtBank: () => collectionAtBank(context),
    takenBack: () => listTakenBack(context, db),
    awaitingBurn: (connection) => awaitingBurn(context, connection),
    anomalies: () => listAnomalies(db),
    unbookedPayments: (tx) => countUnbooked(context, tx),
    compareRecords: () => compareRecords(context),
    unprovedRows: () => unprovedRows(context),
    sealOldRows: () => sealOldRows(context),
    figures: paymentMetrics(context),
    stopped: stoppedPayments(context),
    routes: [...paymentsRoutes(context), ...officerRoutes(context), ...anomalyRoutes(context), ...transferRoutes(context)],
  }
}

/** Cancel what is held of an account that its customer froze, or whose location was denied. */
function stopWithdrawals(context: PaymentsContext): void {
  const { outbox } = context
  outbox.on('identity.account_frozen', 'payments.stop_withdrawals', ({ accountId }) => cancelHeldWithdrawals(context, accountId))
  outbox.on('identity.location_denied', 'payments.stop_withdrawals', ({ accountId }) => cancelHeldWithdrawals(context, accountId))
}

/** Tokens are booked by a module that is built later, and until then none are. */
function lateFoundBurns() {
  let port: FoundBurns = { isBooked: async () => false }
  return {
    isBooked: ((tx, withdrawalId) => port.isBooked(tx, withdrawalId)) satisfies FoundBurns['isBooked'],
    use(given: FoundBurns) {
      port = given
    },
  }
}

function registerApprovals(context: PaymentsContext): void {
  const { approvals } = context
  approvals.register(BOOKING_APPROVAL, bookingApproval(context))
  approvals.register(DEPOSIT_APPROVAL, depositApproval(context))
  approvals.register(TAKEN_BACK_APPROVAL, takenBackApproval(context))
  approvals.register(WITHDRAWAL_APPROVAL, withdrawalApproval(context))
  approvals.register(PAYOUT_APPROVAL, payoutApproval(context))
  approvals.register(IMPORT_APPROVAL, importApproval(context))
  approvals.register(LINE_APPROVAL, lineApproval(context))
}
