/** Two answers to the mail of an unfamiliar sign-in: it was the person, or it was another person. Each link works once. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { customer } from '../../../../platform/state-machine/index.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { HISTORY_PATH } from '../core/devices/ask-sign-in-confirmation.ts'
import { confirmSignIn, denySignIn, requireReset } from '../core/devices/device-store.ts'
import { moveDevice } from '../core/devices/move-device.ts'
import { consumeToken, findLink, revokeLinks } from '../core/links.ts'
import { mailReset } from '../core/mail-links.ts'
import { cancelOpenRemoval } from '../core/removal/removal-transitions.ts'
import { restoreEmail } from '../core/restore-email.ts'
import { startCooldown } from '../core/withdrawal-cooldown.ts'
import { endSessionsFrom } from './own-session-store.ts'

export async function confirmLocation({ db, clock, outbox }: IdentityContext, token: string): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const link = await consumeToken(tx, token, 'confirm_location', now)
    if (!link?.subjectId) refuse('identity.location_link_expired')
    const deviceId = await confirmSignIn(tx, link.subjectId, now)
    if (deviceId) await moveDevice(tx, deviceId, { to: 'known', at: now, actor: customer(link.accountId) })
    await outbox.emit(tx, 'identity.location_confirmed', { accountId: link.accountId, signInId: link.subjectId })
    await outbox.emit(tx, 'identity.account_changed', { accountId: link.accountId, change: 'devices' })
  })
}

/** Denial of a sign-in. It is possible after a confirmation too, which anyone with access to the mailbox could have given. */
export async function denyLocation(context: IdentityContext, token: string): Promise<void> {
  const { db, clock, sessions, notifications, outbox } = context
  const now = clock.now()
  const ended = await inTransaction(db, async (tx) => {
    const found = await findLink(tx, token, 'deny_location', now)
    // The account first, the lock order of all flows: a concurrent sign-in waits and then finds its device blocked.
    const account = found && (await lockAccount(tx, found.accountId, 'update'))
    const link = account && (await consumeToken(tx, token, 'deny_location', now))
    if (!account || !link?.subjectId) refuse('identity.deny_link_expired')
    await revokeLinks(tx, account.id, ['confirm_location'], now)
    const signIn = await denySignIn(tx, link.subjectId, now)
    if (!signIn) refuse('identity.deny_link_expired')
    if (signIn.deviceId) await moveDevice(tx, signIn.deviceId, { to: 'blocked', at: now, actor: customer(account.id) })
    const { until } = await startCooldown(context, tx, { accountId: account.id, reason: 'device_denied', now })
    await requireReset(tx, account.id, now)
    await cancelOpenRemoval(tx, account.id, now)
    const email = await restoreEmail(context, tx, account, { changeId: null, mailedAt: link.createdAt }, now)
    if (email) await mailReset(context, tx, { id: account.id, email })
    const values = { when: formatDateTime(signIn.at), until: formatDateTime(until) }
    await notifications.notify(tx, { accountId: account.id, kind: 'identity.location_denied', values, url: HISTORY_PATH })
    const { id: signInId, ip, country } = signIn
    await outbox.emit(tx, 'identity.location_denied', { accountId: account.id, signInId, ip, country })
    await outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'sessions' })
    return endSessionsFrom(tx, account.id, signIn, now)
  })
  for (const id of ended) sessions.invalidate(id)
}
