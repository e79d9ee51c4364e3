/** HTTP routes of payments for officers: bank accounts of a person, deposits in review, and withdrawals that were not sent yet. */
import { officerPayments as contract } from '@tunjo/contract/payments-officers'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import { checkReason } from '../../platform/officer-reason.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { excerpt } from '../../platform/visible-text.ts'
import { shownAccount } from './accounts/account-fields.ts'
import { listAccounts } from './accounts/account-store.ts'
import type { PaymentsContext } from './context.ts'
import { type DepositRow, findDeposit, listInReview } from './deposits/deposit-store.ts'
import { DEPOSIT_APPROVAL, describeDecision } from './deposits/review.ts'
import { describeWithdrawals, WITHDRAWAL_APPROVAL } from './withdrawals/decide-withdrawals.ts'
import { findWithdrawals, type WithdrawalRow } from './withdrawals/withdrawal-store.ts'

export function officerRoutes(context: PaymentsContext): Route[] {
  return implement(
    contract,
    {
      async userAccounts({ caller, query: { userId }, http }) {
        const accounts = await listAccounts(context.db, userId)
        const object = { type: 'account', id: userId.toLowerCase() }
        await inTransaction(context.db, (tx) =>
          context.audit.record(tx, { actor: personActor(caller, http), action: 'payments.accounts_viewed', object }),
        )
        return accounts.map((row) => shownAccount(context, row))
      },
      depositsInReview: async () =>
        (await listInReview(context.db)).map(({ createdAt, ...deposit }) => ({ ...deposit, creationDate: createdAt.toISOString() })),
      async decideDeposit({ caller, params, body: { decision, reason } }) {
        const { id: depositId, accountId } = await known(context, params.id)
        return context.approvals.perform(DEPOSIT_APPROVAL, { params: { depositId, accountId, decision }, caller, reason })
      },
      async decideWithdrawals({ caller, body: { withdrawalIds, decision, reason } }) {
        refuseIf(checkReason(reason))
        const withdrawals = await knownWithdrawals(context, withdrawalIds)
        const owners = [...new Set(withdrawals.map(({ accountId }) => accountId))]
        if (owners.includes(caller.accountId)) refuse('approvals.person_concerned')
        const params = { withdrawalIds: withdrawals.map(({ id }) => id), owners, decision }
        return context.approvals.perform(WITHDRAWAL_APPROVAL, { params, caller, reason })
      },
    },
    {
      async decideDeposit({ params, body: { decision, reason } }) {
        const { title, details } = describeDecision(await known(context, params.id), decision)
        return { title, details: [...details, { label: 'Motivo', value: excerpt(reason) }] }
      },
      async decideWithdrawals({ body: { withdrawalIds, decision, reason } }) {
        refuseIf(checkReason(reason))
        const { title, details } = describeWithdrawals(await knownWithdrawals(context, withdrawalIds), decision)
        return { title, details: [...details, { label: 'Motivo', value: excerpt(reason) }] }
      },
    },
  )
}

const known = async ({ db }: PaymentsContext, id: string): Promise<DepositRow> =>
  (isUuid(id) ? await findDeposit(db, id) : null) ?? refuse('payments.transaction_not_found')

/** Each once, in the order of their ids. */
async function knownWithdrawals({ db }: PaymentsContext, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const withdrawals = await findWithdrawals(db, ids)
  return withdrawals.length === new Set(ids.map((id) => id.toLowerCase())).size ? withdrawals : refuse('payments.transaction_not_found')
}
