/**
 * E-mail and password → a new session (ID-02). What is wrong is told only to whoever knows the password.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction } from '../../platform/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { type AccountRow, findAccountByEmail } from './account-store.ts'
import type { IdentityContext } from './context.ts'
import { verifyPassword } from './passwords.ts'
import { newRefreshToken } from './refresh-token.ts'
import { ABSOLUTE_LIFE_MS, normalizeEmail, SIGN_IN_ALLOWANCE } from './rules.ts'
import { endSession, insertRefreshToken, insertSession } from './session-store.ts'

export interface SignIn {
  email: string
  password: string
  ip: string
  userAgent: string
  /** The session of the same browser until now; it ends (R6). */
  replacedSessionId: string | null
}
export interface SignedIn {
  accountId: string
  sessionId: string
  refreshToken: string
}

export async function signIn(
  context: IdentityContext,
  { email: typed, password, ip, userAgent, replacedSessionId }: SignIn,
): Promise<SignedIn> {
  const email = normalizeEmail(typed) ?? typed
  const tries = await context.throttle.take(
    [
      { kind: 'sign-in-network', key: networkOf(ip), allowance: SIGN_IN_ALLOWANCE },
      { kind: 'sign-in', key: email, allowance: SIGN_IN_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  const account = await findAccountByEmail(context.db, email)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight) refuse('identity.wrong_credentials')
  await tries.giveBack()
  checkMayEnter(account)
  return openSession(context, { accountId: account.id, ip, userAgent, replacedSessionId })
}

function checkMayEnter({ activatedAt, state }: AccountRow): void {
  if (!activatedAt) refuse('identity.not_activated')
  if (state === ACCOUNT_STATE.suspended || state === ACCOUNT_STATE.closed) refuse('identity.account_suspended')
}

interface NewVisit {
  accountId: string
  ip: string
  userAgent: string
  replacedSessionId: string | null
}
async function openSession(context: IdentityContext, { accountId, ip, userAgent, replacedSessionId }: NewVisit): Promise<SignedIn> {
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
  return { accountId, sessionId, refreshToken }
}
