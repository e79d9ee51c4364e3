/**
 * Synchronises our rows of one wallet with the chain: sends stored bytes in nonce order and watches them until they are final. When the
 * chain returns behind us (a node that lost its last seconds), it sends them again until both agree.
 */
import { sendSigned } from '../../../chain/send-signed.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { CHAIN, isFinal } from '../../../platform/state-machine/index.ts'
import { agreedChainResult } from './agreed-result.ts'
import type { ChainContext } from './context.ts'
import { inTraceOf } from './in-trace.ts'
import { lastFinalBlock } from './last-final-block.ts'
import { operationReceipt, storedReceipt } from './operation-receipt.ts'
import { moveTransaction } from './operation-transitions.ts'
import { correctEnd, correctLockedEnd, endStatusOf, outcomeText } from './outcome.ts'
import { isBlockReplaced, judgeRepeated } from './reorganisation.ts'
import { confirmationsOf, sameEffect } from './rules.ts'
import { TRANSACTION_STATES, type TransactionState } from './states.ts'
import * as store from './store.ts'
import type { SigningWallet, StoredReceipt } from './types.ts'

const MAXIMUM_OPEN = 500
/** Bytes that are not mined by then are sent to the node again: a node may drop them from its pool. */
const RESEND_AFTER_MS = 3_000
const UNEXPLAINED_AFTER_MS = 60_000

export type FollowWallet = (wallet: SigningWallet) => Promise<void>

/** One pass at a time per wallet; callers during a pass share that pass. */
export function createFollower(context: ChainContext): FollowWallet {
  const passes = new Map<SigningWallet, Promise<void>>()
  return (wallet) => {
    const current = passes.get(wallet) ?? pass(context, wallet).finally(() => passes.delete(wallet))
    passes.set(wallet, current)
    return current
  }
}

async function pass(context: ChainContext, wallet: SigningWallet): Promise<void> {
  const { db, client, deployment, checkNode } = context
  await checkNode()
  const address = wallet === 'hot' ? deployment.hotWallet : deployment.treasury
  const [headBlock, chainNonce] = await Promise.all([client.getBlockNumber(), client.getTransactionCount({ address })])
  const finalBlock = await lastFinalBlock(context, Number(headBlock))
  const open = await store.openTransactions(db, address, chainNonce, MAXIMUM_OPEN)
  await broadcast(
    context,
    open.filter(({ nonce }) => nonce !== null && nonce >= chainNonce),
  )
  await watch(
    context,
    open.filter(({ nonce }) => nonce !== null && nonce < chainNonce),
    { headBlock: Number(headBlock), finalBlock },
  )
}

interface Heights {
  readonly headBlock: number
  /** Blocks up to this one do not change any more, by the operator's finality setting. */
  readonly finalBlock: number
}

async function broadcast(context: ChainContext, rows: readonly store.TransactionRow[]): Promise<void> {
  const { db, client, log } = context
  const nowMs = Date.now()
  const due = rows.filter(({ state, sentAt }) => isOnChain(state) || !sentAt || !wasSentRecently(sentAt, nowMs))
  const lost = due.filter(({ state }) => isOnChain(state))
  if (lost.length > 0) log.warn({ count: lost.length, firstNonce: lost[0]?.nonce }, 'the chain came back behind the ledger: sending again')
  const send = ({ operationId, signed }: store.TransactionRow) =>
    signed ? inTraceOf(db, 'send operation', operationId, () => sendSigned(client, signed)) : null
  const results = await Promise.allSettled(due.map(send))
  failpoint('blockchain.broadcast')
  const sent = due.filter((row, index) => {
    const result = results[index]
    if (result?.status === 'rejected') log.error({ operationId: row.operationId, err: result.reason }, 'the node refused stored bytes')
    return result?.status === 'fulfilled'
  })
  if (sent.length === 0) return
  await store.setSent(
    db,
    sent.map((row) => row.operationId),
    new Date(nowMs),
  )
  for (const row of sent) {
    if (row.state === 'sent' || !(await mayBeLost(context, row))) continue
    await inTransaction(db, (tx) => recordSent(context, tx, row))
  }
}

/** A time to come is false: bytes that are never sent would stop every later nonce of the wallet. */
const wasSentRecently = (sentAt: Date, nowMs: number): boolean => Math.abs(nowMs - sentAt.getTime()) <= RESEND_AFTER_MS

/**
 * A settled operation may be lost only when another block is at the height of its block: a node that counts fewer transactions may be
 * behind.
 */
async function mayBeLost(context: ChainContext, row: store.TransactionRow): Promise<boolean> {
  if (!isFinal(TRANSACTION_STATES, row.state) || endStatusOf(context, row) === 'forged') return true
  return isBlockReplaced(context, row)
}

/** A row that another watcher moved meanwhile waits for the next pass. */
async function recordSent(context: ChainContext, tx: Transaction, seen: store.TransactionRow): Promise<void> {
  const transaction = await store.lockTransaction(tx, seen.operationId)
  if (transaction.state !== seen.state) return
  if (isFinal(TRANSACTION_STATES, transaction.state))
    return endStatusOf(context, transaction) === 'forged'
      ? correctLockedEnd(context, tx, transaction)
      : store.markLostOnChain(tx, seen.operationId, context.clock.now())
  const at = context.clock.now()
  const set = { updated_at: at, mined_hash: null, block_number: null, block_hash: null, confirmations: 0, receipt: null }
  await moveTransaction(context, tx, transaction, { to: 'sent', at, actor: CHAIN, set })
}

