/** Text that a customer reads before approving a call of this module (ID-10): composed here, not by the page that asks. */
import { copFigure } from '@tunjo/contract/amount-text'
import { ACCOUNT_TYPES, type payments } from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import { formatDateTime } from '../../platform/format-date.ts'
import type { StepUpDescription, StepUpDescriptions } from '../../platform/http/guards/step-up.ts'
import { refuse } from '../../platform/refusal.ts'
import { type AccountForm, parseForm } from './accounts/account-fields.ts'
import { type BankAccountRow, listAccounts } from './accounts/account-store.ts'
import type { PaymentsContext } from './context.ts'

export function stepUpDescriptions(context: PaymentsContext): StepUpDescriptions<typeof payments> {
  return {
    async addAccount({ body }) {
      return { title: 'Añadir una cuenta bancaria', details: formDetails(context, body) }
    },
    async editAccount({ caller, params, body }) {
      const account = await ownAccount(context, caller.accountId, params.id)
      return { title: `Cambiar tu cuenta bancaria ${account.alias}`, details: formDetails(context, body) }
    },
    async withdraw({ caller, body }) {
      const account = await ownAccount(context, caller.accountId, body.account)
      // No code is requested for a withdrawal that will be refused.
      const holdUntil = await context.limits.withdrawalHoldUntil(context.db, caller.accountId)
      if (holdUntil) refuse('limits.withdrawals_on_hold', { until: formatDateTime(holdUntil) })
      const details = [
        { label: 'Valor', value: `${copFigure(body.amount)} COP` },
        {
          label: 'Destino',
          value: `${bankName(context, account.bankId)}, ${kindOf(account.accountType)} ${account.number} (${account.alias})`,
        },
      ]
      return { title: 'Retirar a tu cuenta bancaria', details }
    },
  }
}

function formDetails(context: PaymentsContext, form: AccountForm): StepUpDescription['details'] {
  const { bankId, accountType, number } = parseForm(context, form)
  return [
    { label: 'Banco', value: bankName(context, bankId) },
    { label: 'Cuenta', value: `${kindOf(accountType)} ${number}` },
  ]
}

async function ownAccount({ db }: PaymentsContext, owner: string, id: string): Promise<BankAccountRow> {
  const account = isUuid(id) ? (await listAccounts(db, owner)).find((one) => one.id === id) : undefined
  return account ?? refuse('payments.account_not_found')
}

const bankName = ({ parameters }: PaymentsContext, bankId: number): string => parameters.bank(bankId)?.name ?? ''
const kindOf = (accountType: BankAccountRow['accountType']): string => (accountType === ACCOUNT_TYPES.savings ? 'ahorros' : 'corriente')
