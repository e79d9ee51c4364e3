/** SQL of a person's own sessions, to list and end them. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { DeviceKind } from '../core/devices/user-agent.ts'

export interface SessionRow {
  id: string
  current: boolean
  startedAt: Date
  activeAt: Date
  ip: string
  place: string
  system: string
  deviceKind: DeviceKind
  browser: string
}
type EndReason = 'ended_by_person' | 'location_denied'

/** All live ones, this session first, then the newest: one that is not listed cannot be ended alone. */
export async function listSessions(
  connection: Connection,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  now: Date,
): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`SELECT session.id, session.id = ${sessionId} AS current, session.created_at AS "startedAt",
      session.active_at AS "activeAt", session.ip, place, system, device_kind AS "deviceKind", browser
    FROM identity.session JOIN identity.sign_in_report ON session_id = session.id
    WHERE session.account_id = ${accountId} AND session_over_at > ${now}
    ORDER BY current DESC, session.created_at DESC, session.id`.execute(connection)
  return found.rows
}

/** False when the account has no such session, or it had ended. */
export async function endOwnSession(tx: Connection, accountId: string, id: string, now: Date): Promise<boolean> {
  return (await end(tx, accountId, 'ended_by_person', now, sql`session.id::text = ${id}`)).length === 1
}

/** Returns the sessions that it ended. */
export const endSessionsBut = (tx: Connection, accountId: string, keptId: string, now: Date): Promise<string[]> =>
  end(tx, accountId, 'ended_by_person', now, sql`session.id <> ${keptId}`)

/** Ends every session from the denied device or network. */
export const endSessionsFrom = (
  tx: Connection,
  accountId: string,
  { deviceId, network }: { deviceId: string | null; network: string },
  now: Date,
): Promise<string[]> =>
  end(
    tx,
    accountId,
    'location_denied',
    now,
    sql`session.id IN (SELECT session_id FROM identity.sign_in WHERE account_id = ${accountId}
      AND (network = ${network} OR device_id = ${deviceId}))`,
  )

async function end(tx: Connection, accountId: string, reason: EndReason, now: Date, which: ReturnType<typeof sql>): Promise<string[]> {
  const ended = await sql<{ id: string }>`UPDATE identity.session SET ended_at = ${now}, end_reason = ${reason}
    WHERE account_id = ${accountId} AND ended_at IS NULL AND ${which} RETURNING id`.execute(tx)
  return ended.rows.map(({ id }) => id)
}
