/**
 * Access that a person ends for their own sessions and devices (SEC-66). A session ends immediately here, and within two seconds in other
 * processes.
 */
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import type { IdentityContext } from '../core/context.ts'
import { removeDevice } from '../core/devices/device-store.ts'
import { endOwnSession, endSessionsBut } from './own-session-store.ts'

/** Another person's session gets the same answer as one that never existed. */
export async function endOneSession({ db, clock, sessions, outbox }: IdentityContext, { accountId }: Caller, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await endOwnSession(tx, accountId, id, clock.now()))) refuse('request.not_found')
    await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'sessions' })
  })
  sessions.invalidate(id)
}

export async function endOtherSessions(context: IdentityContext, { accountId, sessionId }: Caller): Promise<number> {
  const { db, clock, sessions, outbox } = context
  const ended = await inTransaction(db, async (tx) => {
    const ids = await endSessionsBut(tx, accountId, sessionId, clock.now())
    await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'sessions' })
    return ids
  })
  for (const id of ended) sessions.invalidate(id)
  return ended.length
}

export async function removeOwnDevice({ db, clock, outbox }: IdentityContext, { accountId }: Caller, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await removeDevice(tx, accountId, id, clock.now()))) refuse('request.not_found')
    await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'devices' })
  })
}
