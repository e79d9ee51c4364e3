/** Cancels the pending change of e-mail; its links stop working. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { cancelOpenChange } from '../core/email-change/email-change-transitions.ts'
import { revokeLinks } from '../core/links.ts'

export async function cancelEmailChange({ db, clock, outbox }: IdentityContext, accountId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    await lockAccount(tx, accountId, 'update')
    if (!(await cancelOpenChange(tx, accountId, now))) return
    await revokeLinks(tx, accountId, ['email_change_old', 'email_change_new'], now)
    await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'email' })
  })
}
