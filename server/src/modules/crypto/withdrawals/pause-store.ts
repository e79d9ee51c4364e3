/**
 * SQL of the switch that stops all token withdrawals. A pause holds until a resume of it has our seal: who can only write to the database adds
 * pauses, and ends none.
 */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { EvidenceSeals } from '../../../platform/evidence-seals.ts'
import { newId } from '../../../platform/ids.ts'
import { resumeText } from '../../blockchain/index.ts'

export interface Pause {
  readonly id: string
  readonly reason: string
  readonly officerId: string
  readonly at: Date
}
interface PauseRow extends Pause {
  readonly makerId: string | null
  readonly checkerId: string | null
  readonly seal: string | null
}

type Seals = Pick<EvidenceSeals, 'isSealOf'>

/** Those in force, the newest first. */
export async function pausesInForce(db: Connection, seals: Seals): Promise<Pause[]> {
  const found = await sql<PauseRow>`SELECT id, reason, officer_id AS "officerId", at, maker_id AS "makerId", checker_id AS "checkerId", seal
    FROM crypto.pause_to_heed ORDER BY at DESC, id DESC`.execute(db)
  const isResume = ({ id, makerId, checkerId, seal }: PauseRow) =>
    makerId !== null && checkerId !== null && seal !== null && seals.isSealOf(resumeText(id, { makerId, checkerId }), seal)
  const over = new Set(found.rows.filter(isResume).map(({ id }) => id))
  const inForce = new Map(
    found.rows.flatMap(({ id, reason, officerId, at }) => (over.has(id) ? [] : [[id, { id, reason, officerId, at }]])),
  )
  return [...inForce.values()]
}

export const isPaused = async (db: Connection, { seals }: { readonly seals: Seals }): Promise<boolean> =>
  (await pausesInForce(db, seals)).length > 0

export async function insertPause(tx: Transaction, { id, reason, officerId, at }: Pause): Promise<void> {
  await sql`INSERT INTO crypto.withdrawal_pause (id, is_paused, reason, officer_id, at)
    VALUES (${id}, true, ${reason}, ${officerId}, ${at})`.execute(tx)
}

export interface Resume {
  readonly pauseId: string
  readonly makerId: string
  readonly checkerId: string
  readonly reason: string
  readonly at: Date
  readonly seal: string
}
export async function insertResume(tx: Transaction, { pauseId, makerId, checkerId, reason, at, seal }: Resume): Promise<void> {
  await sql`INSERT INTO crypto.withdrawal_resume (id, pause_id, maker_id, checker_id, reason, at, seal)
    VALUES (${newId()}, ${pauseId}, ${makerId}, ${checkerId}, ${reason}, ${at}, ${seal})`.execute(tx)
}
