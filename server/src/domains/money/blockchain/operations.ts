/** Chain operations as other modules see them. */
import type { Connection } from '../../../platform/database/database.ts'
import * as store from './store.ts'
import type { Operation } from './types.ts'

/** Null for an operation that was never decided. */
export async function readOperation(db: Connection, operationId: string, confirmationsNeeded: number): Promise<Operation | null> {
  const row = await store.findTransaction(db, operationId)
  if (row) return operationOf(row, confirmationsNeeded)
  const intent = await store.findIntent(db, operationId)
  if (!intent) return null
  return { operationId, state: intent.state, hash: null, confirmations: 0, confirmationsNeeded, receipt: null }
}

/** Only operations that have a transaction already. */
export async function readOperations(
  db: Connection,
  operationIds: readonly string[],
  confirmationsNeeded: number,
): Promise<ReadonlyMap<string, Operation>> {
  if (operationIds.length === 0) return new Map()
  const rows = await store.findTransactions(db, operationIds)
  return new Map(rows.map((row) => [row.operationId, operationOf(row, confirmationsNeeded)]))
}

function operationOf(
  { operationId, state, hash, minedHash, confirmations, receipt }: store.TransactionRow,
  confirmationsNeeded: number,
): Operation {
  return {
    operationId,
    state,
    hash: minedHash ?? hash,
    confirmations: Math.min(confirmations, confirmationsNeeded),
    confirmationsNeeded,
    receipt,
  }
}
