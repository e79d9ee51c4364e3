/** SQL of the latest risk assessments. */
import { sql } from 'kysely'
import { canonicalJson } from '../../../../platform/audit/canonical-json.ts'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { Assessment } from './types.ts'

export interface AssessmentRow extends Assessment {
  readonly accountId: string
  readonly at: Date
}
const ROW = sql`account_id AS "accountId", configuration_version AS "configurationVersion", floors, points, total,
  medium_from AS "mediumFrom", high_from AS "highFrom", at`

export async function assessmentsOf(connection: Connection, accountIds: readonly string[]): Promise<ReadonlyMap<string, AssessmentRow>> {
  const found = await sql<AssessmentRow>`SELECT ${ROW} FROM risk.assessment WHERE account_id = ANY(${[...accountIds]}::uuid[])`.execute(
    connection,
  )
  return new Map(found.rows.map((row) => [row.accountId, row]))
}

/** The database returns names in its own order, so texts are compared in a fixed one. */
export function isSameAssessment(one: Assessment, other: Assessment | undefined): boolean {
  const textOf = ({ configurationVersion, floors, points, total, mediumFrom, highFrom }: Assessment) =>
    canonicalJson({ configurationVersion, floors, points, total, mediumFrom, highFrom })
  return other !== undefined && textOf(one) === textOf(other)
}

/** One statement for any number of rows. */
export async function putAssessments(tx: Transaction, rows: readonly AssessmentRow[]): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ accountId, configurationVersion, floors, points, total, mediumFrom, highFrom, at }) => ({
    account_id: accountId,
    configuration_version: configurationVersion,
    floors,
    points,
    total,
    medium_from: mediumFrom,
    high_from: highFrom,
    at: at.toISOString(),
  }))
  await sql`INSERT INTO risk.assessment
    SELECT account_id, configuration_version, floors, points, total, medium_from, high_from, at
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (account_id uuid, configuration_version integer, floors jsonb,
      points jsonb, total integer, medium_from integer, high_from integer, at timestamptz)
    ON CONFLICT (account_id) DO UPDATE SET configuration_version = EXCLUDED.configuration_version, floors = EXCLUDED.floors,
      points = EXCLUDED.points, total = EXCLUDED.total, medium_from = EXCLUDED.medium_from, high_from = EXCLUDED.high_from, at = EXCLUDED.at`.execute(
    tx,
  )
}
