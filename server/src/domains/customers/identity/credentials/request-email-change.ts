/**
 * Change of e-mail (ID-09): both mailboxes get a link, and nothing changes before both were opened. Only the mailbox shows whether the new
 * address has an account.
 */
import { EMAIL_CHANGE_PATH, type EmailChange } from '@tunjo/contract/credentials'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { type AccountRow, findAccountByEmail, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import type { EmailChangeRow } from '../core/email-change/email-change-store.ts'
import { beginEmailChange, cancelOpenChange } from '../core/email-change/email-change-transitions.ts'
import { issueLink, type LinkPurpose, revokeLinks } from '../core/links.ts'
import { mailAlreadyRegistered } from '../core/mail-links.ts'
import { MAIL_ALLOWANCE } from '../core/rate-limits.ts'
import { EMAIL_CHANGE_LIFE_MS, normalizeEmail } from '../core/rules.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { checkCurrentPassword, refuseIfPasswordChanged } from './current-password.ts'

export interface EmailChangeRequest {
  caller: Caller
  email: string
  password: string
  deviceKey: string | null
}

export async function requestEmailChange(context: IdentityContext, request: EmailChangeRequest): Promise<EmailChange> {
  const { caller, email: typed, password, deviceKey } = request
  const { db, clock, outbox, rateLimit } = context
  const newEmail = normalizeEmail(typed)
  if (!newEmail) refuse('identity.email_invalid')
  const proved = await checkCurrentPassword(context, caller, password, deviceKey)
  if (newEmail === proved.email) refuse('identity.email_same')
  // Any number of requesters cannot flood an outsider's mailbox (R31).
  await rateLimit.take(
    [
      { kind: 'email-change', key: caller.accountId, allowance: MAIL_ALLOWANCE },
      { kind: 'sign-up', key: newEmail, allowance: MAIL_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const account = await lockAccount(tx, caller.accountId, 'update')
    refuseIfPasswordChanged(proved, account)
    await cancelOpenChange(tx, account.id, now)
    await revokeLinks(tx, account.id, ['email_change_old', 'email_change_new'], now)
    const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_LIFE_MS)
    const facts = { id: newId(), accountId: account.id, oldEmail: account.email, newEmail, createdAt: now, expiresAt }
    const change = await beginEmailChange(tx, facts)
    await mailBoth(context, tx, account, change)
    const values = { newEmail, when: formatDateTime(now) }
    await sendSecurityNotice(context, tx, { account, kind: 'identity.email_change_asked', values })
    await outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'email' })
    return presentEmailChange(change)
  })
}

async function mailBoth(context: IdentityContext, tx: Transaction, account: AccountRow, change: EmailChangeRow): Promise<void> {
  const { notifications } = context
  const { oldEmail, newEmail } = change
  const hours = EMAIL_CHANGE_LIFE_MS / 3_600_000
  const oldUrl = await linkFor(context, tx, change, 'email_change_old')
  const old = { to: oldEmail, accountId: account.id, template: 'identity.confirm_email_old' } as const
  await notifications.sendMail(tx, { ...old, values: { newEmail, url: oldUrl, hours } })
  const newUrl = await linkFor(context, tx, change, 'email_change_new')
  const owner = await findAccountByEmail(tx, newEmail)
  if (owner?.activatedAt && owner.id !== account.id) return mailAlreadyRegistered(context, tx, owner)
  const next = { to: newEmail, accountId: account.id, template: 'identity.confirm_email_new' } as const
  await notifications.sendMail(tx, { ...next, values: { url: newUrl, hours } })
}

async function linkFor({ settings, clock }: IdentityContext, tx: Transaction, change: EmailChangeRow, purpose: LinkPurpose) {
  const link = { purpose, accountId: change.accountId, subjectId: change.id, lifeMs: EMAIL_CHANGE_LIFE_MS }
  return `${settings.publicUrl}${EMAIL_CHANGE_PATH}/${await issueLink(tx, link, clock.now())}`
}

export const presentEmailChange = ({ newEmail, confirmedOldAt, confirmedNewAt, expiresAt }: EmailChangeRow): EmailChange => ({
  email: newEmail,
  confirmedByOld: confirmedOldAt !== null,
  confirmedByNew: confirmedNewAt !== null,
  expiresAt: expiresAt.toISOString(),
})
