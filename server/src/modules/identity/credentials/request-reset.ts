/** The link to choose a new password, for the address of an account; the link before stops working. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction } from '../../../platform/database.ts'
import { findAccountByEmail } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { revokeLinks } from '../links.ts'
import { mailReset } from '../mail-links.ts'
import { resendActivation } from './resend-activation.ts'

export async function mailResetLink(context: IdentityContext, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email)
  if (!account || account.state === ACCOUNT_STATE.closed) return
  // First the link that proves the address and carries the consent.
  if (!account.activatedAt) return resendActivation(context, email)
  await inTransaction(context.db, async (tx) => {
    await revokeLinks(tx, account.id, ['password_reset'], context.clock.now())
    await mailReset(context, tx, account)
  })
}
