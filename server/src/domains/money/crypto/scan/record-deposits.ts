/**
 * Effects of a new and of a dropped block on deposit rows and ledger, in the scanner's own transaction: an arrival for each deposit,
 * whatever its outcome, so that the ledger always has the balance of the addresses (MON-05).
 */
import type { Transaction } from '../../../../platform/database/database.ts'
import { CHAIN } from '../../../../platform/state-machine/index.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import type { Post } from '../../ledger/index.ts'
import { chainPostingState, reverseChainPosting } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import * as store from '../deposits/deposit-store.ts'
import { holdDisputed } from '../deposits/hold-disputed.ts'
import { beginDeposit, moveDeposit } from '../deposits/move-deposit.ts'
import { missingArrival } from '../deposits/postings.ts'
import { highestBlock } from './block-store.ts'

/** Returns the postings, since no row is queried once the ledger is locked. */
export async function recordDeposits(context: CryptoContext, tx: Transaction, seen: readonly store.NewDeposit[]): Promise<Post[]> {
  const arrivals: Post[] = []
  for (const deposit of seen) {
    if (!(await recordDeposit(context, tx, deposit))) continue
    const arrival = await missingArrival(context.ledger, tx, deposit)
    if (!arrival) continue
    await store.setBooked(tx, deposit.id, true)
    arrivals.push(arrival)
  }
  return arrivals
}

/**
 * Insert a new deposit, or update one that a reorganisation moved to another block. False when it came back with other facts: it belongs to
 * no customer, and is in no books.
 */
async function recordDeposit(context: CryptoContext, tx: Transaction, seen: store.NewDeposit): Promise<boolean> {
  const inserted = await store.insertDeposit(tx, seen)
  if (inserted) {
    await beginDeposit(context, tx, inserted)
    return true
  }
  const known = await store.lockDeposit(tx, seen.id)
  if (!known) throw new Error(`deposit ${seen.id} is stored under another id`)
  const at = context.clock.now()
  if (!isSame(known, seen) && !(await wasNeverCredited(context, tx, known))) {
    const facts = { securityEvent: 'crypto_reorganised', depositId: known.id, was: String(known.amount), is: String(seen.amount) }
    context.log.error(facts, 'a deposit came again as another one: it is neither credited nor left in the balance')
    return false
  }
  await store.setSeen(tx, known.id, seen)
  // It was credited, and is released to the customer when this block is as deep as the first was.
  if (known.state === 'DISPUTED') await store.renewDispute(tx, known.id, at)
  await moveDeposit(context, tx, known, { to: 'PENDING', at, actor: CHAIN, set: { updated_at: at, try_at: at }, illegal: 'ignore' })
  return true
}

/** In another block a transaction may have another effect: a credit is only kept for exactly the same transfer. */
const isSame = (known: store.DepositRow, seen: store.NewDeposit): boolean =>
  known.amount === seen.amount && known.asset === seen.asset && known.accountId === seen.accountId

/** Nor was it counted in a month, which has the first amount. */
async function wasNeverCredited({ ledger }: CryptoContext, tx: Transaction, { id, state }: store.DepositRow): Promise<boolean> {
  if (state !== 'ORPHANED') return false
  const { times, posting } = await chainPostingState(ledger, tx, 'credit', id)
  return times === 0 && posting === null
}

/** Mark the deposits of a dropped block, which may come back. */
export async function unwindDeposits(context: CryptoContext, tx: Transaction, block: BlockHead): Promise<void> {
  for (const deposit of await store.lockDepositsOfBlock(tx, block)) await markDepositLost(context, tx, deposit)
}

async function markDepositLost(context: CryptoContext, tx: Transaction, deposit: store.DepositRow): Promise<void> {
  const { clock, ledger, log } = context
  const { id: depositId, transactionHash, state } = deposit
  const at = clock.now()
  const to = state === 'COMPLETED' ? 'DISPUTED' : 'ORPHANED'
  await moveDeposit(context, tx, deposit, { to, at, actor: CHAIN, set: { reason: null, updated_at: at }, illegal: 'ignore' })
  if (to === 'DISPUTED') await store.setAbsent(tx, depositId, null)
  if (state === 'DISPUTED') await store.renewDispute(tx, depositId, at)
  await store.setLostDepth(tx, depositId, lostDepthOf(deposit, await highestBlock(tx)))
  const arrival = await chainPostingState(ledger, tx, 'arrival', depositId)
  const { posting: credit } = await chainPostingState(ledger, tx, 'credit', depositId)
  await store.setBooked(tx, depositId, false)
  if (arrival.posting) await reverseChainPosting(ledger, tx, 'arrival', arrival.posting)
  if (to !== 'DISPUTED') return
  log.error({ securityEvent: 'crypto_reorganised', depositId, transactionHash }, 'the chain lost a deposit that was credited')
  if (credit) await holdDisputed(context, tx, { deposit, credit, losses: arrival.posting ? arrival.times + 1 : arrival.times })
}

/** Depth at the loss; null when it is unknown, so that officers are asked. A second loss in one dispute keeps the depth of the first. */
function lostDepthOf({ state, lostDepth, blockNumber }: store.DepositRow, highest: bigint | null): bigint | null {
  const before = state === 'DISPUTED' ? lostDepth : 0n
  if (before === null || highest === null || highest < blockNumber) return null
  const depth = highest - blockNumber
  return depth > before ? depth : before
}
