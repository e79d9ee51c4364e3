/** HTTP routes of payments: customers' deposits, withdrawals and bank accounts, and webhooks. */
import { payments as contract, paysByPse } from '@tunjo/contract/payments'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Caller, implement, type Route } from '../../../platform/http/route.ts'
import { presentAccount } from './accounts/account-fields.ts'
import { type AccountChanger, listAccounts } from './accounts/account-store.ts'
import { addAccount } from './accounts/add-account.ts'
import { deleteAccount } from './accounts/delete-account.ts'
import { editAccount } from './accounts/edit-account.ts'
import type { PaymentsContext } from './context.ts'
import { deposit } from './deposits/deposit.ts'
import { receiveEvent } from './events/receive-event.ts'
import { inLanguage, pageOfMovements, presentMovement } from './movement.ts'
import { ProviderUnreachable } from './providers/http.ts'
import { DEPOSIT_RANGE, WITHDRAWAL_RANGE } from './rules.ts'
import { stepUpDescriptions } from './step-up.ts'
import { cancelWithdrawal } from './withdrawals/cancel-withdrawal.ts'
import { requestedToday } from './withdrawals/request-store.ts'
import { createWithdraw } from './withdrawals/withdraw.ts'

/** Neither direction costs the customer anything: the platform bears the provider's fees. */
const COST_COP = 0n

const changer = ({ accountId, sessionId }: Caller): AccountChanger => ({ owner: accountId, sessionId })

export function paymentsRoutes(context: PaymentsContext): Route[] {
  const withdraw = createWithdraw(context)
  return implement(
    contract,
    {
      accounts: async ({ caller }) => (await listAccounts(context.db, caller.accountId)).map((row) => presentAccount(context, row)),
      addAccount: ({ caller, body }) => addAccount(context, changer(caller), body),
      editAccount: ({ caller, params, body }) => editAccount(context, changer(caller), params.id, body),
      deleteAccount: ({ caller, params }) => deleteAccount(context, changer(caller), params.id),

      rules: ({ caller }) => rulesFor(context, caller.accountId),
      depositTerms: async () => {
        try {
          return await context.pse.terms()
        } catch (error) {
          if (error instanceof ProviderUnreachable) refuse('payments.provider_unavailable')
          throw error
        }
      },
      deposit: ({ caller, body, operation, http }) =>
        deposit(context, {
          owner: caller.accountId,
          operation,
          bankAccountId: body.accountID,
          amount: body.amount,
          acceptedTerms: bothAccepted(body.acceptedPolicy, body.acceptedPersonalData),
          ip: http.ip,
        }),
      withdraw: async ({ caller, body, operation, http }) => {
        const request = { owner: caller.accountId, operation, bankAccountId: body.account, amount: body.amount }
        return inLanguage(await withdraw(request), localeOf(http))
      },
      cancelWithdrawal: async ({ caller, params, http }) =>
        inLanguage(await cancelWithdrawal(context, caller.accountId, params.id), localeOf(http)),

      history: ({ caller, body }) => pageOfMovements(context, caller.accountId, ['DEPOSIT', 'WITHDRAWAL'], body),
      deposits: ({ caller, body }) => pageOfMovements(context, caller.accountId, ['DEPOSIT'], body),
      withdrawals: ({ caller, body }) => pageOfMovements(context, caller.accountId, ['WITHDRAWAL'], body),
      transaction: async ({ caller, params, http }) =>
        inLanguage(await presentMovement(context, caller.accountId, params.id), localeOf(http)),

      wompiEvent: ({ http }) => receiveEvent(context, 'wompi', http),
      payoutEvent: ({ http }) => receiveEvent(context, 'wompi-payouts', http),
    },
    stepUpDescriptions(context),
  )
}

async function rulesFor(context: PaymentsContext, accountId: string) {
  const { collection, withdrawalsPerDay: maximum } = context.settings
  const person = await context.limits.verifiedPerson(context.db, accountId)
  const documentAccepted = person === null || paysByPse(person.documentType)
  const left = Math.max(maximum - (await requestedToday(context, accountId)), 0)
  return {
    deposit: { ...DEPOSIT_RANGE, cost: COST_COP, documentAccepted, transfers: collection !== null },
    withdrawal: { ...WITHDRAWAL_RANGE, cost: COST_COP, ofDay: { maximum, left } },
  }
}

/** Undefined when the caller omits both; one of two is not enough. */
function bothAccepted(policy: boolean | undefined, personalData: boolean | undefined): boolean | undefined {
  if (policy === undefined && personalData === undefined) return undefined
  return policy === true && personalData === true
}
