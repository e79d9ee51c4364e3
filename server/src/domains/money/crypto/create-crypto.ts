/** Composition of the crypto rail: its calls and its schedule. */

import { crypto as contract } from '@tunjo/contract/crypto'
import type { Locale } from '@tunjo/contract/locales'
import { changesOnly } from '../../../platform/database/log-changes-only.ts'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { addressRoutes } from './address-routes.ts'
import { ensureAddress } from './addresses/ensure-address.ts'
import { readCryptoSettings } from './config.ts'
import type { CryptoContext, CryptoDependencies } from './context.ts'
import { depositMetrics } from './deposit-metrics.ts'
import { depositAddressTokens } from './deposits/deposit-address-tokens.ts'
import { DEPOSIT_APPROVAL, depositApproval } from './deposits/deposit-approval.ts'
import { DISPUTE_APPROVAL, disputeApproval } from './deposits/dispute-approval.ts'
import { spentCredits } from './deposits/hold-disputed.ts'
import { reopenSums } from './deposits/sum-small-deposits.ts'
import { followDeposits } from './follow-deposits.ts'
import { FOUND_APPROVAL, foundApproval } from './found/found-approval.ts'
import { isBurnBooked } from './found/found-reads.ts'
import { foundRoutes } from './found/routes.ts'
import { SETTLEMENT_APPROVAL, settlementApproval } from './found/settlement-approval.ts'
import { suspenseGauges } from './found/suspense-gauges.ts'
import { officerRoutes } from './officer-routes.ts'
import { openCases } from './open-cases.ts'
import { findEther } from './scan/find-ether.ts'
import { stoppedTokens } from './stopped.ts'
import { followSweep, requestSweeps } from './sweeps/request-sweeps.ts'
import type { Crypto } from './types.ts'
import { withdrawalMetrics } from './withdrawal-metrics.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'
import { stopWithdrawals } from './withdrawals/cancel-withdrawal.ts'
import { followTransfer } from './withdrawals/follow-transfer.ts'
import { followUndelivered } from './withdrawals/follow-undelivered.ts'
import type { MovementFilter } from './withdrawals/movement-store.ts'
import { RESUME_APPROVAL, resumeApproval } from './withdrawals/pause-withdrawals.ts'
import { pageOfMovements } from './withdrawals/present-withdrawal.ts'
import { sealOldReleases } from './withdrawals/release-proof.ts'
import { sendWithdrawals } from './withdrawals/send-withdrawals.ts'
import { WITHDRAWAL_APPROVAL, withdrawalApproval } from './withdrawals/withdrawal-approval.ts'
import { hasOpenWithdrawal, openWithdrawals } from './withdrawals/withdrawal-store.ts'

const FOLLOW_EVERY_MS = 1_000
const SWEEP_EVERY_MS = 5_000
const SEND_EVERY_MS = 1_000
const UNDELIVERED_EVERY_MS = 10_000
const ETHER_EVERY_MS = 60_000

export type CryptoPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'env' | 'secrets'> & {
  readonly settings: Pick<Platform['settings'], 'profile'>
}

