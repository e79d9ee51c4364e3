/** Timed steps of an MFA reset: a reminder after a day, and the removal of the factors when it is due. Each is idempotent. */
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { type AccountRow, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { requireReset } from '../core/devices/device-store.ts'
import { deleteAllFactors } from '../core/factors/factor-store.ts'
import { revokeLinks } from '../core/links.ts'
import { findOpenRemoval, type NewRemoval } from '../core/removal/removal-store.ts'
import { cancelOpenRemoval, finishRemoval } from '../core/removal/removal-transitions.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { endSessionsOfAccount } from '../core/sessions/session-store.ts'
import { startCooldown } from '../core/withdrawal-cooldown.ts'
import { mayResetMfa } from './may-reset-mfa.ts'

const REMIND = 'identity.remind_of_factor_removal'
const REMOVE = 'identity.remove_lost_factors'
const REMIND_AFTER_MS = 24 * 60 * 60_000

const Payload = z.object({ removalId: z.uuid() })

export async function planRemoval({ jobs }: IdentityContext, tx: Transaction, { id, askedAt, dueAt }: NewRemoval): Promise<void> {
  const payload = { removalId: id }
  await jobs.enqueue(tx, { name: REMIND, key: id, payload, runAt: new Date(askedAt.getTime() + REMIND_AFTER_MS) })
  await jobs.enqueue(tx, { name: REMOVE, key: id, payload, runAt: dueAt })
}

export function handleRemovals(context: IdentityContext): void {
  const handle = (name: string, act: (context: IdentityContext, removalId: string) => Promise<void>) =>
    context.jobs.handle({
      name,
      async run(payload) {
        await act(context, Payload.parse(payload).removalId)
        return undefined
      },
    })
  handle(REMIND, remind)
  handle(REMOVE, removeLostFactors)
}

async function remind(context: IdentityContext, removalId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const removal = await findOpenRemoval(tx, removalId)
    const account = removal && (await lockAccount(tx, removal.accountId, 'update'))
    // A process that was down for days skips the reminder: the removal sends its own notice.
    if (!account || removal.dueAt <= context.clock.now()) return
    const values = { due: formatDateTime(removal.dueAt) }
    await sendSecurityNotice(context, tx, { account, kind: 'identity.factor_removal_near', values, once: `factor removal ${removalId}` })
  })
}

/** The account's lock first, like every flow that ends a reset: of a concurrent objection and removal one comes first. */
async function removeLostFactors(context: IdentityContext, removalId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const removal = await findOpenRemoval(tx, removalId)
    const account = removal && (await lockAccount(tx, removal.accountId, 'update'))
    if (!account) return
    const now = context.clock.now()
    if (!mayResetMfa(account)) await cancelOpenRemoval(tx, account.id, now, SYSTEM)
    else if (await finishRemoval(tx, removalId, now)) await remove(context, tx, account, now)
  })
}

async function remove(context: IdentityContext, tx: Transaction, account: AccountRow, now: Date): Promise<void> {
  await deleteAllFactors(tx, account.id)
  await endSessionsOfAccount(tx, account.id, 'factor_changed', now)
  await revokeLinks(tx, account.id, ['password_reset', 'lost_factor'], now)
  await requireReset(tx, account.id, now)
  const { until } = await startCooldown(context, tx, { accountId: account.id, reason: 'factor_changed', now })
  const values = { when: formatDateTime(now), until: formatDateTime(until) }
  await sendSecurityNotice(context, tx, { account, kind: 'identity.factors_removed', values })
  await context.outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'factors' })
  const actor = { kind: 'system', name: 'identity.lost_factor' } as const
  await context.audit.record(tx, { actor, action: 'identity.factors_removed', object: { type: 'account', id: account.id } })
}