function isOnChain(state: TransactionState): boolean {
  return state === 'mined' || isFinal(TRANSACTION_STATES, state)
}

async function watch(context: ChainContext, rows: readonly store.TransactionRow[], { headBlock, finalBlock }: Heights): Promise<void> {
  const receipts = await Promise.all(rows.map((row) => operationReceipt(context, row)))
  for (const [index, row] of rows.entries()) {
    const found = receipts[index]
    const receipt = found ? storedReceipt(found) : null
    if (isFinal(TRANSACTION_STATES, row.state))
      await (endStatusOf(context, row) === 'forged' ? correctEnd(context, row.operationId) : compare(context, row, receipt, finalBlock))
    else if (!receipt) reportUnexplained(context, row)
    else await advance(context, row, receipt, { headBlock, finalBlock })
  }
}

/** The nonce is used and these bytes have no receipt. Unknown is not failed, so no money is returned: an operator has to investigate. */
function reportUnexplained({ log }: ChainContext, { operationId, nonce, sentAt: sent_at }: store.TransactionRow): void {
  if (sent_at && Date.now() - sent_at.getTime() > UNEXPLAINED_AFTER_MS)
    log.error({ operationId, nonce }, 'the nonce of an operation was used by another transaction')
}

async function advance(
  context: ChainContext,
  row: store.TransactionRow,
  seen: StoredReceipt,
  { headBlock, finalBlock }: Heights,
): Promise<void> {
  const { db, clock, seals } = context
  const confirmations = confirmationsOf(seen.blockNumber, headBlock)
  const end = seen.blockNumber <= finalBlock ? await finalReceipt(context, row) : null
  const isSame = row.state === 'mined' && row.confirmations === confirmations && Number(row.blockNumber) === seen.blockNumber
  if (isSame && !end) return
  const receipt = end ?? seen
  const outcome = receipt.status === 'success' ? 'confirmed' : 'reverted'
  const to = end ? outcome : 'mined'
  const write = async (tx: Transaction) => {
    const at = clock.now()
    const set = {
      receipt: JSON.stringify(receipt),
      mined_hash: receipt.hash,
      block_number: receipt.blockNumber,
      block_hash: receipt.blockHash,
      confirmations,
      updated_at: at,
      outcome_seal: end ? seals.seal(outcomeText(row.operationId, { state: outcome, receipt })) : null,
    }
    const transaction = await store.lockTransaction(tx, row.operationId)
    const moved = await moveTransaction(context, tx, transaction, { to, at, actor: CHAIN, set, illegal: 'ignore' })
    if (moved === 'already') await store.setConfirmations(tx, row.operationId, { receipt, confirmations })
    if (moved === 'moved' && to === 'reverted') reportRevert(context, row)
  }
  await inTraceOf(db, `operation ${to}`, row.operationId, () => inTransaction(db, write))
}

/**
 * Receipt by which the end of an operation is sealed. Null while the nodes do not all have the block on the chain: the other operations of
 * the wallet continue.
 */
async function finalReceipt(context: ChainContext, { operationId }: store.TransactionRow): Promise<StoredReceipt | null> {
  try {
    const word = await agreedChainResult(context, operationId)
    return word.said === 'final' ? word.receipt : null
  } catch (error) {
    context.log.warn({ err: error, operationId }, 'an operation is deep enough, and is not verified yet')
    return null
  }
}

/**
 * A swap that reverts is returned. A mint or burn is not repeated automatically: until an officer repeats it, COPT and the pesos in the
 * bank differ.
 */
function reportRevert({ log }: ChainContext, { operationId, kind, ref }: store.TransactionRow): void {
  if (kind === 'swap') log.warn({ operationId, ref }, 'a swap reverted: its trade is refunded')
  else if (kind === 'transfer') log.warn({ operationId, ref }, 'a token withdrawal reverted: it is given back')
  else if (kind === 'sweep') log.warn({ operationId, ref }, 'a sweep reverted: it is asked for again')
  else if (kind === 'to_cold') log.error({ operationId, ref }, 'a sweep to the cold wallet reverted: officers have to look')
  else if (kind === 'publish') log.error({ operationId, ref }, 'a head was not published')
  else log.error({ operationId, kind, ref }, 'a mint or burn reverted: COPT no longer follows the pesos in the bank')
}

/** A settled operation that the chain had lost: it is judged once it is as deep again as when it was settled. */
async function compare(context: ChainContext, row: store.TransactionRow, receipt: StoredReceipt | null, finalBlock: number): Promise<void> {
  if (receipt && row.receipt !== null && sameEffect(row.receipt, receipt)) return judgeRepeated(context, row, receipt)
  const waitedMs = row.disagreedAt ? context.clock.now().getTime() - row.disagreedAt.getTime() : 0
  if (receipt ? receipt.blockNumber > finalBlock : waitedMs <= UNEXPLAINED_AFTER_MS) return
  const word = await agreedChainResult(context, row.operationId)
  if (word.said === 'final') await judgeRepeated(context, row, word.receipt)
  // Only the transaction that used its nonce instead proves that it never returns.
  else if (word.said === 'spent') await judgeRepeated(context, row, null)
}
