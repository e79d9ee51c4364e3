/**
 * Result of an operation, for modules that post or release by it. The row is only a hint, since the product's role may write it. The end
 * has to be one that we saw and sealed, and the node, and the second one where configured, has to show it at this moment. For an operation
 * that was never sent, the signer's own record decides.
 */
import { isFinal } from '../../../platform/state-machine/index.ts'
import { agreedChainResult } from './agreed-result.ts'
import type { ChainContext } from './context.ts'
import { correctEnd, endStatusOf } from './outcome.ts'
import { sameEffect } from './rules.ts'
import { TRANSACTION_STATES } from './states.ts'
import * as store from './store.ts'
import type { OperationResult, StoredReceipt } from './types.ts'

const OPEN = { outcome: 'open', receipt: null } as const

/** @throws while the node does not answer or does not show the end of the row: then nothing is posted, and the event is handled again. */
export async function operationResult(context: ChainContext, operationId: string): Promise<OperationResult> {
  const { db } = context
  const row = await store.findTransaction(db, operationId)
  if (!row) return (await store.isRefusedUnsigned(db, operationId)) ? { outcome: 'refused', receipt: null } : OPEN
  const { state } = row
  if (!isFinal(TRANSACTION_STATES, state)) return OPEN
  const standing = endStatusOf(context, row)
  if (standing === 'forged') {
    await correctEnd(context, operationId)
    return OPEN
  }
  if (standing === 'judged') return endOf(row, row.receipt)
  const word = await agreedChainResult(context, operationId)
  if (state === 'superseded' && word.said === 'spent') return { outcome: 'superseded', receipt: null }
  if (word.said === 'final' && row.receipt !== null && sameEffect(row.receipt, word.receipt)) return endOf(row, word.receipt)
  throw new Error(`operation ${operationId} is ${state} by its row, and the chain does not show it: nothing is posted`)
}

function endOf({ operationId, state }: store.TransactionRow, receipt: StoredReceipt | null): OperationResult {
  const outcome = receipt?.status === 'success' ? 'confirmed' : 'reverted'
  if (!receipt || state !== outcome) throw new Error(`operation ${operationId} is ${state}, and its receipt says something else`)
  return { outcome, receipt }
}
