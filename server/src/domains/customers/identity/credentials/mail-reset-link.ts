/** Password reset link, for the address of an account; the former link stops working. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction } from '../../../../platform/database/database.ts'
import { findAccountByEmail, findClosedByEmail, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { revokeLinks } from '../core/links.ts'
import { mailClosed, mailReset } from '../core/mail-links.ts'
import { resendActivation } from '../core/resend-activation.ts'

export async function mailResetLink(context: IdentityContext, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email)
  if (!account) return mailIfClosed(context, email)
  // First the link that proves the address and carries the consent.
  if (!account.activatedAt) return resendActivation(context, email)
  await inTransaction(context.db, async (tx) => {
    // After a concurrent change of e-mail or closing, the former mailbox of the account gets no link any more.
    const locked = await lockAccount(tx, account.id, 'update')
    if (!locked || locked.email !== email || locked.state === ACCOUNT_STATE.closed) return
    await revokeLinks(tx, account.id, ['password_reset'], context.clock.now())
    await mailReset(context, tx, account)
  })
}

/** A closed account has no password to reset: its person gets a mail with the options. */
async function mailIfClosed(context: IdentityContext, email: string): Promise<void> {
  const closed = await findClosedByEmail(context.db, email)
  // Officers are excluded: they are invited, they do not sign up.
  if (closed && !closed.authorities.includes('ROLE_ADMIN')) await inTransaction(context.db, (tx) => mailClosed(context, tx, closed))
}
