/** Add a bank account in one of the three slots of its owner (SEC-49). */
import type { BankAccount } from '@tunjo/contract/payments'
import { inTransaction, violatedConstraint } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { bankAccountText } from '../sealed-texts.ts'
import { type AccountForm, changedAccount, parseForm, presentAccount, refuseTakenAlias } from './account-fields.ts'
import { type AccountChanger, insertAccount, recordChange, SLOT_INDEX } from './account-store.ts'

/** There are three slots, so at most three concurrent calls can come first. */
const ATTEMPTS = 4

/** `knownSince`: start of the account's hold; now, unless a trusted caller vouches for it. */
export async function addAccount(
  context: PaymentsContext,
  { owner, sessionId }: AccountChanger,
  form: AccountForm,
  knownSince?: Date,
): Promise<BankAccount> {
  const { db, clock, outbox, accountCheck, seals } = context
  const fields = parseForm(context, form)
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, async (tx) => {
        const now = clock.now()
        const account = { ...fields, id: newId(), accountId: owner, changedAt: knownSince ?? now }
        const row = await insertAccount(tx, { ...account, seal: seals.seal(bankAccountText(account)) }, now)
        if (!row) refuse('payments.account_limit')
        await recordChange(tx, { account: row, change: 'added', at: now, sessionId })
        await accountCheck.meetAccount(tx, { accountId: owner, bankId: row.bankId, number: row.number })
        const event = { accountId: owner, bankAccountId: row.id, change: 'added', ...changedAccount(context, row) } as const
        // A caller that vouches for the account needs no warning about it.
        if (!knownSince) await outbox.emit(tx, 'payments.account_changed', event)
        return presentAccount(context, row)
      })
    } catch (error) {
      if (attempt < ATTEMPTS && violatedConstraint(error) === SLOT_INDEX) continue
      refuseTakenAlias(error)
    }
  }
}
