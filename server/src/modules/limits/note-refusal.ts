/**
 * Refusals of the monthly limit: what it refused is written down, for rules about customers (ADM-13). With the caller's transaction when that goes on
 * (tokens that arrived wait), and after its rollback otherwise: the refusal must not wait for more than one row.
 */
import { sql } from 'kysely'
import { afterRollback, type Database, inTransaction, type Transaction } from '../../platform/database.ts'
import type { Outbox } from '../../platform/outbox.ts'
import type { IntendedUse } from './types.ts'

/** Whoever tries for ever fills no table. */
const NOTED_MAX = 50

interface NotedRefusal extends IntendedUse {
  readonly maximum: bigint
  readonly at: Date
}

export async function noteRefusal(parts: { db: Database; outbox: Outbox }, tx: Transaction, noted: NotedRefusal): Promise<void> {
  afterRollback(tx, () => inTransaction(parts.db, (own) => insert(parts.outbox, own, noted)))
  await insert(parts.outbox, tx, noted)
}

async function insert(outbox: Outbox, tx: Transaction, { operationId, accountId, direction, amountCop, maximum, at }: NotedRefusal) {
  const inserted = await sql`INSERT INTO limits.refusal (operation_id, account_id, direction, amount, maximum, at)
    SELECT ${operationId}, ${accountId}, ${direction}, ${amountCop}, ${maximum}, ${at}
    WHERE (SELECT count(*) FROM limits.refusal WHERE account_id = ${accountId} AND at > ${at}::timestamptz - interval '1 day') < ${NOTED_MAX}
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  if (inserted.rows.length > 0) await outbox.emit(tx, 'limits.exceeded', { accountId, operationId, direction })
}
