/** SQL of where people stand, and of every change. */
import type { RiskAction, RiskLevel } from '@tunjo/contract/compliance-risk'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Standing, StandingRow } from './types.ts'

const STANDING = sql`account_id AS "accountId", level, is_pep AS "isPep", is_listed AS "isListed", allow, risk, version`

const NOBODY_LOOKED = { level: null, isPep: null, isListed: null, allow: false, risk: 'low', version: 0 } as const

export async function standingOf(connection: Connection, accountId: string): Promise<StandingRow> {
  const found = await sql<StandingRow>`SELECT ${STANDING} FROM risk.standing WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? { accountId, ...NOBODY_LOOKED }
}

/** Two changes of one person wait for each other, also of somebody whom nobody has looked at. */
export async function lockStanding(tx: Transaction, accountId: string, now: Date): Promise<StandingRow> {
  const locked = await sql<StandingRow>`INSERT INTO risk.standing AS s (account_id, updated_at) VALUES (${accountId}, ${now})
    ON CONFLICT (account_id) DO UPDATE SET version = s.version RETURNING ${STANDING}`.execute(tx)
  const [row] = locked.rows
  if (!row) throw new Error('a row that was inserted or there is not answered')
  return row
}

export async function updateStanding(tx: Transaction, accountId: string, standing: Standing, risk: RiskLevel, at: Date): Promise<void> {
  const { level, isPep, isListed, allow } = standing
  await sql`UPDATE risk.standing SET level = ${level}, is_pep = ${isPep}, is_listed = ${isListed}, allow = ${allow}, risk = ${risk},
    version = version + 1, updated_at = ${at} WHERE account_id = ${accountId}`.execute(tx)
}

export interface ChangeRow {
  readonly accountId: string
  readonly action: RiskAction
  readonly before: string
  readonly after: string
  readonly officerId: string | null
  readonly secondId: string | null
  readonly reason: string
  readonly at: Date
}

export async function insertChange(tx: Transaction, change: ChangeRow): Promise<void> {
  const { accountId, action, before, after, officerId, secondId, reason, at } = change
  await sql`INSERT INTO risk.change (id, account_id, action, before, after, officer_id, second_id, reason, at)
    VALUES (${newId()}, ${accountId}, ${action}, ${before}, ${after}, ${officerId}, ${secondId}, ${reason}, ${at})`.execute(tx)
}

const SHOWN_MAX = 100

/** Newest first. */
export async function changesOf(connection: Connection, accountId: string): Promise<ChangeRow[]> {
  const found = await sql<ChangeRow>`SELECT account_id AS "accountId", action, before, after, officer_id AS "officerId",
      second_id AS "secondId", reason, at
    FROM risk.change WHERE account_id = ${accountId} ORDER BY id DESC LIMIT ${SHOWN_MAX}`.execute(connection)
  return found.rows
}
