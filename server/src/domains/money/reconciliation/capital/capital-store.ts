/** SQL of booked platform capital. Insert only, and each row is sealed (docs/decisions/0045-sealed-rows.md). */
import type { CapitalMove, CapitalPlace } from '@tunjo/contract/capital'
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface CapitalRow {
  /** Id of the posting. */
  readonly id: string
  readonly move: CapitalMove
  readonly place: CapitalPlace
  readonly asset: AssetCode
  readonly amount: bigint
  readonly reference: string
  readonly reason: string | null
  readonly makerId: string | null
  readonly checkerId: string | null
  /** Operator who booked it alone, by the name that they gave. */
  readonly operator: string | null
  readonly bookedAt: Date
}
export interface SealedCapital extends CapitalRow {
  readonly seal: string
}

export const capitalText = (row: CapitalRow): string => {
  const { id, move, place, asset, amount, reference, reason, makerId, checkerId, operator, bookedAt } = row
  return JSON.stringify([
    ...['house-capital', id, move, place, asset, String(amount), reference, reason],
    ...[makerId, checkerId, operator, bookedAt.toISOString()],
  ])
}

export async function insertCapital(tx: Transaction, row: SealedCapital): Promise<void> {
  const { id, move, place, asset, amount, reference, reason, makerId, checkerId, operator, bookedAt, seal } = row
  await sql`INSERT INTO reconciliation.capital (id, move, place, asset, amount, reference, reason, maker_id, checker_id, operator, booked_at, seal)
    VALUES (${id}, ${move}, ${place}, ${asset}, ${amount}, ${reference}, ${reason}, ${makerId}, ${checkerId}, ${operator}, ${bookedAt}, ${seal})`.execute(
    tx,
  )
}

/** Newest first. */
export async function listCapital(
  connection: Connection,
  { offset, size }: { offset: number; size: number },
): Promise<{ rows: SealedCapital[]; total: number }> {
  const found =
    await sql<SealedCapital>`SELECT id, move, place, asset, amount, reference, reason, maker_id AS "makerId", checker_id AS "checkerId",
      operator, booked_at AS "bookedAt", seal
    FROM reconciliation.capital ORDER BY booked_at DESC, id DESC LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM reconciliation.capital`.execute(connection)
  return { rows: found.rows, total: count.rows[0]?.total ?? 0 }
}
