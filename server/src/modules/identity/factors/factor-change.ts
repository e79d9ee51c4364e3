/** What every change of a factor brings: withdrawals wait a day, other sessions end, the person hears of it (R9). */
import type { Transaction } from '../../../platform/database.ts'
import { dateForPeople } from '../../../platform/date-for-people.ts'
import type { Caller } from '../../../platform/http/route.ts'
import type { AccountRow } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { placeHold } from '../holds.ts'
import { announce } from '../security-notice.ts'
import { endOtherSessions, markSecondFactor } from '../session-store.ts'

interface Change {
  readonly caller: Caller
  readonly account: Pick<AccountRow, 'id' | 'email'>
}
type NamedKind = 'identity.passkey_added' | 'identity.passkey_removed'
type PlainKind = 'identity.totp_added' | 'identity.totp_removed' | 'identity.recovery_codes_made'
export type FactorChange = Change & ({ kind: PlainKind } | { kind: NamedKind; name: string })

export async function factorsChanged(context: IdentityContext, tx: Transaction, change: FactorChange): Promise<void> {
  const { caller, account } = change
  const now = context.clock.now()
  const hold = await placeHold(tx, account.id, 'factor_changed', now)
  await endOtherSessions(tx, caller, 'factor_changed', now)
  const values = { when: dateForPeople(now), until: dateForPeople(hold.until) }
  if ('name' in change) await announce(context, tx, { account, kind: change.kind, values: { ...values, name: change.name } })
  else await announce(context, tx, { account, kind: change.kind, values })
  await context.outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'factors' })
}

/** The session that added a factor has proved one. After the commit the caller lets the session cache forget it. */
export async function factorAdded(context: IdentityContext, tx: Transaction, change: FactorChange): Promise<void> {
  await factorsChanged(context, tx, change)
  await markSecondFactor(tx, change.caller.sessionId, context.clock.now())
}
