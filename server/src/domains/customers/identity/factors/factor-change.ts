/** Effects of every change of a factor: withdrawals wait a day, other sessions end, the person is notified (R9). */
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import type { AccountRow } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { endOtherSessions, markSecondFactor } from '../core/sessions/session-store.ts'
import { startCooldown } from '../core/withdrawal-cooldown.ts'

interface Change {
  readonly caller: Caller
  readonly account: Pick<AccountRow, 'id' | 'email'>
  /** Factor that the link of the mail revokes: the passkey; the account itself for its authenticator app. */
  readonly undoes?: string
}
type NamedKind = 'identity.passkey_added' | 'identity.passkey_removed'
type PlainKind = 'identity.totp_added' | 'identity.totp_removed' | 'identity.recovery_codes_made'
export type FactorChange = Change & ({ kind: PlainKind } | { kind: NamedKind; name: string })

export async function factorsChanged(context: IdentityContext, tx: Transaction, change: FactorChange): Promise<void> {
  const { caller, account, undoes } = change
  const about = undoes === undefined ? { account } : { account, undoes }
  const now = context.clock.now()
  const hold = await startCooldown(context, tx, { accountId: account.id, reason: 'factor_changed', now })
  await endOtherSessions(tx, caller, 'factor_changed', now)
  const values = { when: formatDateTime(now), until: formatDateTime(hold.until) }
  if ('name' in change) await sendSecurityNotice(context, tx, { ...about, kind: change.kind, values: { ...values, name: change.name } })
  else await sendSecurityNotice(context, tx, { ...about, kind: change.kind, values })
  await context.outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'factors' })
}

/**
 * The session that added a factor has proved one. After the commit the caller drops its entry in the session cache. A session that was
 * ended a moment ago, for example by a freeze, adds nothing: its holder would come back through the new factor.
 */
export async function factorAdded(context: IdentityContext, tx: Transaction, change: FactorChange & { undoes: string }): Promise<void> {
  if (!(await markSecondFactor(tx, change.caller.sessionId, context.clock.now()))) refuse('identity.session_expired')
  await factorsChanged(context, tx, change)
}
