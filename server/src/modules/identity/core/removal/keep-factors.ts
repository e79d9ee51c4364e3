/**
 * Ends a removal of factors when somebody proves one while it waits: it is not lost, and whoever asked may not be the person. Nor may whoever asked by a
 * mailbox that is no longer the account's.
 */
import type { Transaction } from '../../../../platform/database.ts'
import { dateForPeople } from '../../../../platform/date-for-people.ts'
import type { AccountRow } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { announce } from '../security-notice.ts'
import { cancelOpenRemoval } from './move-removal.ts'

/** Under the lock of the account. */
export async function keepFactors(context: IdentityContext, tx: Transaction, account: Pick<AccountRow, 'id' | 'email'>): Promise<void> {
  const now = context.clock.now()
  if (!(await cancelOpenRemoval(tx, account.id, now))) return
  await announce(context, tx, { account, kind: 'identity.factor_removal_cancelled', values: { when: dateForPeople(now) } })
  await context.outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'factors' })
}
