/**
 * Freeze by the "No fui yo" link of a mail (SEC-67): every session ends, and every sign-in is refused until the password is reset by mail.
 * A change of e-mail is undone, so that the reset goes to the robbed owner. The reported factor is revoked too.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { byLink } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { type AccountRow, freeze, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { cancelOpenChange } from '../core/email-change/email-change-transitions.ts'
import { revokeDoubtedFactor } from '../core/factors/revoke-doubted-factor.ts'
import { consumeToken, findLink, revokeLinks } from '../core/links.ts'
import { mailReset } from '../core/mail-links.ts'
import { cancelOpenRemoval } from '../core/removal/removal-transitions.ts'
import { restoreEmail } from '../core/restore-email.ts'
import { endSessionsOfAccount } from '../core/sessions/session-store.ts'
import { startCooldown } from '../core/withdrawal-cooldown.ts'

export async function freezeAccount(context: IdentityContext, token: string): Promise<void> {
  const { db, clock, outbox, audit, notifications } = context
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const account = await openLink(tx, token, now)
    await freeze(tx, account.id, now)
    await endSessionsOfAccount(tx, account.id, 'account_frozen', now)
    await cancelOpenChange(tx, account.id, now)
    await cancelOpenRemoval(tx, account.id, now)
    await revokeLinks(tx, account.id, ['password_reset', 'email_change_old', 'email_change_new', 'lost_factor', 'appeal'], now)
    await startCooldown(context, tx, { accountId: account.id, reason: 'account_frozen', now })
    const email = await restoreEmail(context, tx, account, { changeId: account.undoes, mailedAt: account.notifiedAt }, now)
    if (account.undoes)
      await revokeDoubtedFactor(context, tx, { accountId: account.id, subjectId: account.undoes, notifiedAt: account.notifiedAt }, email)
    if (email) await mailReset(context, tx, { id: account.id, email })
    const notice = { accountId: account.id, kind: 'identity.account_frozen', values: { when: formatDateTime(now) } } as const
    await notifications.notify(tx, email ? { ...notice, mailTo: email } : notice)
    await outbox.emit(tx, 'identity.account_frozen', { accountId: account.id })
    await audit.record(tx, { actor: byLink(account.id), action: 'identity.account_frozen', object: { type: 'account', id: account.id } })
    await outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'frozen' })
  })
}

/** With the facts of the link: the change that it undoes, and the time of its mail. */
type DoubtedAccount = AccountRow & { undoes: string | null; notifiedAt: Date }

async function openLink(tx: Transaction, token: string, now: Date): Promise<DoubtedAccount> {
  const link = await findLink(tx, token, 'freeze', now)
  const account = link && (await lockAccount(tx, link.accountId, 'update'))
  if (!account || account.state === ACCOUNT_STATE.closed || !(await consumeToken(tx, token, 'freeze', now)))
    refuse('identity.freeze_expired')
  return { ...account, undoes: link.subjectId, notifiedAt: link.createdAt }
}
