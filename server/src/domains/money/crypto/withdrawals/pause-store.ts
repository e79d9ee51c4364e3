/**
 * SQL of the pause of all token withdrawals. A pause applies until a resume of it with a valid seal: an attacker who can only write to the
 * database adds pauses, and ends none.
 */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { resumeText } from '../../blockchain/index.ts'
import type { CryptoContext } from '../context.ts'

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

type Context = Pick<CryptoContext, 'isNews' | 'log' | 'seals'>

/**
 * Pauses in force, newest first. A resume without a valid seal ends none, and is a security event, once for each number of them in a
 * process.
 */
export async function pausesInForce(db: Connection, { isNews, log, seals }: Context): Promise<Pause[]> {
  const found = await sql<PauseRow>`SELECT id, reason, officer_id AS "officerId", at, maker_id AS "makerId", checker_id AS "checkerId", seal
    FROM crypto.pause_to_heed ORDER BY at DESC, id DESC`.execute(db)
  const isOurs = ({ id, makerId, checkerId, seal }: PauseRow) =>
    makerId !== null && checkerId !== null && seal !== null && seals.isSealOf(resumeText(id, { makerId, checkerId }), seal)
  const over = new Set(found.rows.filter(isOurs).map(({ id }) => id))
  const forged = found.rows.filter((row) => row.seal !== null && !isOurs(row)).length
  if (isNews('resumes of token withdrawals', String(forged)) && forged > 0)
    log.error(
      { securityEvent: 'payment_unproved', forged },
      'resumes of token withdrawals that no two officers agreed to: they end no pause',
    )
  const inForce = new Map(
    found.rows.flatMap(({ id, reason, officerId, at }) => (over.has(id) ? [] : [[id, { id, reason, officerId, at }]])),
  )
  return [...inForce.values()]
}

export const isPaused = async (db: Connection, context: Context): Promise<boolean> => (await pausesInForce(db, context)).length > 0

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
