/** Edit a bank account: a changed destination counts as a new account. */
import type { BankAccount } from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { bankAccountText } from '../sealed-texts.ts'
import { type AccountForm, changedAccount, parseForm, presentAccount, refuseTakenAlias } from './account-fields.ts'
import {
  type AccountChanger,
  type AccountFields,
  type BankAccountRow,
  hasOpenWithdrawal,
  lockBankAccount,
  recordChange,
  updateAccount,
} from './account-store.ts'

export async function editAccount(
  context: PaymentsContext,
  { owner, sessionId }: AccountChanger,
  id: string,
  form: AccountForm,
): Promise<BankAccount> {
  const { db, clock, outbox, accountCheck, seals } = context
  if (!isUuid(id)) refuse('payments.account_not_found')
  try {
    return await inTransaction(db, async (tx) => {
      const row = await lockBankAccount(tx, owner, id, 'update')
      if (!row) refuse('payments.account_not_found')
      const fields = parseForm(context, form)
      if (await hasOpenWithdrawal(tx, id)) refuse('payments.account_in_use')
      const isKept = isSameDestination(row, fields) && seals.isSealOf(bankAccountText(row), row.seal)
      const changedAt = isKept ? row.changedAt : clock.now()
      const edited = { ...row, ...fields, changedAt }
      await updateAccount(tx, { ...edited, seal: seals.seal(bankAccountText(edited)) })
      // A new alias does not change the destination of money.
      if (!isKept) await recordChange(tx, { account: edited, change: 'edited', at: changedAt, sessionId })
      await accountCheck.meetAccount(tx, { accountId: owner, bankId: edited.bankId, number: edited.number })
      const event = { accountId: owner, bankAccountId: id, change: 'edited', ...changedAccount(context, edited) } as const
      await outbox.emit(tx, 'payments.account_changed', event)
      return presentAccount(context, edited)
    })
  } catch (error) {
    refuseTakenAlias(error)
  }
}

/** Only a changed destination restarts the hold of an account; an account without a seal of the product counts as changed. */
const isSameDestination = (row: BankAccountRow, { bankId, accountType, number }: AccountFields): boolean =>
  row.bankId === bankId && row.accountType === accountType && row.number === number
