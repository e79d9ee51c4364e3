/** Ends the session at the server (SHELL-10, SEC-04): refresh token and access tokens stop working. Safe to repeat. */
import { sha256 } from '../../../../platform/database/ids.ts'
import type { IdentityContext } from '../core/context.ts'
import { endSession, sessionOfRefreshToken } from '../core/sessions/session-store.ts'

/** Either proof is enough: the cookie of an expired tab, or the access token of a caller without cookies. */
export async function signOut(context: IdentityContext, refreshToken: string | null, sessionId: string | null): Promise<void> {
  const { db, clock, sessions } = context
  const ofCookie = refreshToken ? await sessionOfRefreshToken(db, sha256(refreshToken)) : undefined
  for (const id of new Set([ofCookie, sessionId])) {
    if (!id) continue
    await endSession(db, id, 'signed_out', clock.now())
    sessions.invalidate(id)
  }
}
