/**
 * Record refusals of the monthly limit, for rules about customers (ADM-13): in the caller's transaction when that continues (arrived tokens
 * wait), and after its rollback otherwise. The refusal must not wait for more than one row.
 */
import { sql } from 'kysely'
import { afterRollback, type Database, inTransaction, type Transaction } from '../../../platform/database/database.ts'
import type { Outbox } from '../../../platform/events/outbox.ts'
import type { RefusedUse } from './types.ts'

/** Limit of rows for each customer and day. */
const RECORDED_MAX = 50

export async function recordRefusal(parts: { db: Database; outbox: Outbox }, tx: Transaction, refused: RefusedUse): Promise<void> {
  afterRollback(tx, () => recordRefusalAlone(parts, refused))
  await insert(parts.outbox, tx, refused)
}

export const recordRefusalAlone = ({ db, outbox }: { db: Database; outbox: Outbox }, refused: RefusedUse): Promise<void> =>
  inTransaction(db, (tx) => insert(outbox, tx, refused))

async function insert(outbox: Outbox, tx: Transaction, { operationId, accountId, direction, amountCop, maximum, at }: RefusedUse) {
  const inserted = await sql`INSERT INTO limits.refusal (operation_id, account_id, direction, amount, maximum, at)
    SELECT ${operationId}, ${accountId}, ${direction}, ${amountCop}, ${maximum}, ${at}
    WHERE (SELECT count(*) FROM limits.refusal WHERE account_id = ${accountId} AND at > ${at}::timestamptz - interval '1 day') < ${RECORDED_MAX}
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  if (inserted.rows.length > 0) await outbox.emit(tx, 'limits.exceeded', { accountId, operationId, direction })
}
