/** SQL of rule versions. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { RuleName } from '../numbers.ts'
import { type DecidedVersion, type Decision, firstVersion, type Version } from './version.ts'

/** By rule, what is in force at a moment. A rule that is not in it has its first version. */
export async function versionsAt(connection: Connection, at: Date): Promise<(rule: RuleName) => Version> {
  const found = await sql<Version & { rule: string }>`SELECT DISTINCT ON (rule) rule, version, mode, numbers, from_at AS "from"
    FROM monitoring.rule_version WHERE from_at <= ${at} ORDER BY rule, version DESC`.execute(connection)
  const known = new Map(found.rows.map((row) => [row.rule, row]))
  return (rule) => known.get(rule) ?? firstVersion(rule)
}

interface Row extends Version {
  readonly rule: string
  readonly at: Date
  readonly makerId: string
  readonly checkerId: string
  readonly reason: string
}

/** Oldest first, the first one included. */
export async function versionsOf(connection: Connection, rule: RuleName): Promise<DecidedVersion[]> {
  const found = await sql<Row>`SELECT rule, version, mode, numbers, from_at AS "from", decided_at AS at, maker_id AS "makerId",
      checker_id AS "checkerId", reason FROM monitoring.rule_version WHERE rule = ${rule} ORDER BY version`.execute(connection)
  const decided = found.rows.map(({ version, mode, numbers, from, at, makerId, checkerId, reason }) => {
    return { version, mode, numbers, from, decision: { at, makerId, checkerId, reason } }
  })
  return [firstVersion(rule), ...decided]
}

/** Until the transaction ends nobody else adds a version to this rule. */
export const lockRule = (tx: Transaction, rule: RuleName) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`monitoring rule ${rule}`}, 0))`.execute(tx)

export async function insertVersion(tx: Transaction, rule: RuleName, added: Version & { decision: Decision }): Promise<void> {
  const { version, mode, numbers, from, decision } = added
  await sql`INSERT INTO monitoring.rule_version (rule, version, mode, numbers, from_at, decided_at, maker_id, checker_id, reason)
    VALUES (${rule}, ${version}, ${mode}, ${JSON.stringify(numbers)}, ${from}, ${decision.at}, ${decision.makerId}, ${decision.checkerId},
      ${decision.reason})`.execute(tx)
}
