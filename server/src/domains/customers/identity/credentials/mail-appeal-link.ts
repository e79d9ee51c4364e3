/** Appeal link, for the address of a shut account. Any other address gets no mail, and its call answers the same. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { findAccountByEmail, lockAccount } from '../core/account-store.ts'
import { issueAppealLink, mayAppeal } from '../core/appeals.ts'
import type { IdentityContext } from '../core/context.ts'

export async function mailAppealLink(context: IdentityContext, email: string): Promise<void> {
  const found = await findAccountByEmail(context.db, email)
  if (!found) return
  await inTransaction(context.db, async (tx) => {
    // An address that changed at this moment does not belong to the account any more.
    const account = await lockAccount(tx, found.id, 'update')
    if (!account || account.email !== email || !(await mayAppeal(tx, account))) return
    const url = await issueAppealLink(context, tx, account.id)
    await context.notifications.sendMail(tx, { to: email, accountId: account.id, template: 'identity.appeal', values: { url } })
  })
}
