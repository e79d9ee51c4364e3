/**
 * Books of a sweep: posted where the scanner sees it, whoever called it, and taken back with its block. Both sides are the house's: no
 * balance of a customer moves.
 */
import type { Transaction } from '../../../platform/database.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import { type Post, systemAccount, type Transfer } from '../../ledger/index.ts'
import { chainPosting, standingOf } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import { depositAddresses } from '../deposits/postings.ts'
import * as store from './sweep-store.ts'

/** Answers what is to be posted, since no row is asked for once the ledger is locked. */
export async function noteSweeps({ ledger, clock }: CryptoContext, tx: Transaction, seen: readonly store.Swept[]): Promise<Post[]> {
  const postings: Post[] = []
  for (const swept of seen) {
    const { id, asset, amount } = swept
    await store.putSwept(tx, swept, clock.now())
    await store.markSwept(tx, swept)
    const { times, posting } = await standingOf(ledger, tx, 'sweep', id)
    const sides = { debit: systemAccount('chain', asset), credit: depositAddresses(asset) }
    if (!posting) postings.push(chainPosting('sweep', id, times, { ...sides, amount }))
  }
  return postings
}

/** Answers what is to be reversed, for the same reason. */
export async function loseSweeps({ ledger }: CryptoContext, tx: Transaction, block: BlockHead): Promise<Transfer[]> {
  const postings: Transfer[] = []
  for (const swept of await store.sweptIn(tx, block)) {
    await store.unmarkSwept(tx, swept)
    const { posting } = await standingOf(ledger, tx, 'sweep', swept.id)
    if (posting) postings.push(posting)
  }
  return postings
}
