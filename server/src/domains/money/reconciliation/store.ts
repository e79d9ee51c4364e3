/** Tables of a comparison: the last figures, the open and ended differences, and the passes of each part. */
import type { CheckName } from '@tunjo/contract/reconciliation'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { differenceOf, type Figure } from './checks.ts'

export interface FigureRow extends Figure {
  /** Number of consecutive passes that found this difference. */
  readonly seen: number
  /** Number of consecutive passes that found one, each of another size than the pass before. */
  readonly changing: number
  readonly checkedAt: Date
}

export interface RunRow {
  part: string
  finishedAt: Date | null
  failedAt: Date | null
  failure: string | null
}

const FIGURE = sql`check_name AS "check", asset, subject, expected, actual, facts, seen, changing, checked_at AS "checkedAt"`

/** All figures of these comparisons: a limit would leave some unchecked. */
export async function figuresOf(connection: Connection, checks: readonly CheckName[]): Promise<FigureRow[]> {
  const found = await sql<FigureRow>`SELECT ${FIGURE} FROM reconciliation.figure WHERE check_name = ANY(${[...checks]})
    ORDER BY check_name, asset, subject`.execute(connection)
  return found.rows
}

/** Figures of all comparisons whose two amounts differ. */
export async function unequalFigures(connection: Connection): Promise<FigureRow[]> {
  const found = await sql<FigureRow>`SELECT ${FIGURE} FROM reconciliation.figure WHERE expected <> actual
    ORDER BY check_name, asset, subject`.execute(connection)
  return found.rows
}

export async function findFigure(
  connection: Connection,
  { check, asset, subject }: Pick<Figure, 'check' | 'asset' | 'subject'>,
): Promise<FigureRow | null> {
  const found = await sql<FigureRow>`SELECT ${FIGURE} FROM reconciliation.figure
    WHERE check_name = ${check} AND asset = ${asset} AND subject = ${subject}`.execute(connection)
  return found.rows[0] ?? null
}

/** Returns the stored figure, with the number of consecutive passes that found this difference, or a changing one. */
export async function saveFigure(tx: Transaction, figure: Figure, at: Date): Promise<FigureRow> {
  const isInOrder = differenceOf(figure) === 0n
  const { check, asset, subject, expected, actual, facts = '' } = figure
  const kept =
    await sql<FigureRow>`INSERT INTO reconciliation.figure AS f (check_name, asset, subject, expected, actual, facts, seen, changing, checked_at)
    VALUES (${check}, ${asset}, ${subject}, ${expected}, ${actual}, ${facts}, 1, ${isInOrder ? 0 : 1}, ${at})
    ON CONFLICT (check_name, asset, subject) DO UPDATE SET expected = excluded.expected, actual = excluded.actual, facts = excluded.facts, checked_at = excluded.checked_at,
      seen = CASE WHEN f.actual - f.expected = excluded.actual - excluded.expected THEN least(f.seen + 1, 1000000) ELSE 1 END,
      changing = CASE WHEN ${isInOrder} OR f.actual - f.expected = excluded.actual - excluded.expected THEN 0 ELSE f.changing + 1 END
    RETURNING ${FIGURE}`.execute(tx)
  const [row] = kept.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

/** Deletes figures of comparisons with many rows that the newest pass no longer names. */
export async function dropFigures(tx: Transaction, check: CheckName, subjects: readonly string[]): Promise<void> {
  await sql`DELETE FROM reconciliation.figure WHERE check_name = ${check} AND NOT (subject = ANY(${[...subjects]}))`.execute(tx)
}

export interface Place {
  readonly seq: bigint
  readonly text: string
}
export interface NamedPlace extends Place {
  readonly name: string
}
export interface PlaceRow extends Place {
  /** Null from before there were seals; a row with an invalid seal is forged. */
  readonly seal: string | null
  /** Stored before there were seals. */
  readonly isOld: boolean
}
/** The present row, and the one from before there were seals. */
export async function findPlaces(connection: Connection, name: string): Promise<PlaceRow[]> {
  const found = await sql<PlaceRow>`SELECT seq, text, seal, false AS "isOld" FROM reconciliation.place WHERE name = ${name}
    UNION ALL
    SELECT old.seq, old.text, NULL, true FROM reconciliation.before_seals, jsonb_to_recordset(rows) AS old (name text, seq bigint, text text)
    WHERE kind = 'place' AND old.name = ${name}`.execute(connection)
  return found.rows
}
export async function savePlace(connection: Connection, { name, seq, text, seal }: NamedPlace & { seal: string }): Promise<void> {
  await sql`INSERT INTO reconciliation.place (name, seq, text, seal) VALUES (${name}, ${seq}, ${text}, ${seal})
    ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, text = excluded.text, seal = excluded.seal`.execute(connection)
}

export async function recordRun(connection: Connection, part: string, at: Date, failure: string | null): Promise<void> {
  const [finished, failed] = failure === null ? [at, null] : [null, at]
  await sql`INSERT INTO reconciliation.run AS r (part, finished_at, failed_at, failure) VALUES (${part}, ${finished}, ${failed}, ${failure})
    ON CONFLICT (part) DO UPDATE SET finished_at = coalesce(excluded.finished_at, r.finished_at),
      failed_at = excluded.failed_at, failure = excluded.failure`.execute(connection)
}
export async function runsOf(connection: Connection): Promise<RunRow[]> {
  const found =
    await sql<RunRow>`SELECT part, finished_at AS "finishedAt", failed_at AS "failedAt", failure FROM reconciliation.run ORDER BY part`.execute(
      connection,
    )
  return found.rows
}

export interface LedgerHead {
  readonly seq: bigint
  readonly hash: string
  readonly signedAt: Date
  readonly publicKey: string
  readonly signature: string
}
/** False when this head was signed before. */
export async function insertHead(tx: Transaction, { seq, hash, signedAt, publicKey, signature }: LedgerHead): Promise<boolean> {
  const inserted = await sql`INSERT INTO reconciliation.ledger_head (seq, hash, signed_at, public_key, signature)
    VALUES (${seq}, ${hash}, ${signedAt}, ${publicKey}, ${signature}) ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}

const HEAD = sql`seq, hash, signed_at AS "signedAt", public_key AS "publicKey", signature`

/** All, oldest first: one an hour. */
export async function listHeads(connection: Connection): Promise<LedgerHead[]> {
  return (await sql<LedgerHead>`SELECT ${HEAD} FROM reconciliation.ledger_head ORDER BY seq`.execute(connection)).rows
}

export async function lastHead(connection: Connection): Promise<LedgerHead | null> {
  const found = await sql<LedgerHead>`SELECT ${HEAD} FROM reconciliation.ledger_head ORDER BY seq DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
