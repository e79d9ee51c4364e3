/**
 * Sealed ends of operations. The product's database role may write a row's state and receipt. An end without a seal is forged, and the
 * operation is watched again (docs/decisions/0044-results-read-from-the-chain.md).
 */
import { createHash } from 'node:crypto'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { ChainContext } from './context.ts'
import { moveTransaction } from './operation-transitions.ts'
import * as store from './store.ts'
import type { StoredReceipt } from './types.ts'

interface Outcome {
  readonly state: 'confirmed' | 'reverted'
  readonly receipt: StoredReceipt
  /** True when the chain later differed and the platform carried the difference. */
  readonly isJudged?: boolean
}

/** A change of this text invalidates the seal of every stored end. */
export function outcomeText(operationId: string, { state, receipt, isJudged = false }: Outcome): string {
  const { status, hash, blockNumber, blockHash, gasUsed, feeWei, logs } = receipt
  const entries = logs.map(({ logIndex, address, topics, data }) => [logIndex, address, topics, data])
  const facts = JSON.stringify([status, hash, blockNumber, blockHash, gasUsed, feeWei, entries])
  const digest = createHash('sha256').update(facts).digest('hex')
  return ['chain-outcome', operationId, state, isJudged ? 'judged' : 'seen', digest].join('|')
}

/** Status of a row in a final state. `judged`: it stays as it was settled, also when the chain differs now. */
export type EndStatus = 'ours' | 'judged' | 'forged'

export function endStatusOf(
  { seals }: Pick<ChainContext, 'seals'>,
  { operationId, state, receipt, outcomeSeal, endedBeforeSeals, isGivenUp }: store.TransactionRow,
): EndStatus {
  if (state === 'superseded') return isGivenUp ? 'ours' : 'forged'
  if (state !== 'confirmed' && state !== 'reverted') throw new Error(`operation ${operationId} is ${state}: it has no end`)
  if (receipt !== null && !isReadable(receipt)) return 'forged'
  const isSealed = (isJudged: boolean) =>
    outcomeSeal !== null && receipt !== null && seals.isSealOf(outcomeText(operationId, { state, receipt, isJudged }), outcomeSeal)
  if (isSealed(true)) return 'judged'
  return isSealed(false) || endedBeforeSeals ? 'ours' : 'forged'
}

/** False for what another process wrote in another shape: reading it would fail, and with it the look at every later row. */
const isReadable = ({ logs }: Partial<StoredReceipt>): boolean =>
  Array.isArray(logs) &&
  logs.every((log: unknown) => typeof log === 'object' && log !== null && 'topics' in log && Array.isArray(log.topics))

/** Reopens the operation, so that the follower of the wallet brings it to its true end. */
export async function correctEnd(context: ChainContext, operationId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => correctLockedEnd(context, tx, await store.lockTransaction(tx, operationId)))
}

const FORGED = 'its end has no valid seal'

export async function correctLockedEnd(context: ChainContext, tx: Transaction, row: store.TransactionRow): Promise<void> {
  const { operationId, kind, ref, state } = row
  const hasEnd = state === 'confirmed' || state === 'reverted' || state === 'superseded'
  if (!hasEnd || endStatusOf(context, row) !== 'forged') return
  const at = context.clock.now()
  const none = { receipt: null, mined_hash: null, block_number: null, block_hash: null, confirmations: 0, outcome_seal: null }
  await store.clearLoss(tx, operationId)
  await moveTransaction(context, tx, row, { to: 'sent', at, actor: SYSTEM, note: FORGED, set: { ...none, updated_at: at } })
  context.log.error(
    { securityEvent: 'chain_result_forged', operationId, kind, ref, state },
    'the end of an operation was written into the database by another process: nothing is posted by it, and it is followed again',
  )
}

const ROWS_AT_ONCE = 500
/** Older ends have been settled for long. */
const CHECKED_FOR_MS = 7 * 24 * 3_600_000

/** One step of a repeated walk over the ends of a week, newest first, which also finds ends that were never announced. */
export function createEndReview(context: ChainContext): () => Promise<void> {
  let place: store.EndCursor | null = null
  return async () => {
    const since = new Date(context.clock.now().getTime() - CHECKED_FOR_MS)
    const rows = await store.endedBefore(context.db, place, since, ROWS_AT_ONCE)
    for (const row of rows) if (endStatusOf(context, row) === 'forged') await correctEnd(context, row.operationId)
    place = rows.length < ROWS_AT_ONCE ? null : (rows.at(-1) ?? null)
  }
}
