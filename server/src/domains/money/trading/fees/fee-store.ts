/** SQL of fee versions, and of the volume that selects a tier. */
import { FEE_VOLUME_DAYS } from '@tunjo/contract/fee-schedule'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { Decision } from '../../../../platform/versions/effective.ts'
import { type DecidedVersion, FIRST_VERSION, type Version } from './version.ts'

const VERSION = sql`version, rates, from_at AS "from"`

/** The highest version in force. */
export async function versionAt(connection: Connection, at: Date): Promise<Version> {
  const found = await sql<Version>`SELECT ${VERSION} FROM trading.fee_version WHERE from_at <= ${at}
    ORDER BY version DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? FIRST_VERSION
}

/** Oldest first, including the initial one. */
export async function allVersions(connection: Connection): Promise<DecidedVersion[]> {
  const found = await sql<Version & Decision>`SELECT ${VERSION}, decided_at AS at, maker_id AS "makerId", checker_id AS "checkerId", reason
    FROM trading.fee_version ORDER BY version`.execute(connection)
  const decided = found.rows.map(({ version, rates, from, ...decision }) => ({ version, rates, from, decision }))
  return [FIRST_VERSION, ...decided]
}

/** Until the transaction ends no other process adds a version. */
export const lockVersions = (tx: Transaction) => sql`SELECT pg_advisory_xact_lock(hashtextextended('trading fee versions', 0))`.execute(tx)

export async function insertVersion(tx: Transaction, { version, rates, from, decision }: Version & { decision: Decision }): Promise<void> {
  await sql`INSERT INTO trading.fee_version (version, rates, from_at, decided_at, maker_id, checker_id, reason)
    VALUES (${version}, ${JSON.stringify(rates)}, ${from}, ${decision.at}, ${decision.makerId}, ${decision.checkerId}, ${decision.reason})`.execute(
    tx,
  )
}

const DAY_MS = 86_400_000

/** Cents that a customer exchanged in the last thirty days, settled only. */
export async function volumeOf(connection: Connection, accountId: string, now: Date): Promise<bigint> {
  const since = new Date(now.getTime() - FEE_VOLUME_DAYS * DAY_MS)
  const found = await sql<{ total: bigint }>`SELECT COALESCE(sum(value_cop), 0)::numeric(78,0) AS total FROM trading.trade
    WHERE account_id = ${accountId} AND state = 'settled' AND settled_at > ${since}`.execute(connection)
  return found.rows[0]?.total ?? 0n
}
