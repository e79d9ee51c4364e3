/** Link of one of the two mailboxes. The second makes the change: sessions end, withdrawals wait, both mailboxes are notified. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction, type Transaction, violatedConstraint } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { type AccountRow, EMAIL_INDEX, findAccountByEmail, lockAccount, releaseEmail, updateEmail } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { confirmMailbox, type EmailChangeRow } from '../core/email-change/email-change-store.ts'
import { cancelOpenChange, finishEmailChange } from '../core/email-change/email-change-transitions.ts'
import { consumeToken, findLink, revokeLinks } from '../core/links.ts'
import { mailAlreadyRegistered } from '../core/mail-links.ts'
import { cancelRemovalOnProof } from '../core/removal/cancel-removal-on-proof.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { endSessionsOfAccount } from '../core/sessions/session-store.ts'
import { startCooldown } from '../core/withdrawal-cooldown.ts'

export type ConfirmedState = 'waiting_for_other' | 'changed'

const MAILBOXES = [
  { mailbox: 'old', purpose: 'email_change_old' },
  { mailbox: 'new', purpose: 'email_change_new' },
] as const

export async function confirmEmailChange(context: IdentityContext, token: string): Promise<ConfirmedState> {
  try {
    return await inTransaction(context.db, (tx) => confirm(context, tx, token))
  } catch (error) {
    if (violatedConstraint(error) !== EMAIL_INDEX) throw error
    await abandonChange(context, token)
    refuse('identity.email_change_expired')
  }
}

async function confirm(context: IdentityContext, tx: Transaction, token: string): Promise<ConfirmedState> {
  const now = context.clock.now()
  const { account, mailbox, changeId } = await openLink(context, tx, token)
  const change = await confirmMailbox(tx, changeId, mailbox, now)
  if (!change) refuse('identity.email_change_expired')
  await context.outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'email' })
  if (!change.confirmedOldAt || !change.confirmedNewAt) return 'waiting_for_other'
  await makeChange(context, tx, account, change)
  return 'changed'
}

/** The account's lock first, like every flow that changes it: the two links of a change may be opened at the same moment. */
async function openLink({ clock }: IdentityContext, tx: Transaction, token: string) {
  const now = clock.now()
  for (const { mailbox, purpose } of MAILBOXES) {
    const link = await findLink(tx, token, purpose, now)
    if (!link?.subjectId) continue
    const account = await lockAccount(tx, link.accountId, 'update')
    const isOpen = account && account.state !== ACCOUNT_STATE.closed && !account.frozenAt && (await consumeToken(tx, token, purpose, now))
    if (isOpen) return { account, mailbox, changeId: link.subjectId }
  }
  refuse('identity.email_change_expired')
}

async function makeChange(context: IdentityContext, tx: Transaction, account: AccountRow, change: EmailChangeRow): Promise<void> {
  const { clock, outbox } = context
  const { oldEmail, newEmail } = change
  const now = clock.now()
  await releaseEmail(tx, newEmail)
  await updateEmail(tx, account.id, newEmail)
  await finishEmailChange(tx, change, now)
  // The old mailbox proves nothing any more, neither by a link that would take the account back, nor by one that was opened before.
  await revokeLinks(tx, account.id, ['password_reset', 'lost_factor', 'appeal'], now)
  await cancelRemovalOnProof(context, tx, { id: account.id, email: newEmail })
  await endSessionsOfAccount(tx, account.id, 'email_changed', now)
  const { until } = await startCooldown(context, tx, { accountId: account.id, reason: 'email_changed', now })
  const values = { oldEmail, newEmail, until: formatDateTime(until) }
  await sendSecurityNotice(context, tx, { account, kind: 'identity.email_changed', values, mailbox: oldEmail, undoes: change.id })
  // The bell notifies once; the other mailbox is notified too, without a link that would take the address back from its owner.
  const mail = { notice: { kind: 'identity.email_changed', values }, freezeUrl: null, moreUrl: null } as const
  await context.notifications.sendMail(tx, { to: newEmail, accountId: account.id, template: 'notifications.notice', values: mail })
  await outbox.emit(tx, 'identity.email_changed', { accountId: account.id, oldEmail, newEmail })
}

/** Cancels the change when the address was registered in the meantime. Its owner is notified, the person who opened the link is not. */
async function abandonChange(context: IdentityContext, token: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const { account, mailbox, changeId } = await openLink(context, tx, token)
    const change = await confirmMailbox(tx, changeId, mailbox, context.clock.now())
    if (!change) return
    await cancelOpenChange(tx, account.id, context.clock.now(), SYSTEM)
    await revokeLinks(tx, account.id, ['email_change_old', 'email_change_new'], context.clock.now())
    await context.outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'email' })
    const owner = await findAccountByEmail(tx, change.newEmail)
    if (owner) await mailAlreadyRegistered(context, tx, owner)
  })
}
