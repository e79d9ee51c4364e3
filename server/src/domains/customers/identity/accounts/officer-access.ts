/** Account access actions of officers (ADM-15). Module compliance decides who may act, and why; the person is always notified. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { type AccountRow, findAccount, freeze, lockAccount } from '../core/account-store.ts'
import { actorOf } from '../core/accounts/move-account.ts'
import { notifyShutAccount } from '../core/appeals.ts'
import type { IdentityContext } from '../core/context.ts'
import { requireReset } from '../core/devices/device-store.ts'
import { cancelOpenChange } from '../core/email-change/email-change-transitions.ts'
import { deleteAllFactors, findOwnFactors } from '../core/factors/factor-store.ts'
import { revokeLinks } from '../core/links.ts'
import { mailReset } from '../core/mail-links.ts'
import { cancelOpenRemoval } from '../core/removal/removal-transitions.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { countLiveSessions, endSessionsOfAccount } from '../core/sessions/session-store.ts'
import type { Access, AccessChange, AccessFacts } from '../core/types.ts'
import { currentCooldown, startCooldown } from '../core/withdrawal-cooldown.ts'
import type { AccountFunctions } from './account-functions.ts'

export function createAccess(context: IdentityContext, { setState }: Pick<AccountFunctions, 'setState'>): Access {
  const values = () => ({ when: formatDateTime(context.clock.now()) })
  return {
    facts: (connection, accountId) => accessFacts(context, connection, accountId),
    async block(tx, { accountId, actor, reason }) {
      await setState(tx, { accountId, state: ACCOUNT_STATE.suspended, actor, reason })
      await notifyShutAccount(context, tx, { accountId, kind: 'identity.account_blocked', values: values() })
    },
    async unblock(tx, { accountId, state, actor, reason }) {
      await setState(tx, { accountId, state, onlyFrom: ACCOUNT_STATE.suspended, actor, reason })
      const { email } = await known(tx, accountId)
      await revokeLinks(tx, accountId, ['appeal'], context.clock.now())
      await context.notifications.notify(tx, { accountId, kind: 'identity.account_unblocked', values: values(), mailTo: email })
    },
    freeze: (tx, change) => freezeByOfficer(context, tx, change),
    endSessions: (tx, change) => endSessionsByOfficer(context, tx, change),
    resetFactors: (tx, change) => resetFactors(context, tx, change),
  }
}

async function accessFacts({ clock }: Pick<IdentityContext, 'clock'>, connection: Connection, id: string): Promise<AccessFacts | null> {
  const account = connection.isTransaction ? await lockAccount(connection, id, 'update') : await findAccount(connection, id)
  if (!account) return null
  const now = clock.now()
  const { email, state, activatedAt, frozenAt } = account
  const { totpAddedAt, passkeys } = await findOwnFactors(connection, id)
  const entered = await sql<{ last: Date | null }>`SELECT max(at) AS last FROM identity.sign_in
    WHERE account_id = ${id} AND result = 'entered'`.execute(connection)
  return {
    id: account.id,
    email,
    isOfficer: account.authorities.includes('ROLE_ADMIN'),
    state,
    activatedAt,
    lastSignInAt: entered.rows[0]?.last ?? null,
    frozenAt,
    hasApp: totpAddedAt !== null,
    passkeys: passkeys.length,
    liveSessions: await countLiveSessions(connection, id, now),
    withdrawalsHeldUntil: (await currentCooldown(connection, id, now))?.until ?? null,
  }
}

/** The same freeze as by the link "No fui yo" of a mail, for a person who cannot reach that mailbox. */
async function freezeByOfficer(context: IdentityContext, tx: Transaction, { accountId, actor, reason }: AccessChange): Promise<void> {
  const { clock, outbox, audit } = context
  const now = clock.now()
  const account = await known(tx, accountId)
  await freeze(tx, accountId, now)
  await endSessionsOfAccount(tx, accountId, 'account_frozen', now)
  await cancelOpenChange(tx, accountId, now, actorOf(actor))
  await cancelOpenRemoval(tx, accountId, now, SYSTEM)
  await revokeLinks(tx, accountId, ['password_reset', 'email_change_old', 'email_change_new', 'lost_factor', 'appeal'], now)
  await startCooldown(context, tx, { accountId, reason: 'account_frozen', now })
  await mailReset(context, tx, account)
  await notifyShutAccount(context, tx, { accountId, kind: 'identity.account_protected', values: { when: formatDateTime(now) } })
  await outbox.emit(tx, 'identity.account_frozen', { accountId })
  await audit.record(tx, { actor, action: 'identity.account_frozen', object: { type: 'account', id: accountId }, reason })
}

async function endSessionsByOfficer(context: IdentityContext, tx: Transaction, { accountId, actor, reason }: AccessChange): Promise<void> {
  const { clock, outbox, audit, notifications } = context
  const now = clock.now()
  const live = await countLiveSessions(tx, accountId, now)
  await endSessionsOfAccount(tx, accountId, 'ended_by_officer', now)
  await notifications.notify(tx, { accountId, kind: 'identity.sessions_ended', values: { when: formatDateTime(now) } })
  await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'sessions' })
  const object = { type: 'account', id: accountId }
  await audit.record(tx, { actor, action: 'identity.sessions_ended', object, before: { live }, after: { live: 0 }, reason })
}

/** The same MFA reset as after the wait of the self-service; officers, who cannot use that, come here too. */
async function resetFactors(context: IdentityContext, tx: Transaction, { accountId, actor, reason }: AccessChange): Promise<void> {
  const { clock, outbox, audit } = context
  const now = clock.now()
  const account = await known(tx, accountId)
  await cancelOpenRemoval(tx, accountId, now, SYSTEM)
  await deleteAllFactors(tx, accountId)
  await endSessionsOfAccount(tx, accountId, 'factor_changed', now)
  await revokeLinks(tx, accountId, ['password_reset', 'lost_factor'], now)
  await requireReset(tx, accountId, now)
  const { until } = await startCooldown(context, tx, { accountId, reason: 'factor_changed', now })
  const values = { when: formatDateTime(now), until: formatDateTime(until) }
  await sendSecurityNotice(context, tx, { account, kind: 'identity.factors_reset', values })
  await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'factors' })
  await audit.record(tx, { actor, action: 'identity.factors_removed', object: { type: 'account', id: accountId }, reason })
}

async function known(tx: Transaction, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(tx, accountId, 'update')
  if (!account) throw new Error('an account that was checked no longer exists')
  return account
}
