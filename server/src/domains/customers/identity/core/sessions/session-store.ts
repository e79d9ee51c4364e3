/** SQL of sessions and their refresh tokens. */
import type { AccountState } from '@tunjo/contract/identity'
import type { StaffRole } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../../platform/database/database.ts'
import type { Authority, Caller } from '../../../../../platform/http/route.ts'
import { IDLE_LIFE_MS } from '../rules.ts'

export type EndReason =
  | 'signed_out'
  | 'token_reused'
  | 'replaced'
  | 'account_blocked'
  | 'role_changed'
  | 'password_changed'
  | 'password_reset'
  | 'email_changed'
  | 'account_frozen'
  | 'account_closed'
  | 'factor_changed'
  | 'ended_by_officer'

export interface NewSession {
  id: string
  accountId: string
  ip: string
  userAgent: string
  createdAt: Date
  expiresAt: Date
  /** Null when the password alone opened it. */
  secondFactorAt: Date | null
}
export interface LiveSession {
  id: string
  accountId: string
  authorities: Authority[]
  staffRoles: StaffRole[]
  state: AccountState
  activeAt: Date
  expiresAt: Date
  secondFactorAt: Date | null
  factorRequired: boolean
}
export interface RefreshTokenRow {
  sessionId: string
  accountId: string
  state: AccountState
  usedAt: Date | null
  activeAt: Date
  expiresAt: Date
  endedAt: Date | null
  endReason: string | null
}

export async function insertSession(tx: Connection, session: NewSession): Promise<void> {
  const { id, accountId, ip, userAgent, createdAt, expiresAt, secondFactorAt } = session
  await sql`INSERT INTO identity.session (id, account_id, ip, user_agent, created_at, active_at, expires_at, second_factor_at)
    VALUES (${id}, ${accountId}, ${ip}, ${userAgent}, ${createdAt}, ${createdAt}, ${expiresAt}, ${secondFactorAt})`.execute(tx)
}

/** Undefined when unknown or ended. */
export async function findLiveSession(connection: Connection, id: string): Promise<LiveSession | undefined> {
  const found = await sql<LiveSession>`SELECT session.id, account_id AS "accountId", authorities, state, active_at AS "activeAt",
      expires_at AS "expiresAt", second_factor_at AS "secondFactorAt", factor_required AS "factorRequired",
      ARRAY(SELECT role FROM identity.staff_role WHERE staff_role.account_id = session.account_id) AS "staffRoles"
    FROM identity.session JOIN identity.account ON account.id = account_id WHERE session.id = ${id} AND ended_at IS NULL`.execute(
    connection,
  )
  return found.rows[0]
}

export async function touchSession(connection: Connection, id: string, now: Date): Promise<void> {
  await sql`UPDATE identity.session SET active_at = ${now} WHERE id = ${id} AND active_at < ${now}`.execute(connection)
}

/** False when the session has ended. */
export async function markSecondFactor(tx: Connection, id: string, now: Date): Promise<boolean> {
  const marked = await sql`UPDATE identity.session SET second_factor_at = ${now} WHERE id = ${id} AND ended_at IS NULL RETURNING 1`.execute(
    tx,
  )
  return marked.rows.length === 1
}

export async function endSession(connection: Connection, id: string, reason: EndReason, now: Date): Promise<void> {
  await sql`UPDATE identity.session SET ended_at = ${now}, end_reason = ${reason} WHERE id = ${id} AND ended_at IS NULL`.execute(connection)
}

export async function endSessionsOfAccount(tx: Connection, accountId: string, reason: EndReason, now: Date): Promise<void> {
  await sql`UPDATE identity.session SET ended_at = ${now}, end_reason = ${reason}
    WHERE account_id = ${accountId} AND ended_at IS NULL`.execute(tx)
}

/** Sessions that may still act. */
export async function countLiveSessions(connection: Connection, accountId: string, now: Date): Promise<number> {
  const counted = await sql<{ live: number }>`SELECT count(*)::int AS live FROM identity.session WHERE account_id = ${accountId}
    AND ended_at IS NULL AND expires_at > ${now} AND active_at > ${new Date(now.getTime() - IDLE_LIFE_MS)}`.execute(connection)
  return counted.rows[0]?.live ?? 0
}

export async function endOtherSessions(
  tx: Connection,
  { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await sql`UPDATE identity.session SET ended_at = ${now}, end_reason = ${reason}
    WHERE account_id = ${accountId} AND id <> ${sessionId} AND ended_at IS NULL`.execute(tx)
}

export async function insertRefreshToken(tx: Connection, hash: string, sessionId: string): Promise<void> {
  await sql`INSERT INTO identity.refresh_token (hash, session_id) VALUES (${hash}, ${sessionId})`.execute(tx)
}

/** Locks the session, so that parallel refreshes of one family are serialised. */
export async function lockRefreshToken(tx: Transaction, hash: string): Promise<RefreshTokenRow | undefined> {
  await sql`SELECT 1 FROM identity.session WHERE id = (SELECT session_id FROM identity.refresh_token WHERE hash = ${hash}) FOR UPDATE`.execute(
    tx,
  )
  const found = await sql<RefreshTokenRow>`SELECT session_id AS "sessionId", account_id AS "accountId", state, used_at AS "usedAt",
      active_at AS "activeAt", expires_at AS "expiresAt", ended_at AS "endedAt", end_reason AS "endReason"
    FROM identity.refresh_token JOIN identity.session ON session.id = session_id JOIN identity.account ON account.id = account_id
    WHERE hash = ${hash}`.execute(tx)
  return found.rows[0]
}

export async function markRefreshTokenUsed(tx: Connection, hash: string, now: Date): Promise<void> {
  await sql`UPDATE identity.refresh_token SET used_at = ${now} WHERE hash = ${hash}`.execute(tx)
}

/** Record that the browser received this refresh token. */
export async function markRefreshTokenReceived(connection: Connection, hash: string, now: Date): Promise<void> {
  await sql`UPDATE identity.refresh_token SET received_at = ${now} WHERE hash = ${hash} AND received_at IS NULL`.execute(connection)
}

/** True when a call used the access token that came with it, or when it was presented itself. */
export async function isRefreshTokenReceived(tx: Connection, hash: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM identity.refresh_token
    WHERE hash = ${hash} AND (received_at IS NOT NULL OR used_at IS NOT NULL)`.execute(tx)
  return found.rows.length === 1
}

export async function isRefreshTokenUnused(tx: Connection, hash: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM identity.refresh_token WHERE hash = ${hash} AND used_at IS NULL`.execute(tx)
  return found.rows.length === 1
}

export async function sessionOfRefreshToken(connection: Connection, hash: string): Promise<string | undefined> {
  const found = await sql<{ sessionId: string }>`SELECT session_id AS "sessionId" FROM identity.refresh_token WHERE hash = ${hash}`.execute(
    connection,
  )
  return found.rows[0]?.sessionId
}

/** The session row stays for the sign-in history. */
export async function deleteDeadRefreshTokens(connection: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM identity.refresh_token
    WHERE session_id IN (SELECT id FROM identity.session WHERE expires_at < ${now} OR ended_at < ${now})`.execute(connection)
}
