/**
 * Postings of a sweep: made when the scanner sees it, whatever its caller, and reversed with its block. Both sides belong to the platform:
 * no balance of a customer moves.
 */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import { type Post, systemAccount, type Transfer } from '../../ledger/index.ts'
import { chainPosting, chainPostingState } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import { depositAddresses } from '../deposits/postings.ts'
import * as store from './sweep-store.ts'

/** Returns the postings, since no row is queried once the ledger is locked. */
export async function recordSweeps({ ledger, clock }: CryptoContext, tx: Transaction, seen: readonly store.Swept[]): Promise<Post[]> {
  const postings: Post[] = []
  for (const swept of seen) {
    const { id, asset, amount } = swept
    await store.putSwept(tx, swept, clock.now())
    await store.markSwept(tx, swept)
    const { times, posting } = await chainPostingState(ledger, tx, 'sweep', id)
    const sides = { debit: systemAccount('chain', asset), credit: depositAddresses(asset) }
    if (!posting) postings.push(chainPosting('sweep', id, times, { ...sides, amount }))
  }
  return postings
}

/** Returns the reversals, for the same reason. */
export async function unwindSweeps({ ledger }: CryptoContext, tx: Transaction, block: BlockHead): Promise<Transfer[]> {
  const postings: Transfer[] = []
  for (const swept of await store.sweptIn(tx, block)) {
    await store.unmarkSwept(tx, swept)
    const { posting } = await chainPostingState(ledger, tx, 'sweep', swept.id)
    if (posting) postings.push(posting)
  }
  return postings
}
