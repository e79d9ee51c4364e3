/**
 * Security notices of payments: payment actions that an attacker would take are notified immediately, with the link that freezes the
 * account (SEC-67). Once per event.
 */

import { inTransaction } from '../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { amountText } from '../../../reference/notifications/index.ts'
import { findAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { type SecurityNotice, sendSecurityNotice } from '../core/security-notice.ts'

/** Without `Omit`, which would join the kinds and lose which values each has. */
type Notified = SecurityNotice extends infer N ? (N extends SecurityNotice ? Pick<N, 'kind' | 'values'> : never) : never

export function notifyPayments(context: IdentityContext): void {
  const { outbox } = context
  outbox.on('payments.withdrawal_requested', 'identity.tell', ({ accountId, withdrawalId, amount, account }) => {
    const values = { amount: amountText('COP', amount), account }
    return notify(context, accountId, `withdrawal request ${withdrawalId}`, { kind: 'payments.withdrawal_requested', values })
  })
  outbox.on('payments.account_changed', 'identity.tell', ({ accountId, change, account, heldUntil }, eventId) => {
    const once = `bank account ${eventId}`
    if (heldUntil === null) return notify(context, accountId, once, { kind: 'payments.account_deleted', values: { account } })
    const kind = change === 'added' ? 'payments.account_added' : 'payments.account_changed'
    return notify(context, accountId, once, { kind, values: { account, until: formatDateTime(new Date(heldUntil)) } })
  })
  outbox.on('crypto.withdrawal_requested', 'identity.tell', ({ accountId, withdrawalId, asset, amount, address }) => {
    const values = { amount: amountText(asset, amount), address }
    return notify(context, accountId, `token withdrawal request ${withdrawalId}`, { kind: 'crypto.withdrawal_requested', values })
  })
  outbox.on('crypto.address_changed', 'identity.tell', ({ accountId, change, address, heldUntil }, eventId) => {
    const once = `saved address ${eventId}`
    if (change === 'deleted') return notify(context, accountId, once, { kind: 'crypto.address_deleted', values: { address } })
    const until = heldUntil === null ? '' : formatDateTime(new Date(heldUntil))
    return notify(context, accountId, once, { kind: 'crypto.address_added', values: { address, until } })
  })
}

async function notify(context: IdentityContext, accountId: string, once: string, notice: Notified): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const account = await findAccount(tx, accountId)
    if (account) await sendSecurityNotice(context, tx, { ...notice, account, once })
  })
}
