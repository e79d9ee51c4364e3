/** SQL of rule versions. */
import { firstValues } from '@tunjo/contract/alert-rule-catalogue'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { Decision } from '../../../../platform/versions/effective.ts'
import type { RuleName, RuleValues } from '../numbers.ts'
import { type DecidedVersion, firstVersion, type Version } from './version.ts'

/** Version in force at a moment, by rule. */
export async function versionsAt(connection: Connection, at: Date): Promise<(rule: RuleName) => Version> {
  const found = await sql<Version & { rule: string }>`SELECT DISTINCT ON (rule) rule, version, mode, numbers, from_at AS "from"
    FROM monitoring.rule_version WHERE from_at <= ${at} ORDER BY rule, version DESC`.execute(connection)
  const known = new Map<string, Version>(found.rows.map((row) => [row.rule, row]))
  return (rule) => {
    const version = known.get(rule) ?? firstVersion(rule)
    known.set(rule, version)
    return version
  }
}

interface Row extends Version {
  readonly rule: string
  readonly at: Date
  readonly makerId: string
  readonly checkerId: string
  readonly reason: string
}
const ROW = sql`rule, version, mode, numbers, from_at AS "from", decided_at AS at, maker_id AS "makerId", checker_id AS "checkerId", reason`

/** Versions by rule, oldest first, the first one included. */
export async function everyVersion(connection: Connection): Promise<(rule: RuleName) => DecidedVersion[]> {
  const { rows } = await sql<Row>`SELECT ${ROW} FROM monitoring.rule_version ORDER BY version`.execute(connection)
  return (rule) =>
    withFirst(
      rule,
      rows.filter((row) => row.rule === rule),
    )
}

export async function versionsOf(connection: Connection, rule: RuleName): Promise<DecidedVersion[]> {
  const { rows } = await sql<Row>`SELECT ${ROW} FROM monitoring.rule_version WHERE rule = ${rule} ORDER BY version`.execute(connection)
  return withFirst(rule, rows)
}

function withFirst(rule: RuleName, rows: readonly Row[]): DecidedVersion[] {
  const decided = rows.map(({ version, mode, numbers, from, at, makerId, checkerId, reason }) => {
    return { version, mode, numbers: ofCatalogue(rule, numbers), from, decision: { at, makerId, checkerId, reason } }
  })
  return [firstVersion(rule), ...decided]
}

/** A number that is newer than the version has its first value, as rules read it; one that the rule no longer has is omitted. */
const ofCatalogue = (rule: RuleName, numbers: RuleValues): RuleValues =>
  Object.fromEntries(Object.entries(firstValues(rule)).map(([key, first]) => [key, numbers[key] ?? first]))

/** Lock until the transaction ends, so that no other transaction adds a version to this rule. */
export const lockRule = (tx: Transaction, rule: RuleName) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`monitoring rule ${rule}`}, 0))`.execute(tx)

export async function insertVersion(tx: Transaction, rule: RuleName, added: Version & { decision: Decision }): Promise<void> {
  const { version, mode, numbers, from, decision } = added
  await sql`INSERT INTO monitoring.rule_version (rule, version, mode, numbers, from_at, decided_at, maker_id, checker_id, reason)
    VALUES (${rule}, ${version}, ${mode}, ${JSON.stringify(numbers)}, ${from}, ${decision.at}, ${decision.makerId}, ${decision.checkerId},
      ${decision.reason})`.execute(tx)
}
