/**
 * Another activation mail (ID-01). The call only records the request, so that its duration discloses nothing about the e-mail; a job checks
 * it.
 */
import { inTransaction } from '../../../../platform/database/database.ts'
import { findAccountByEmail } from './account-store.ts'
import { findNewestActivation, revokeActivations } from './activation-store.ts'
import type { IdentityContext } from './context.ts'
import { mailActivation, mailAlreadyRegistered } from './mail-links.ts'

/** With the password and the consent of the last sign-up. Older links stop working. */
export async function resendActivation(context: IdentityContext, email: string): Promise<void> {
  const { db, clock, entry } = context
  await inTransaction(db, async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account) return
    if ((await entry.recordHits(tx, { place: 'sign_up', accountId: account.id, emails: [email], ips: [] })).length > 0) return
    if (account.activatedAt) return mailAlreadyRegistered(context, tx, account)
    const newest = await findNewestActivation(tx, account.id)
    if (!newest) return
    await revokeActivations(tx, account.id, clock.now())
    await mailActivation(context, tx, { ...newest, email })
  })
}