export function createCrypto(platform: CryptoPlatform, dependencies: CryptoDependencies): Crypto {
  const { db, clock, log, jobs, outbox, audit, env } = platform
  const settings = readCryptoSettings(env, platform.settings)
  const context: CryptoContext = {
    ...dependencies,
    db,
    clock,
    log,
    outbox,
    audit,
    settings,
    seals: evidenceSeals(platform.secrets),
    isNews: changesOnly(),
  }
  const follow = followerOf(context)
  jobs.schedule({ name: 'crypto.follow', everyMs: FOLLOW_EVERY_MS, run: follow })
  jobs.schedule({ name: 'crypto.sweep', everyMs: SWEEP_EVERY_MS, run: () => requestSweeps(context) })
  jobs.schedule({ name: 'crypto.send_withdrawals', everyMs: SEND_EVERY_MS, run: () => sendWithdrawals(context) })
  jobs.schedule({ name: 'crypto.undelivered', everyMs: UNDELIVERED_EVERY_MS, run: () => followUndelivered(context) })
  jobs.schedule({ name: 'crypto.ether', everyMs: ETHER_EVERY_MS, run: () => findEther(context) })
  listen(context)
  registerApprovals(context)

  return {
    name: 'crypto',
    follow,
    sweep: () => requestSweeps(context),
    send: () => sendWithdrawals(context),
    findEther: () => findEther(context),
    followUndelivered: () => followUndelivered(context),
    sealOldRows: async () => void (await sealOldReleases(context)),
    openWithdrawals: (connection = db) => openWithdrawals(connection),
    depositAddressTokens: (connection) => depositAddressTokens(context, connection),
    spentCredits: (tx) => spentCredits(context, tx),
    isBurnBooked: (tx, withdrawalId) => isBurnBooked(context, tx, withdrawalId),
    openCases: (tx, asset) => openCases(context, tx, asset),
    hasOpenWithdrawal: (connection, accountId) => hasOpenWithdrawal(connection, { accountId }),
    figures: depositMetrics(context),
    withdrawalFigures: withdrawalMetrics(context),
    suspenseFigures: suspenseGauges(context),
    stopped: stoppedTokens(context),
    routes: routesOf(context),
  }
}

const routesOf = (context: CryptoContext): Route[] => [
  ...depositRoutes(context),
  ...addressRoutes(context),
  ...withdrawalRoutes(context),
  ...officerRoutes(context),
  ...foundRoutes(context),
]

function listen(context: CryptoContext): void {
  const { outbox } = context
  outbox.on('blockchain.operation_updated', 'crypto', async (event) => {
    await followSweep(context, event)
    await followTransfer(context, event)
  })
  outbox.on('identity.account_frozen', 'crypto.stop_withdrawals', ({ accountId }) => stopWithdrawals(context, accountId))
  outbox.on('identity.location_denied', 'crypto.stop_withdrawals', ({ accountId }) => stopWithdrawals(context, accountId))
}

function registerApprovals(context: CryptoContext): void {
  const { approvals } = context
  approvals.register(WITHDRAWAL_APPROVAL, withdrawalApproval(context))
  approvals.register(RESUME_APPROVAL, resumeApproval(context))
  approvals.register(DEPOSIT_APPROVAL, depositApproval(context))
  approvals.register(DISPUTE_APPROVAL, disputeApproval(context))
  approvals.register(FOUND_APPROVAL, foundApproval(context))
  approvals.register(SETTLEMENT_APPROVAL, settlementApproval(context))
}

function depositRoutes(context: CryptoContext): Route[] {
  const movements = (accountId: string, kinds: MovementFilter['kinds'], page: { pageIndex: number; size: number; locale: Locale }) =>
    pageOfMovements(context, { accountId, kinds }, page)
  return implement(contract, {
    depositAddress: ({ caller, params }) => ensureAddress(context, own(caller, params)),
    transactions: ({ caller, params, query, http }) =>
      movements(own(caller, params), ['DEPOSIT', 'WITHDRAWAL'], { ...query, locale: localeOf(http) }),
    deposits: ({ caller, params, query, http }) => movements(own(caller, params), ['DEPOSIT'], { ...query, locale: localeOf(http) }),
  })
}

/** Settings belong to the process: its first pass reopens the sums for its minimums. */
function followerOf(context: CryptoContext): () => Promise<void> {
  let isReopened = false
  return async () => {
    if (!isReopened) await reopenSums(context)
    isReopened = true
    await followDeposits(context)
  }
}

/** Another customer's id is answered like an unknown one. */
function own({ accountId }: { accountId: string }, { userId }: { userId: string }): string {
  return userId.toLowerCase() === accountId ? accountId : refuse('request.not_found')
}
