/** SQL of differences: the findings, and the decisions of officers. */
import type { AssetCode } from '@tunjo/contract/money'
import type { CheckName, DifferenceState } from '@tunjo/contract/reconciliation'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Figure } from './checks.ts'

export interface DifferenceRow {
  id: string
  check: CheckName
  asset: AssetCode
  subject: string
  expected: bigint
  actual: bigint
  facts: string
  freezes: boolean
  state: DifferenceState
  openedAt: Date
  endedAt: Date | null
  endedBy: string | null
  reason: string | null
  /** Seal of the explanation; null when there is none, or it is forged. */
  seal: string | null
}

const DIFFERENCE = sql`id, check_name AS "check", asset, subject, expected, actual, facts, freezes, state, opened_at AS "openedAt",
  ended_at AS "endedAt", ended_by AS "endedBy", reason, seal`

export interface OpenedDifference extends DifferenceRow {
  /** False when it was open without a freeze, and now freezes. */
  readonly isNew: boolean
}

/** Null when it is open already. An open difference without a freeze (an outsider sent a token) hides no later shortage. */
export async function insertDifference(
  tx: Transaction,
  figure: Figure,
  { freezes, at }: { freezes: boolean; at: Date },
): Promise<OpenedDifference | null> {
  const { check, asset, subject, expected, actual, facts = '' } = figure
  const inserted = await sql<OpenedDifference>`INSERT INTO reconciliation.difference AS known
      (id, check_name, asset, subject, expected, actual, facts, freezes, state, opened_at)
    VALUES (${newId()}, ${check}, ${asset}, ${subject}, ${expected}::numeric, ${actual}::numeric, ${facts}, ${freezes}, 'open', ${at})
    ON CONFLICT (check_name, asset, subject) WHERE state = 'open' DO UPDATE SET freezes = true, expected = excluded.expected, actual = excluded.actual,
      facts = excluded.facts
      WHERE excluded.freezes AND NOT known.freezes RETURNING ${DIFFERENCE}, xmax = 0 AS "isNew"`.execute(tx)
  return inserted.rows[0] ?? null
}

/** Maximum of one pass, so that invented rows do not delay it: an unread row explains nothing. */
const EXPLAINED_MAX = 100

export interface ExplainedRow extends DifferenceRow {
  /** Explained before there were seals, with the same facts. */
  readonly isOld: boolean
}
const IS_OLD = sql`EXISTS (
    SELECT FROM reconciliation.before_seals, jsonb_to_recordset(rows) AS old (id uuid, "check" text, asset text, subject text, difference numeric)
    WHERE kind = 'explained' AND (old.id, old."check", old.asset, old.subject, old.difference) = (d.id, d.check_name, d.asset, d.subject, d.actual - d.expected)) AS "isOld"`

/** Differences of this size and these facts whose rows are explained and were never closed: the history only grows. */
export async function explainedOf(
  connection: Connection,
  { check, asset, subject, expected, actual, facts = '' }: Figure,
): Promise<ExplainedRow[]> {
  const found = await sql<ExplainedRow>`SELECT ${DIFFERENCE}, ${IS_OLD}
    FROM reconciliation.difference d WHERE check_name = ${check} AND asset = ${asset} AND subject = ${subject}
    AND state = 'explained' AND actual - expected = ${actual - expected}::numeric AND facts = ${facts} AND NOT EXISTS (SELECT FROM reconciliation.state_history h
      WHERE h.machine = 'reconciliation.difference' AND h.subject_id = d.id::text AND h.to_state = 'closed')
    ORDER BY id LIMIT ${EXPLAINED_MAX}`.execute(connection)
  return found.rows
}

/** One compared subject, or all of a comparison except those that its newest pass names. */
export type ResolvedFigures =
  | Pick<Figure, 'check' | 'asset' | 'subject'>
  | { readonly check: CheckName; readonly except: readonly string[] }

export async function lockExplained(tx: Transaction, resolved: ResolvedFigures): Promise<DifferenceRow[]> {
  const which =
    'except' in resolved
      ? sql`NOT (subject = ANY(${[...resolved.except]}))`
      : sql`asset = ${resolved.asset} AND subject = ${resolved.subject}`
  const found = await sql<DifferenceRow>`SELECT ${DIFFERENCE} FROM reconciliation.difference
    WHERE check_name = ${resolved.check} AND state = 'explained' AND ${which} ORDER BY id LIMIT ${EXPLAINED_MAX} FOR UPDATE`.execute(tx)
  return found.rows
}

export async function lockDifference(tx: Transaction, id: string): Promise<DifferenceRow | null> {
  const found = await sql<DifferenceRow>`SELECT ${DIFFERENCE} FROM reconciliation.difference WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function listDifferences(
  connection: Connection,
  { state, offset, size }: { state: DifferenceState | undefined; offset: number; size: number },
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const where = state ? sql`state = ${state}` : sql`true`
  const found = await sql<DifferenceRow>`SELECT ${DIFFERENCE} FROM reconciliation.difference WHERE ${where}
    ORDER BY (state = 'open') DESC, opened_at DESC, id DESC LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM reconciliation.difference WHERE ${where}`.execute(
    connection,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Differences that would freeze assets and whose rows are explained instead. */
export async function explainedStops(connection: Connection): Promise<ExplainedRow[]> {
  const found =
    await sql<ExplainedRow>`SELECT ${DIFFERENCE}, ${IS_OLD} FROM reconciliation.difference d WHERE state = 'explained' AND freezes
    ORDER BY id`.execute(connection)
  return found.rows
}

/** Differences that prevent lifting a freeze, locked. They include those without a freeze, since an officer gives the reason of each. */
export async function lockOpen(tx: Transaction): Promise<DifferenceRow[]> {
  const found = await sql<DifferenceRow>`SELECT ${DIFFERENCE} FROM reconciliation.difference WHERE state = 'open'
    ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}
