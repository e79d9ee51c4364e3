/** HTTP routes of token withdrawals, and of deposits from listed addresses, for officers. */

import { cryptoOfficers as contract } from '@tunjo/contract/crypto-officers'
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import { validate as isUuid } from 'uuid'
import { getAddress } from 'viem'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/list-query.ts'
import type { StepUpDescription } from '../../../platform/http/guards/step-up.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { excerpt } from '../../../platform/phrases/visible-text.ts'
import type { ApprovalWords } from './approval-words.es.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { CryptoContext } from './context.ts'
import { newestDecision } from './deposits/decision-store.ts'
import { DEPOSIT_APPROVAL, describeDepositDecision } from './deposits/deposit-approval.ts'
import { type DepositRow, findDeposit, listListed } from './deposits/deposit-store.ts'
import { disputeOf } from './deposits/dispute.ts'
import { DISPUTE_APPROVAL, describeDisputeDecision } from './deposits/dispute-approval.ts'
import { listDisputes } from './deposits/list-disputes.ts'
import { pausesInForce } from './withdrawals/pause-store.ts'
import { pauseWithdrawals, RESUME_APPROVAL } from './withdrawals/pause-withdrawals.ts'
import { describeDecision, WITHDRAWAL_APPROVAL } from './withdrawals/withdrawal-approval.ts'
import { findWithdrawals, type WithdrawalRow, withdrawnByAll } from './withdrawals/withdrawal-store.ts'

const DAY_MS = 24 * 3_600_000

export function officerRoutes(context: CryptoContext): Route[] {
  const { db, approvals } = context
  return implement(
    contract,
    {
      async decideWithdrawals({ caller, operation, body: { withdrawalIds, decision, reason } }) {
        const withdrawals = await known(context, withdrawalIds)
        const owners = [...new Set(withdrawals.map(({ accountId }) => accountId))]
        if (owners.includes(caller.accountId)) refuse('approvals.person_concerned')
        const params = { withdrawalIds: withdrawals.map(({ id }) => id), owners, decision }
        return approvals.perform(WITHDRAWAL_APPROVAL, { params, caller, operation, reason })
      },
      withdrawalsState: () => withdrawalsState(context),
      pauseWithdrawals: ({ caller, body: { reason }, http }) => pauseWithdrawals(context, personActor(caller, http), reason),
      resumeWithdrawals: ({ caller, operation, body: { reason } }) =>
        approvals.perform(RESUME_APPROVAL, { params: {}, caller, operation, reason }),
      async depositsInReview({ query: { pageIndex, size } }) {
        const { rows, total } = await listListed(db, { offset: pageIndex * size, size })
        return pageOf(await Promise.all(rows.map((row) => shownListed(context, row))), total, size)
      },
      async depositsInDispute({ query: { pageIndex, size } }) {
        const { rows, total } = await listDisputes(context, { offset: pageIndex * size, size })
        return pageOf(rows, total, size)
      },
      async decideDispute({ caller, operation, params, body: { decision, reason } }) {
        const { id: depositId, accountId } = await knownDeposit(context, params.id)
        return approvals.perform(DISPUTE_APPROVAL, { params: { depositId, accountId, decision }, caller, operation, reason })
      },
      async decideDeposit({ caller, operation, params, body: { decision, reason } }) {
        const { id: depositId, accountId } = await knownDeposit(context, params.id)
        return approvals.perform(DEPOSIT_APPROVAL, { params: { depositId, accountId, decision }, caller, operation, reason })
      },
    },
    {
      async decideDeposit({ params, body: { decision, reason }, locale }) {
        const { title, details } = describeDepositDecision(await knownDeposit(context, params.id), decision, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      async decideDispute({ params, body: { decision, reason }, locale }) {
        const row = await knownDeposit(context, params.id)
        const dispute = await inTransaction(db, (tx) => disputeOf(context, tx, row))
        const { title, details } = describeDisputeDecision(row, dispute ?? refuse('crypto.dispute_not_decidable'), decision, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      async decideWithdrawals({ body: { withdrawalIds, decision, reason }, locale }) {
        const { title, details } = describeDecision(await known(context, withdrawalIds), decision, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      pauseWithdrawals: async ({ body: { reason }, locale }) => switching(APPROVAL_WORDS[locale], 'pause', reason),
      resumeWithdrawals: async ({ body: { reason }, locale }) => switching(APPROVAL_WORDS[locale], 'resume', reason),
    },
  )
}

async function withdrawalsState(context: CryptoContext) {
  const { db, clock, settings } = context
  const since = new Date(clock.now().getTime() - DAY_MS)
  const [[paused], ...taken] = await Promise.all([
    pausesInForce(db, context),
    ...ASSET_CODES.map((asset) => withdrawnByAll(db, asset, since)),
  ])
  const day = ASSET_CODES.map((asset, index) => ({
    asset,
    taken: text(asset, taken[index] ?? 0n),
    maximum: text(asset, settings.withdrawals.platformDayMax[asset]),
  }))
  return { paused: paused !== undefined, reason: paused?.reason ?? null, since: paused?.at.toISOString() ?? null, day }
}

const switching = (words: ApprovalWords, change: 'pause' | 'resume', reason: string): StepUpDescription => ({
  title: words.network[change],
  details: [{ label: words.reason, value: excerpt(reason) }],
})

/** Each withdrawal once, in the order of the ids. */
async function known({ db }: CryptoContext, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const withdrawals = await findWithdrawals(db, ids)
  return withdrawals.length === new Set(ids.map((id) => id.toLowerCase())).size ? withdrawals : refuse('crypto.withdrawal_not_found')
}

const knownDeposit = async ({ db }: CryptoContext, id: string): Promise<DepositRow> =>
  (isUuid(id) ? await findDeposit(db, id) : null) ?? refuse('crypto.deposit_not_found')

const text = (asset: AssetCode, amount: bigint): string => formatUnits(amount, ASSETS[asset].scale)

async function shownListed(context: CryptoContext, row: DepositRow) {
  const { id, accountId, asset, amount, fromAddress, transactionHash, createdAt } = row
  const decided = await newestDecision(context, context.db, row)
  return {
    id,
    accountId,
    asset,
    amount: text(asset, amount),
    fromAddress: getAddress(fromAddress),
    transactionHash,
    creationDate: createdAt.toISOString(),
    decided: decided && { decision: decided.decision, at: decided.at.toISOString() },
  }
}
