/** The same decision sent twice with one idempotency key (finding D11): the second call answers what the first one did, and does nothing. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { findEarlier, type Operation } from '../idempotency.ts'
import { type Refusal, refusal, refuse } from '../refusal.ts'

interface AnswerRow {
  readonly requestHash: string
  readonly refused: ErrorCode | null
}

/**
 * `work` runs under the lock of the request, and what it answers is kept: a refusal that sent the request back, or null. What it throws is kept
 * nowhere, since nothing was done.
 * @throws Refused `request.idempotency_key_reused`
 */
export async function answeredOnce(
  tx: Transaction,
  { requestId, operation, at }: { requestId: string; operation: Operation | null; at: Date },
  work: () => Promise<Refusal | null>,
): Promise<Refusal | null> {
  if (!operation) return work()
  const earlier = await findEarlier(tx, operation, async () => {
    const found = await sql<AnswerRow>`SELECT request_hash AS "requestHash", refused FROM platform.approval_answer
      WHERE operation_id = ${operation.id}`.execute(tx)
    return found.rows[0] ?? null
  })
  if (earlier) return earlier.refused && refusal(earlier.refused)
  const answer = await work()
  const kept = await sql`INSERT INTO platform.approval_answer (operation_id, request_id, request_hash, refused, at)
    VALUES (${operation.id}, ${requestId}, ${operation.hash}, ${answer?.code ?? null}, ${at})
    ON CONFLICT (operation_id) DO NOTHING RETURNING 1`.execute(tx)
  // Another request was decided with this key at the same moment.
  if (kept.rows.length === 0) refuse('request.idempotency_key_reused')
  return answer
}
