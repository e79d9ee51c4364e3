/** Whoever proved who they are gets a session. Every way in ends here: password, second factor, passkey. */
import { inTransaction } from '../../platform/database.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import type { IdentityContext } from './context.ts'
import { newDeviceKey } from './devices/device-cookie.ts'
import { newRefreshToken } from './refresh-token.ts'
import { ABSOLUTE_LIFE_MS } from './rules.ts'
import { endSession, insertRefreshToken, insertSession } from './session-store.ts'

export interface Visit {
  accountId: string
  ip: string
  userAgent: string
  /** Of the browser's cookie; null when it has none. */
  deviceKey: string | null
  /** The session of the same browser until now; it ends (R6). */
  replacedSessionId: string | null
}
export interface SignedIn {
  accountId: string
  sessionId: string
  refreshToken: string
  /** For the browser's cookie. */
  deviceKey: string
}

export async function openSession(context: IdentityContext, visit: Visit): Promise<SignedIn> {
  const { accountId, ip, userAgent, replacedSessionId } = visit
  const now = context.clock.now()
  const sessionId = newId()
  const refreshToken = newRefreshToken()
  await inTransaction(context.db, async (tx) => {
    if (replacedSessionId) await endSession(tx, replacedSessionId, 'replaced', now)
    const expiresAt = new Date(now.getTime() + ABSOLUTE_LIFE_MS)
    await insertSession(tx, { id: sessionId, accountId, ip, userAgent, createdAt: now, expiresAt })
    await insertRefreshToken(tx, sha256(refreshToken), sessionId)
    await context.outbox.emit(tx, 'identity.signed_in', { accountId, sessionId })
  })
  if (replacedSessionId) context.sessions.forget(replacedSessionId)
  return { accountId, sessionId, refreshToken, deviceKey: visit.deviceKey ?? newDeviceKey() }
}
