/** Delete a bank account; payouts to it stay in the history. */
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { accountLabel } from '../rules.ts'
import { type AccountChanger, hasOpenWithdrawal, lockBankAccount, markDeleted, recordChange } from './account-store.ts'

export async function deleteAccount(
  { db, clock, outbox }: PaymentsContext,
  { owner, sessionId }: AccountChanger,
  id: string,
): Promise<{ id: string }> {
  if (!isUuid(id)) refuse('payments.account_not_found')
  return inTransaction(db, async (tx) => {
    const row = await lockBankAccount(tx, owner, id, 'update')
    if (!row) refuse('payments.account_not_found')
    if (await hasOpenWithdrawal(tx, id)) refuse('payments.account_in_use')
    const now = clock.now()
    await markDeleted(tx, id, now)
    await recordChange(tx, { account: row, change: 'deleted', at: now, sessionId })
    const account = accountLabel({ accountAlias: row.alias, accountNumber: row.number })
    const event = { accountId: owner, bankAccountId: id, change: 'deleted', account, heldUntil: null } as const
    await outbox.emit(tx, 'payments.account_changed', event)
    return { id }
  })
}
