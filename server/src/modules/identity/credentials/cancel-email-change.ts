/** Gives up the change of e-mail under way; its links stop working. */
import { inTransaction } from '../../../platform/database.ts'
import { lockAccount } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { revokeLinks } from '../links.ts'
import { cancelOpenChange } from './email-change-store.ts'

export async function cancelEmailChange({ db, clock, outbox }: IdentityContext, accountId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    await lockAccount(tx, accountId, 'update')
    if (!(await cancelOpenChange(tx, accountId, now))) return
    await revokeLinks(tx, accountId, ['email_change_old', 'email_change_new'], now)
    await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'email' })
  })
}
