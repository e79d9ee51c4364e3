import { type Database, inTransaction, type Transaction, violatedConstraint } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'

const OPERATION_KEYS: ReadonlySet<string> = new Set(['deposit_pkey', 'withdrawal_pkey', 'operation_use_pkey'])

/**
 * Runs `work`, which looks for the operation before it records it. Of two copies at once the second violates a key; run again, it
 * finds what the first did.
 */
export async function asOneOperation<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (!OPERATION_KEYS.has(violatedConstraint(error) ?? '')) throw error
    return inTransaction(db, work)
  }
}

/** The same key with another body, or with another call, is a mistake of the caller. */
export function refuseOtherRequest(existing: { requestHash: string }, operation: { hash: string }): void {
  if (existing.requestHash !== operation.hash) refuse('request.idempotency_key_reused')
}
