/**
 * Idempotency of decisions and proposals (finding D11): a second call with the same key returns the result of the first call and changes
 * nothing.
 */
import type { ApprovalWaiting } from '@tunjo/contract/approval-waiting'
import type { ErrorCode } from '@tunjo/contract/errors'
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { findEarlier, type Operation } from '../database/idempotency.ts'
import { type Refusal, refusal, refuse } from '../http/refusal.ts'

interface AnswerRow {
  readonly requestHash: string
  readonly refused: ErrorCode | null
}

/** Request that the first proposal with this key created, in whatever state it is now. @throws as below */
export async function earlierProposal(tx: Transaction, operation: Operation | null): Promise<ApprovalWaiting | null> {
  if (!operation) return null
  const earlier = await findEarlier(tx, operation, async () => {
    const found = await sql<{ requestHash: string; id: string; expiresAt: Date }>`SELECT answer.request_hash AS "requestHash", request.id,
        request.expires_at AS "expiresAt"
      FROM platform.approval_answer AS answer JOIN platform.approval_request AS request ON request.id = answer.request_id
      WHERE operation_id = ${operation.id}`.execute(tx)
    return found.rows[0] ?? null
  })
  return earlier && { approvalRequestId: earlier.id, state: 'proposed', expiresAt: earlier.expiresAt.toISOString() }
}

interface Answered {
  readonly requestId: string
  readonly operation: Operation
  readonly at: Date
  readonly refused: ErrorCode | null
}
/** @throws Refused `request.idempotency_key_reused`: another request was decided or asked for with this key at the same moment */
export async function storeOutcome(tx: Transaction, { requestId, operation, at, refused }: Answered): Promise<void> {
  const kept = await sql`INSERT INTO platform.approval_answer (operation_id, request_id, request_hash, refused, at)
    VALUES (${operation.id}, ${requestId}, ${operation.hash}, ${refused}, ${at})
    ON CONFLICT (operation_id) DO NOTHING RETURNING 1`.execute(tx)
  if (kept.rows.length === 0) refuse('request.idempotency_key_reused')
}

/**
 * Run `work` under the lock of the request and store its result: null, or the refusal that sent the request back. What `work` throws is not
 * stored, since nothing was done.
 * @throws Refused `request.idempotency_key_reused`
 */
export async function runOnce(
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
  await storeOutcome(tx, { requestId, operation, at, refused: answer?.code ?? null })
  return answer
}
