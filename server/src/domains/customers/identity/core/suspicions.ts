/**
 * Suspicious activity on an account: a likely attack is notified by notice and mail, with the link that freezes the account. Repeated
 * attacks flood no mailbox.
 */
import type { Transaction } from '../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import type { AccountRow } from './account-store.ts'
import type { IdentityContext } from './context.ts'
import { sendSecurityNotice } from './security-notice.ts'

/** At most one notice and one mail of each kind in this time; an older event is not notified any more. */
const NOTIFY_EVERY_MS = 6 * 60 * 60_000

type Context = Pick<IdentityContext, 'settings' | 'clock' | 'notifications'>
type Owner = Pick<AccountRow, 'id' | 'email'>

const once = (kind: string, now: Date) => `${kind} ${Math.floor(now.getTime() / NOTIFY_EVERY_MS)}`

export function notifySessionCopied(context: Context, tx: Transaction, account: Owner): Promise<void> {
  const now = context.clock.now()
  const values = { when: formatDateTime(now) }
  return sendSecurityNotice(context, tx, { account, kind: 'identity.session_copied', values, once: once('session copied', now) })
}

export function notifyApprovalExhausted(context: Context, tx: Transaction, account: Owner, operation: string): Promise<void> {
  const now = context.clock.now()
  const values = { when: formatDateTime(now), operation }
  return sendSecurityNotice(context, tx, { account, kind: 'identity.approval_worn_out', values, once: once('approval worn out', now) })
}
