/** SQL of risk profiles and of every change. */
import type { RiskChangeKind, RiskLevel } from '@tunjo/contract/compliance-risk'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Fact } from '../../../platform/unit-of-work/index.ts'
import { highest, riskOf } from './rules.ts'
import type { RiskProfile, RiskProfileRow } from './types.ts'

interface Row extends RiskProfile {
  readonly accountId: string
  readonly version: number
  readonly isListAlertOpen: boolean
}
const COLUMNS = sql`account_id AS "accountId", level, level_until AS "levelUntil", is_level_agreed AS "isLevelAgreed", is_pep AS "isPep",
  is_listed AS "isListed", allow, floor, points_level AS "pointsLevel", version`
/** Open alert Listas, by its partial index: one opened manually stops money before its event is consumed. */
const listAlert = (id: ReturnType<typeof sql>) =>
  sql`EXISTS (SELECT FROM alerts.episode_report WHERE account_id = ${id} AND kind = 2 AND state = 'open') AS "isListAlertOpen"`

const UNASSESSED: RiskProfile & { readonly version: number } = {
  level: null,
  levelUntil: null,
  isLevelAgreed: false,
  isPep: null,
  isListed: null,
  allow: false,
  floor: 'low',
  pointsLevel: 'low',
  version: 0,
}

const at = (row: Row, now: Date): RiskProfileRow => ({ ...row, risk: highest([row.isListAlertOpen ? 'high' : 'low', riskOf(row, now)]) })

/** For all ids, also those without a row. In the order of the ids. */
export async function riskProfilesOf(connection: Connection, accountIds: readonly string[], now: Date): Promise<RiskProfileRow[]> {
  const found = await sql<Row>`SELECT ${COLUMNS}, ${listAlert(sql`standing.account_id`)} FROM risk.standing
    WHERE account_id = ANY(${[...accountIds]}::uuid[])`.execute(connection)
  const known = new Map(found.rows.map((row) => [row.accountId, row]))
  const unknown = accountIds.filter((id) => !known.has(id))
  const listed = unknown.length === 0 ? new Set<string>() : await withListAlert(connection, unknown)
  return accountIds.map((accountId) => {
    const row = known.get(accountId) ?? { ...UNASSESSED, accountId, isListAlertOpen: listed.has(accountId) }
    return at(row, now)
  })
}

async function withListAlert(connection: Connection, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`SELECT account_id AS id FROM alerts.episode_report
    WHERE account_id = ANY(${[...accountIds]}::uuid[]) AND kind = 2 AND state = 'open'`.execute(connection)
  return new Set(found.rows.map(({ id }) => id))
}

/** One statement, since every payment runs it. */
export async function riskProfileOf(connection: Connection, accountId: string, now: Date): Promise<RiskProfileRow> {
  const found = await sql<Row>`SELECT coalesce(standing.account_id, asked.id) AS "accountId", level, level_until AS "levelUntil",
      coalesce(is_level_agreed, false) AS "isLevelAgreed", is_pep AS "isPep", is_listed AS "isListed", coalesce(allow, false) AS allow,
      coalesce(floor, 'low') AS floor, coalesce(points_level, 'low') AS "pointsLevel", coalesce(version, 0) AS version,
      ${listAlert(sql`asked.id`)}
    FROM (SELECT ${accountId}::uuid AS id) AS asked LEFT JOIN risk.standing ON standing.account_id = asked.id`.execute(connection)
  const [row] = found.rows
  if (!row) throw new Error('a row that is always there is not answered')
  return at(row, now)
}

type Json = Omit<Row, 'levelUntil'> & { readonly levelUntil: string | null }

