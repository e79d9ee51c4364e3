/** SQL behind the closings: holdings at the end of each day, differences that were open then, and the parts of a closing's tree. */
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface DayHolding {
  readonly day: string
  readonly asset: AssetCode
  readonly held: bigint
  readonly comparedAt: Date
}

export interface Holding extends DayHolding {
  readonly seal: string
}

export async function saveHolding(tx: Transaction, { day, asset, held, comparedAt, seal }: Holding): Promise<void> {
  await sql`INSERT INTO reconciliation.day_holding AS kept (day, asset, held, compared_at, seal)
    VALUES (${day}, ${asset}, ${held}, ${comparedAt}, ${seal})
    ON CONFLICT (day, asset) DO UPDATE SET held = excluded.held, compared_at = excluded.compared_at, seal = excluded.seal
    WHERE kept.compared_at <= excluded.compared_at`.execute(tx)
}
export async function holdingsOf(connection: Connection, day: string): Promise<Holding[]> {
  const found = await sql<Holding>`SELECT day, asset, held, compared_at AS "comparedAt", seal
    FROM reconciliation.day_holding WHERE day = ${day}`.execute(connection)
  return found.rows
}

/** Open at that moment, also when closed since. */
export async function countOpenAt(connection: Connection, at: Date): Promise<number> {
  const found = await sql<{ open: number }>`SELECT count(*)::int AS open FROM reconciliation.difference
    WHERE opened_at < ${at} AND (ended_at IS NULL OR ended_at >= ${at})`.execute(connection)
  return found.rows[0]?.open ?? 0
}

export interface PartHead {
  readonly day: string
  readonly number: number
  readonly seq: bigint
  readonly until: string | null
  readonly isLast: boolean
  readonly root: string | null
  readonly leaves: number
  /** In the order of the assets, as text. */
  readonly sums: readonly string[]
  readonly seal: string
}
export interface PartRow extends PartHead {
  /** In the order of their ids, with their amounts in the order of the assets. */
  readonly owners: readonly (readonly [owner: string, amounts: readonly string[]])[]
}

const PART_HEAD = sql`day, number, seq, until, is_last AS "isLast", root, leaves, sums, seal`

/** Returns the stored part: one that another process wrote first stays. */
export async function storePart(connection: Connection, part: PartRow): Promise<PartHead> {
  const { day, number, seq, until, isLast, root, leaves, sums, owners, seal } = part
  await sql`INSERT INTO reconciliation.closing_part (day, number, seq, until, is_last, root, leaves, sums, owners, seal)
    VALUES (${day}, ${number}, ${seq}, ${until}, ${isLast}, ${root}, ${leaves}, ${JSON.stringify(sums)}, ${JSON.stringify(owners)}, ${seal})
    ON CONFLICT DO NOTHING`.execute(connection)
  const kept = await sql<PartHead>`SELECT ${PART_HEAD} FROM reconciliation.closing_part WHERE day = ${day} AND number = ${number}`.execute(
    connection,
  )
  const [found] = kept.rows
  if (!found) throw new Error(`part ${number} of the closing of ${day} was dropped by another process`)
  return found
}

/** In order, without their owners. */
export async function partsOf(connection: Connection, day: string): Promise<PartHead[]> {
  return (await sql<PartHead>`SELECT ${PART_HEAD} FROM reconciliation.closing_part WHERE day = ${day} ORDER BY number`.execute(connection))
    .rows
}

/** Part that contains the owner, if any. */
export async function partWith(connection: Connection, day: string, owner: string): Promise<PartRow | null> {
  const found = await sql<PartRow>`SELECT ${PART_HEAD}, owners FROM reconciliation.closing_part
    WHERE day = ${day} AND until >= ${owner} ORDER BY number LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}

export async function dropParts(connection: Connection, day: string): Promise<void> {
  await sql`DELETE FROM reconciliation.closing_part WHERE day = ${day}`.execute(connection)
}

/** Deletes the data for closings and for their proofs after the period of proof. */
export async function deleteBefore(connection: Connection, day: string): Promise<void> {
  await sql`DELETE FROM reconciliation.closing_part WHERE day < ${day}`.execute(connection)
  await sql`DELETE FROM reconciliation.day_holding WHERE day < ${day}`.execute(connection)
}
