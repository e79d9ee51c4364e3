/** Confirmation by the link of the mail: the wait begins, and anyone with a factor or the mailbox can object. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { locate } from '../core/devices/place.ts'
import { countFactors, findOwnFactors } from '../core/factors/factor-store.ts'
import { consumeToken, findLink } from '../core/links.ts'
import { findOpenRemovalOf, insertRemoval } from '../core/removal/removal-store.ts'
import { beginRemoval } from '../core/removal/removal-transitions.ts'
import { REMOVAL_STATES } from '../core/removal/states.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { isOfficer, mayResetMfa } from './may-reset-mfa.ts'
import { planRemoval } from './removal-jobs.ts'

export async function confirmRemoval(context: IdentityContext, token: string, ip: string): Promise<Date> {
  const { db, clock, outbox, lostFactorWaitMs } = context
  const { label: place } = await locate(ip)
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const link = await findLink(tx, token, 'lost_factor', now)
    const account = link && (await lockAccount(tx, link.accountId, 'update'))
    if (!account) refuse('identity.lost_factor_expired')
    if (isOfficer(account)) refuse('identity.lost_factor_officer')
    const hasFactors = countFactors(await findOwnFactors(tx, account.id)) > 0
    if (!hasFactors || !mayResetMfa(account) || !(await consumeToken(tx, token, 'lost_factor', now))) refuse('identity.lost_factor_expired')
    const open = await findOpenRemovalOf(tx, account.id)
    if (open) return open.dueAt
    const dueAt = new Date(now.getTime() + lostFactorWaitMs)
    const removal = { id: newId(), accountId: account.id, askedAt: now, ip, dueAt, state: REMOVAL_STATES.initial }
    await insertRemoval(tx, removal)
    await beginRemoval(tx, removal, now)
    await planRemoval(context, tx, removal)
    const values = { when: formatDateTime(now), place, due: formatDateTime(removal.dueAt) }
    await sendSecurityNotice(context, tx, { account, kind: 'identity.factor_removal_asked', values })
    await outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'factors' })
    return removal.dueAt
  })
}
