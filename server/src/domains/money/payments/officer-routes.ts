/** HTTP routes of payments for officers: bank accounts of a customer, deposits in review, and withdrawals that were not sent yet. */

import { officerPayments as contract } from '@tunjo/contract/payments-officers'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/list-query.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import { excerpt } from '../../../platform/phrases/visible-text.ts'
import { isAccount } from './accounts/account-use-store.ts'
import { reviewAccounts } from './accounts/review-accounts.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { PaymentsContext } from './context.ts'
import { DEPOSIT_APPROVAL, describeDecision } from './deposits/deposit-approval.ts'
import { type DepositRow, findDeposit, listInReview } from './deposits/deposit-store.ts'
import { describePayout, knownWithdrawal, PAYOUT_APPROVAL, refuseAnswered } from './withdrawals/payout-approval.ts'
import { proveUnpaid } from './withdrawals/prove-unpaid.ts'
import { describeWithdrawals, WITHDRAWAL_APPROVAL } from './withdrawals/withdrawal-approval.ts'
import { findWithdrawals, type WithdrawalRow } from './withdrawals/withdrawal-store.ts'

export function officerRoutes(context: PaymentsContext): Route[] {
  return implement(
    contract,
    {
      userAccounts: ({ caller, query: { userId }, http }) => readAccounts(context, userId.toLowerCase(), { caller, http }),
      depositsInReview: ({ query }) => depositsInReview(context, query),
      async decideDeposit({ caller, operation, params, body: { decision, reason } }) {
        const { id: depositId, accountId } = await known(context, params.id)
        return context.approvals.perform(DEPOSIT_APPROVAL, { params: { depositId, accountId, decision }, caller, operation, reason })
      },
      async decideWithdrawals({ caller, operation, body: { withdrawalIds, decision, reason } }) {
        const withdrawals = await knownWithdrawals(context, withdrawalIds)
        const owners = [...new Set(withdrawals.map(({ accountId }) => accountId))]
        if (owners.includes(caller.accountId)) refuse('approvals.person_concerned')
        if (decision === 'reject') for (const withdrawal of withdrawals) await proveUnpaid(context, withdrawal)
        const params = { withdrawalIds: withdrawals.map(({ id }) => id), owners, decision }
        return context.approvals.perform(WITHDRAWAL_APPROVAL, { params, caller, operation, reason })
      },
      async decidePayout({ caller, operation, params: { id }, body: { outcome, bankReference, reason } }) {
        const { id: withdrawalId, accountId } = await knownWithdrawal(context, id)
        await refuseAnswered(context, withdrawalId)
        return context.approvals.perform(PAYOUT_APPROVAL, {
          params: { withdrawalId, accountId, outcome, bankReference },
          caller,
          operation,
          reason,
        })
      },
    },
    {
      async decideDeposit({ params, body: { decision, reason }, locale }) {
        const { title, details } = describeDecision(await known(context, params.id), decision, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      async decideWithdrawals({ body: { withdrawalIds, decision, reason }, locale }) {
        const { title, details } = describeWithdrawals(await knownWithdrawals(context, withdrawalIds), decision, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      async decidePayout({ params: { id }, body, locale }) {
        const { title, details } = describePayout(await knownWithdrawal(context, id), body, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(body.reason) }] }
      },
    },
  )
}

async function depositsInReview({ db }: PaymentsContext, { pageIndex, size }: { pageIndex: number; size: number }) {
  const { rows, total } = await listInReview(db, { offset: pageIndex * size, size })
  const results = rows.map(({ createdAt, ...deposit }) => ({ ...deposit, creationDate: createdAt.toISOString() }))
  return pageOf(results, total, size)
}

async function readAccounts(context: PaymentsContext, accountId: string, { caller, http }: { caller: Caller; http: HttpContext }) {
  // An officer may be a customer too, and must not read other officers' statements about themselves.
  if (accountId === caller.accountId) refuse('compliance.own_account')
  if (!(await isAccount(context.db, accountId))) refuse('request.not_found')
  const object = { type: 'account', id: accountId }
  await inTransaction(context.db, (tx) =>
    context.audit.record(tx, { actor: personActor(caller, http), action: 'payments.accounts_viewed', object }),
  )
  return reviewAccounts(context, accountId, caller.permissions ?? [])
}

const known = async ({ db }: PaymentsContext, id: string): Promise<DepositRow> =>
  (isUuid(id) ? await findDeposit(db, id) : null) ?? refuse('payments.transaction_not_found')

/** Each withdrawal once, in the order of the ids. */
async function knownWithdrawals({ db }: PaymentsContext, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const withdrawals = await findWithdrawals(db, ids)
  return withdrawals.length === new Set(ids.map((id) => id.toLowerCase())).size ? withdrawals : refuse('payments.transaction_not_found')
}
