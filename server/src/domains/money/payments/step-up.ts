/** Text that a customer reads before approving a call of this module (ID-10): composed here, not by the page that asks. */

import { copFigure } from '@tunjo/contract/amount-text'
import { ACCOUNT_TYPES, type payments } from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import type { StepUpDescription, StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { formatDateTime } from '../../../platform/time/format-date.ts'
import { type AccountForm, parseForm } from './accounts/account-fields.ts'
import { type BankAccountRow, listAccounts } from './accounts/account-store.ts'
import type { ApprovalWords } from './approval-words.es.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { PaymentsContext } from './context.ts'
import { checkRequests } from './rules.ts'
import { requestedToday } from './withdrawals/request-store.ts'

export function stepUpDescriptions(context: PaymentsContext): StepUpDescriptions<typeof payments> {
  return {
    async addAccount({ body, locale }) {
      const { step } = APPROVAL_WORDS[locale]
      return { title: step.addAccount, details: formDetails(context, body, step) }
    },
    async editAccount({ caller, params, body, locale }) {
      const { step } = APPROVAL_WORDS[locale]
      const account = await ownAccount(context, caller.accountId, params.id)
      return { title: step.editAccount(account.alias), details: formDetails(context, body, step) }
    },
    async withdraw({ caller, body, locale }) {
      const { amount, step } = APPROVAL_WORDS[locale]
      const account = await ownAccount(context, caller.accountId, body.account)
      // No code is requested for a withdrawal that will be refused.
      const holdUntil = await context.limits.withdrawalHoldUntil(context.db, caller.accountId)
      if (holdUntil) refuse('limits.withdrawals_on_hold', { until: formatDateTime(holdUntil) })
      refuseIf(checkRequests(await requestedToday(context, caller.accountId), context.settings))
      const details = [
        { label: amount, value: `${copFigure(body.amount)} COP` },
        {
          label: step.destination,
          value: `${bankName(context, account.bankId)}, ${kindOf(account.accountType, step)} ${account.number} (${account.alias})`,
        },
      ]
      return { title: step.withdraw, details }
    },
  }
}

function formDetails(context: PaymentsContext, form: AccountForm, step: ApprovalWords['step']): StepUpDescription['details'] {
  const { bankId, accountType, number } = parseForm(context, form)
  return [
    { label: step.bank, value: bankName(context, bankId) },
    { label: step.account, value: `${kindOf(accountType, step)} ${number}` },
  ]
}

async function ownAccount({ db }: PaymentsContext, owner: string, id: string): Promise<BankAccountRow> {
  const account = isUuid(id) ? (await listAccounts(db, owner)).find((one) => one.id === id) : undefined
  return account ?? refuse('payments.account_not_found')
}

const bankName = ({ parameters }: PaymentsContext, bankId: number): string => parameters.bank(bankId)?.name ?? ''
const kindOf = (accountType: BankAccountRow['accountType'], { savings, checking }: ApprovalWords['step']): string =>
  accountType === ACCOUNT_TYPES.savings ? savings : checking
