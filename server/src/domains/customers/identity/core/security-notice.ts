/** Security notice about a person's account (SEC-67): a notice, and always a mail with the link "No fui yo", which freezes the account. */
import { FREEZE_PATH } from '@tunjo/contract/credentials'
import type { NoticeKind, NoticeValues } from '@tunjo/contract/notices'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { AccountRow } from './account-store.ts'
import type { IdentityContext } from './context.ts'
import { issueLink } from './links.ts'
import { FREEZE_LINK_LIFE_MS } from './rules.ts'

export type SecurityNotice = {
  [K in NoticeKind]: {
    account: Pick<AccountRow, 'id' | 'email'>
    kind: K
    values: NoticeValues[K]
    /** Same meaning as in `notifications.notify`. */
    once?: string
    /** Time of the link; now by default. */
    at?: Date
    /** When it is not the one of the account. */
    mailbox?: string
    /** Change that a freeze by this link undoes: a change of e-mail. */
    undoes?: string
  }
}[NoticeKind]

export async function sendSecurityNotice(
  context: Pick<IdentityContext, 'settings' | 'clock' | 'notifications'>,
  tx: Transaction,
  { account, at = context.clock.now(), mailbox = account.email, undoes, ...notice }: SecurityNotice,
): Promise<void> {
  const link = { purpose: 'freeze', accountId: account.id, lifeMs: FREEZE_LINK_LIFE_MS } as const
  const token = await issueLink(tx, undoes ? { ...link, subjectId: undoes } : link, at)
  const freezeUrl = `${context.settings.publicUrl}${FREEZE_PATH}/${token}`
  await context.notifications.notify(tx, { ...notice, accountId: account.id, mailTo: mailbox, freezeUrl })
}