/** Fact for use cases that run in groups, by names of the keys: id of the account, moment of the decision. */
export const riskProfileFact = (key: string, now: string): Fact<RiskProfileRow> => ({
  text: `SELECT jsonb_build_object('now', asked.${now}, 'standing', to_jsonb(found)) FROM (SELECT asked.${key} AS "accountId", level,
      level_until AS "levelUntil", coalesce(is_level_agreed, false) AS "isLevelAgreed", is_pep AS "isPep", is_listed AS "isListed",
      coalesce(allow, false) AS allow, coalesce(floor, 'low') AS floor, coalesce(points_level, 'low') AS "pointsLevel",
      coalesce(version, 0) AS version,
      EXISTS (SELECT FROM alerts.episode_report WHERE account_id = asked.${key} AND kind = 2 AND state = 'open') AS "isListAlertOpen"
    FROM (SELECT) AS always LEFT JOIN risk.standing ON standing.account_id = asked.${key}) AS found`,
  read(json) {
    const { now: moment, standing } = json as { now: string; standing: Json }
    return at({ ...standing, levelUntil: standing.levelUntil === null ? null : new Date(standing.levelUntil) }, new Date(moment))
  },
})

/**
 * Lock on customers that serialises assessments and changes of their risk: facts are read after it. Taken in the order of the ids, so that
 * two transactions never deadlock. Money movements do not take it.
 */
export async function lockPeople(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('risk ' || id, 0)) FROM unnest(${[...accountIds].sort()}::text[]) AS id`.execute(
    tx,
  )
}

/** Serialises changes of one customer, also of one who was never assessed. */
export async function lockRiskProfile(tx: Transaction, accountId: string, now: Date): Promise<RiskProfileRow> {
  await lockPeople(tx, [accountId])
  await sql`INSERT INTO risk.standing AS s (account_id, updated_at) VALUES (${accountId}, ${now})
    ON CONFLICT (account_id) DO UPDATE SET version = s.version`.execute(tx)
  return riskProfileOf(tx, accountId, now)
}

export async function updateRiskProfile(tx: Transaction, accountId: string, standing: RiskProfile, now: Date): Promise<void> {
  const { level, levelUntil, isLevelAgreed, isPep, isListed, allow, floor, pointsLevel } = standing
  await sql`UPDATE risk.standing SET level = ${level}, level_until = ${levelUntil}, is_level_agreed = ${isLevelAgreed}, is_pep = ${isPep},
    is_listed = ${isListed}, allow = ${allow}, floor = ${floor}, points_level = ${pointsLevel}, risk = ${riskOf(standing, now)},
    version = version + 1, updated_at = ${now} WHERE account_id = ${accountId}`.execute(tx)
}

export interface ChangeRow {
  readonly accountId: string
  readonly action: RiskChangeKind
  readonly before: string
  readonly after: string
  readonly riskBefore: RiskLevel
  readonly riskAfter: RiskLevel
  readonly until: Date | null
  readonly officerId: string | null
  readonly secondId: string | null
  readonly reason: string
  readonly at: Date
}

export async function insertChange(tx: Transaction, change: ChangeRow): Promise<void> {
  const { accountId, action, before, after, riskBefore, riskAfter, until, officerId, secondId, reason, at } = change
  await sql`INSERT INTO risk.change (id, account_id, action, before, after, officer_id, second_id, reason, at, risk_before, risk_after, until)
    VALUES (${newId()}, ${accountId}, ${action}, ${before}, ${after}, ${officerId}, ${secondId}, ${reason}, ${at}, ${riskBefore}, ${riskAfter},
      ${until})`.execute(tx)
}

/** All of them, newest first: few a year. */
export async function changesOf(connection: Connection, accountId: string): Promise<ChangeRow[]> {
  const found = await sql<ChangeRow>`SELECT account_id AS "accountId", action, before, after, coalesce(risk_before, 'low') AS "riskBefore",
      coalesce(risk_after, 'low') AS "riskAfter", until, officer_id AS "officerId", second_id AS "secondId", reason, at
    FROM risk.change WHERE account_id = ${accountId} ORDER BY id DESC`.execute(connection)
  return found.rows
}

/** Customers whose officer-set level has expired. */
export async function expiredLevels(connection: Connection, now: Date, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT account_id AS id FROM risk.standing WHERE level_until <= ${now}
    ORDER BY level_until LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ id }) => id)
}
