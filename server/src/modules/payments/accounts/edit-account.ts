/** A bank account changed: to whom it pays counts as new. */
import type { BankAccount } from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../platform/database.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { type AccountForm, changedAccount, readForm, refuseTakenAlias, shownAccount } from './account-fields.ts'
import { hasOpenWithdrawal, lockBankAccount, updateAccount } from './account-store.ts'

export async function editAccount(context: PaymentsContext, owner: string, id: string, form: AccountForm): Promise<BankAccount> {
  const { db, clock, outbox, accountCheck } = context
  if (!isUuid(id)) refuse('payments.account_not_found')
  try {
    return await inTransaction(db, async (tx) => {
      const row = await lockBankAccount(tx, owner, id, 'update')
      if (!row) refuse('payments.account_not_found')
      const fields = readForm(context, form)
      if (await hasOpenWithdrawal(tx, id)) refuse('payments.account_in_use')
      const changedAt = await updateAccount(tx, id, fields, clock.now())
      const edited = { ...row, ...fields, changedAt }
      await accountCheck.meetAccount(tx, { accountId: owner, number: edited.number })
      const event = { accountId: owner, bankAccountId: id, change: 'edited', ...changedAccount(context, edited) } as const
      await outbox.emit(tx, 'payments.account_changed', event)
      return shownAccount(context, edited)
    })
  } catch (error) {
    refuseTakenAlias(error)
  }
}
