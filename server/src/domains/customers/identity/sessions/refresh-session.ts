/** Rotates the refresh token (R8, SEC-03): each works once, a replay ends the family, parallel tabs and lost answers get the same successor. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { findAccount } from '../core/account-store.ts'
import { isShut } from '../core/accounts/states.ts'
import type { IdentityContext } from '../core/context.ts'
import { decideRefresh } from '../core/rules.ts'
import { successorOf } from '../core/sessions/refresh-token.ts'
import {
  endSession,
  insertRefreshToken,
  isRefreshTokenReceived,
  isRefreshTokenUnused,
  lockRefreshToken,
  markRefreshTokenUsed,
} from '../core/sessions/session-store.ts'
import { notifySessionCopied } from '../core/suspicions.ts'
import { refusalOfEnd } from './end-reason.ts'

const UNKNOWN = 'identity.session_expired'

export interface Refreshed {
  accountId: string
  sessionId: string
  refreshToken: string
  /** Remaining absolute life. */
  lifeMs: number
}

/** Returns the refusal when the session has ended or the token is not valid; a replayed token has then ended its family. */
export async function refreshSession(context: IdentityContext, token: string | null): Promise<Refreshed | ErrorCode> {
  if (!token) return UNKNOWN
  const { refresh: key } = await context.keys()
  const now = context.clock.now()
  return inTransaction(context.db, async (tx) => {
    const hash = sha256(token)
    const row = await lockRefreshToken(tx, hash)
    if (!row || isShut(row.state)) return UNKNOWN
    const isSuccessorReceived = row.usedAt !== null && (await isRefreshTokenReceived(tx, sha256(successorOf(token, key))))
    const decision = decideRefresh({ usedAt: row.usedAt, endedAt: row.endedAt, times: row, isSuccessorReceived }, now)
    if (decision === 'over') return refusalOfEnd(row, now)
    if (decision === 'reuse') {
      await endSession(tx, row.sessionId, 'token_reused', now)
      const account = await findAccount(tx, row.accountId)
      if (account) await notifySessionCopied(context, tx, account)
      return 'identity.session_reused'
    }
    const refreshToken = decision === 'rotate' ? await rotate(tx, token, row.sessionId, key, now) : await unusedSuccessor(tx, token, key)
    if (!refreshToken) return UNKNOWN
    return { accountId: row.accountId, sessionId: row.sessionId, refreshToken, lifeMs: row.expiresAt.getTime() - now.getTime() }
  })
}

async function rotate(tx: Transaction, token: string, sessionId: string, key: Buffer, now: Date): Promise<string> {
  const successor = successorOf(token, key)
  await markRefreshTokenUsed(tx, sha256(token), now)
  await insertRefreshToken(tx, sha256(successor), sessionId)
  return successor
}

const SUCCESSORS_MAX = 50

/** The family may have been refreshed within the grace: a used token would end the session later. */
async function unusedSuccessor(tx: Transaction, token: string, key: Buffer): Promise<string | null> {
  let successor = token
  for (let step = 0; step < SUCCESSORS_MAX; step++) {
    successor = successorOf(successor, key)
    if (await isRefreshTokenUnused(tx, sha256(successor))) return successor
  }
  return null
}
